import { Layer, Redacted } from "effect"
import { layer } from "@cauri/store-sqlite"
import { nextRoute } from "../../../../examples/nextRoute.ts"
import { startCallbacks } from "../../../../examples/wiring.ts"

const store = layer({ file: process.env["PAYMENTS"] ?? "", create: "never" })

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = nextRoute(() =>
  startCallbacks(Layer.orDie(store), {
    base: "https://shop.example",
    signing: { id: "k1", secret: Redacted.make(process.env["CALLBACK_KEY"] ?? "") },
  }),
)
