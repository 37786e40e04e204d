/** The variables of callback addresses, and the addresses that are made and verified with them. */
import { NodeCrypto } from "@effect/platform-node"
import { Array, Effect, Layer, Redacted, Schema, String } from "effect"
import { type CallbackKey, type CallbackKeys, layerCallbackAddressUsingMac } from "@cauri/callbacks"
import { CallbackAddress } from "@cauri/core"
import { Misconfigured } from "./Misconfigured.ts"
import { onServer, type Readers } from "./readers.ts"
import { shapes } from "./shapes.ts"

/** The variables of callback addresses, with what each must be. */
export const callbackVariables = {
  CALLBACK_BASE: "the public http or https address of the receiver, without /callbacks",
  CALLBACK_KEYS: "name:secret pairs separated by commas, each secret 32 random printable characters or more",
} as const

/** Where the receiver is to be found, and the keys of its addresses. */
export interface CallbackSettings extends CallbackKeys {
  readonly base: string
}

/** What the variables say. The first key signs, all of them verify. */
export const callbackSettings = Effect.fnUntraced(function* ({
  required,
}: Readers<keyof typeof callbackVariables>): Effect.fn.Return<CallbackSettings, Misconfigured> {
  yield* onServer
  const base = yield* required("CALLBACK_BASE", shapes.PlainAddress)
  const pairs = yield* required(
    "CALLBACK_KEYS",
    Schema.String.check(Schema.isPattern(/^[^:,]+:[^,]+(,[^:,]+:[^,]+)*$/)),
  )
  const [signing, ...verifying] = Array.map(String.split(pairs, ","), (pair): CallbackKey => {
    const colon = pair.indexOf(":")
    return { id: pair.slice(0, colon), secret: Redacted.make(pair.slice(colon + 1)) }
  })
  return { base, signing, verifying }
})

const addressesOf = (settings: CallbackSettings) =>
  Layer.provide(layerCallbackAddressUsingMac(settings), NodeCrypto.layerMac)

/** The addresses. What `@cauri/callbacks` has against a setting is told of its variable. */
export const layerCallbackAddressOf = (settings: CallbackSettings): Layer.Layer<CallbackAddress, Misconfigured> =>
  Layer.catchTag(addressesOf(settings), "CallbacksMisconfigured", ({ problem, setting }) => {
    const name = setting === "base" ? "CALLBACK_BASE" : "CALLBACK_KEYS"
    const variable = setting === "base" ? name : `${name} (${setting})`
    return Layer.effect(
      CallbackAddress,
      Effect.fail(new Misconfigured({ variable, expected: callbackVariables[name], problem })),
    )
  })
