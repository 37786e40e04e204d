import { Layer } from "effect"
import { credentialsConfig, layer, layerCredentialsConfig } from "@cauri/gateway-http"

/** Core's `Gateway` and `Credentials`, for the project "shop" with its keys from CAURI_API_KEY and CAURI_API_TOKEN. */
export const gateway = layer({ baseUrl: "https://pay.example" }).pipe(
  Layer.provideMerge(layerCredentialsConfig(credentialsConfig("shop"))),
)
