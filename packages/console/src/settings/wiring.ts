/**
 * The services behind the commands, built from the settings: the store always, and access to the service where it is configured. Without it
 * every command works that only reads and writes the store; a command that would ask the service is refused before it begins.
 */
import { Effect, Layer } from "effect"
import { layerCauri, Consumers, Policy } from "@cauri/core"
import { CallbackAddress, Credentials, Gateway } from "@cauri/core/adapter"
import * as Https from "@cauri/gateway-http"
import {
  layerCallbackAddressOf,
  layerStore,
  type Misconfigured,
  type LayerStoreOptions,
  serviceMisconfigured,
} from "@cauri/runtime"
import type { Settings, Variables } from "./config.ts"
import { ServiceLine } from "../payment/allowed.ts"
import { PageDoor } from "../door/doorSettings.ts"
import { layerDeedRecords } from "../deeds/recordDeed.ts"
import { ConsoleUser } from "../deeds/who.ts"

type Way = Gateway | CallbackAddress | Credentials

/** No access to the service. Nothing calls these: `ServiceLine` is closed. */
const layerClosed: Layer.Layer<Way> = Layer.mergeAll(
  Layer.succeed(Credentials, { generation: () => Effect.succeed(null) }),
  Layer.mock(Gateway)({ lookUp: undefined }),
  Layer.mock(CallbackAddress)({ base: "" }),
)

/** The credentials of the projects. */
export const layerCredentialsOf = ({ credentials }: NonNullable<Variables["service"]>) =>
  credentials._tag === "File" ? Https.layerCredentialsFile(credentials) : Https.layerCredentials(credentials.projects)

const layerOpen = (service: NonNullable<Settings["service"]>, callbacks: NonNullable<Settings["callbacks"]>) => {
  const proxy = service.egressProxy === null ? {} : { proxy: service.egressProxy }
  return Layer.merge(Https.layer({ baseUrl: service.url, ...proxy }), layerCallbackAddressOf(callbacks)).pipe(
    Layer.provideMerge(layerCredentialsOf(service)),
  )
}

/** Everything that the commands and the page need. */
export const layerConsole = (settings: Settings, terms: LayerStoreOptions = {}) => {
  const { callbacks, policy, service, store } = settings
  const way: Layer.Layer<Way, Misconfigured | Https.GatewayMisconfigured> =
    service === null || callbacks === null ? layerClosed : layerOpen(service, callbacks)
  return layerCauri.pipe(
    Layer.provideMerge(layerDeedRecords),
    Layer.provideMerge(layerStore(store, terms)),
    Layer.provide(way),
    // The reconciler names every consumer and delivers the events.
    Layer.provide(Layer.succeed(Consumers, [])),
    Layer.provideMerge(Layer.succeed(Policy, policy)),
    Layer.provideMerge(Layer.succeed(ConsoleUser, settings.user)),
    Layer.provideMerge(Layer.succeed(PageDoor, settings.door)),
    Layer.provideMerge(ServiceLine.layer(service !== null && callbacks !== null)),
    Layer.catchTag("GatewayMisconfigured", (error) => Layer.effectContext(Effect.fail(serviceMisconfigured(error)))),
  )
}
