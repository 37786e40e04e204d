/** The variables of callback addresses, and the addresses that are made and verified with them. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Array, Effect, Layer, Redacted, Schema, String } from "effect"
import {
  type CallbackKey,
  type CallbackKeys,
  type CallbackVerifier,
  layerCallbackAddressUsingMac,
} from "@cauri/callbacks"
import type { Texts } from "@cauri/catalogue"
import { inBoth, variableTexts } from "@cauri/catalogue/tools"
import { type CallbackAddress, isCallbackBase } from "@cauri/core/adapter"
import { Misconfigured, misconfiguredOption } from "./Misconfigured.ts"
import { refuseBrowser, readAll, type Readers } from "./readers.ts"
import { shapes } from "./shapes.ts"

/** The variables of callback addresses, with what each must be. */
export const callbackVariables = variableTexts("CALLBACK_BASE", "CALLBACK_KEYS")

/** The receiver's address, and the keys of callback addresses. */
export interface CallbackSettings extends CallbackKeys {
  /** Without a slash at its end. */
  readonly base: string
}

/**
 * What is wrong with a base, and what to do about it; null when it is right. A wrong base that is accepted costs every callback, and that
 * would show only at the first payment.
 */
const problemOfBase = (text: string): Texts | null => {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    return inBoth(({ settings }) => settings.no_address("https://callbacks.shop.example"))
  const { password, username } = new URL(text)
  if (username !== "" || password !== "") return inBoth(({ settings }) => settings.names_user)
  if (/[?#]/.test(text)) return inBoth(({ settings }) => settings.has_query)
  const segments = text
    .replace(/^[^/]*\/\/[^/]*\/?/, "")
    .replace(/\/$/, "")
    .split("/")
  if (segments.includes("callbacks")) return inBoth(({ settings }) => settings.has_callbacks("/callbacks"))
  if (text.endsWith("//") || (segments.length > 1 && segments.includes("")))
    return inBoth(({ settings }) => settings.empty_part)
  if (segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment))) return inBoth(({ settings }) => settings.dots)
  return isCallbackBase("payin", text) ? null : inBoth(({ settings }) => settings.not_plain)
}

type CallbackReaders = Readers<keyof typeof callbackVariables>

const baseOf = Effect.fnUntraced(function* ({ required }: CallbackReaders) {
  const base = yield* required("CALLBACK_BASE", shapes.Text)
  const problem = problemOfBase(base)
  if (problem !== null) {
    return yield* new Misconfigured({ variable: "CALLBACK_BASE", expected: callbackVariables.CALLBACK_BASE, problem })
  }
  return base.replace(/\/$/, "")
})

/** Keys are checked under any base, so that their problems are reported beside those of the base. */
const anyBase = "https://callbacks.example"

/** The first key signs, all of them verify. */
const keysOf = Effect.fnUntraced(function* ({ required }: CallbackReaders) {
  const pairs = yield* required(
    "CALLBACK_KEYS",
    Schema.String.check(Schema.isPattern(/^[^:,]+:[^,]+(,[^:,]+:[^,]+)*$/)),
  )
  const [signing, ...verifying] = Array.map(String.split(pairs, ","), (pair): CallbackKey => {
    const colon = pair.indexOf(":")
    return { id: pair.slice(0, colon), secret: Redacted.make(pair.slice(colon + 1)) }
  })
  const keys: CallbackKeys = { signing, verifying }
  yield* Effect.scoped(Layer.build(layerCallbackAddressOf({ base: anyBase, ...keys })))
  return keys
})

/** What the variables say. */
export const callbackSettings = Effect.fnUntraced(function* (
  readers: CallbackReaders,
): Effect.fn.Return<CallbackSettings, Misconfigured> {
  yield* refuseBrowser
  const { base, keys } = yield* readAll({ base: baseOf(readers), keys: keysOf(readers) })
  return { base, ...keys }
})

const addressesOf = (settings: CallbackSettings) =>
  Layer.provide(layerCallbackAddressUsingMac(settings), NodeCrypto.layerMac)

/** The callback addresses. A setting that `@cauri/callbacks` refuses is reported by its variable. */
export const layerCallbackAddressOf = (
  settings: CallbackSettings,
): Layer.Layer<CallbackAddress | CallbackVerifier, Misconfigured> =>
  Layer.catchTag(addressesOf(settings), "CallbacksMisconfigured", ({ problem, setting }) => {
    const name = setting === "base" ? "CALLBACK_BASE" : "CALLBACK_KEYS"
    const variable = setting === "base" ? name : `${name} (${setting})`
    return Layer.effectContext(Effect.fail(misconfiguredOption(variable, callbackVariables[name], problem)))
  })
