/**
 * Fills core's `CallbackAddress` and verifies what it made:
 * `{base}/callbacks/{key id}.{payin|payout}.{project}.{payment id}.{attempt}.{mac}`, where the mac is 128 bits of HMAC-SHA-256 over the
 * part of the last segment before it, in base64url. The address lets its holder ask for a confirm of one attempt, and nothing more: it is
 * authenticated, never what is posted to it (#205, #212).
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { Mac, SecureRandom } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import { PaymentKey } from "@cauri/core"
import { configured, CallbackAddress, type CallbackTarget, isCallbackBase } from "@cauri/core/adapter"
import { CallbacksMisconfigured } from "./CallbacksMisconfigured.ts"
import { type CallbackKeys, type KeyRing, makeKeyRing, type ReadyKey } from "./keyRing.ts"

/** The receiver's public address, and the keys. */
export interface CallbackAddressOptions extends CallbackKeys {
  /** The public base address of the receiver, without `/callbacks`. Payouts need `https` (#210); core refuses them otherwise. */
  readonly base: string
}

/** Verifies callback addresses. */
export class CallbackVerifier extends Context.Service<
  CallbackVerifier,
  {
    /** The attempt behind the last segment of an address, or none when none of our keys made it. */
    readonly verify: (address: string) => Effect.Effect<Option.Option<CallbackTarget>>
  }
>()("@cauri/callbacks/CallbackVerifier") {}

export const callbacksSegment = "callbacks"

/** Bytes of the mac: 128 bits cannot be guessed, and the address stays short. */
const macBytes = 16

/** The most characters of an address: a key id, a kind, two names of 64 characters, an attempt, a mac and the dots are shorter. */
const maximumLength = 200

const attemptPattern = /^[1-9][0-9]{0,8}$/

/** Makes and verifies addresses with the given keys. */
export const layerCallbackAddress = (
  options: CallbackAddressOptions,
): Layer.Layer<CallbackAddress | CallbackVerifier, CallbacksMisconfigured> =>
  layerCallbackAddressUsingMac(options).pipe(
    Layer.provide(Layer.provide(Mac.layerWebCrypto, SecureRandom.layerWebCrypto)),
  )

/** The same, with the base and the keys from configuration. */
export const layerCallbackAddressConfig = configured(layerCallbackAddress)

/** With another HMAC than WebCrypto's: on Node, `NodeCrypto.layerMac` of `@effect/platform-node` costs a tenth. */
export const layerCallbackAddressUsingMac = (
  options: CallbackAddressOptions,
): Layer.Layer<CallbackAddress | CallbackVerifier, CallbacksMisconfigured, Mac.Mac> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const base = options.base.replace(/\/$/, "")
      if (!isCallbackBase("payin", base) || base.endsWith("/"))
        return yield* new CallbacksMisconfigured({
          setting: "base",
          problem:
            "is no http or https address without query, fragment and user: name the public address of your server, such as https://callbacks.shop.example",
        })
      const ring = yield* makeKeyRing(options)
      const mac = yield* Mac.Mac
      const tagOf = (key: ReadyKey, signed: string) =>
        // An imported key signs any number of texts.
        Effect.map(Effect.orDie(mac.sign(key.mac, encoder.encode(signed))), (tag) =>
          Base64Url.encode(tag.subarray(0, macBytes)),
        )
      const address = CallbackAddress.of({
        base,
        make: Effect.fnUntraced(function* (target) {
          const signed = textOf(ring.signing.id, target)
          return `${base}/${callbacksSegment}/${signed}.${yield* tagOf(ring.signing, signed)}`
        }),
      })
      const verifier = CallbackVerifier.of({
        verify: (address) =>
          Effect.suspend(() => {
            const claim = claimOf(address, ring)
            if (claim === undefined) return noTarget
            // Compares the texts, not the decoded bytes, so that an address has one spelling.
            return Effect.map(tagOf(claim.key, claim.signed), (tag) =>
              isSameText(tag, claim.mac) ? targetOf(claim) : Option.none(),
            )
          }),
      })
      return Context.make(CallbackAddress, address).pipe(Context.add(CallbackVerifier, verifier))
    }),
  )

const encoder = new TextEncoder()

const noTarget = Effect.succeed(Option.none<CallbackTarget>())

/** Compares two texts in constant time for their length. */
const isSameText = (one: string, other: string): boolean => {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

const textOf = (keyId: string, { attempt, key }: CallbackTarget): string =>
  `${keyId}.${key.kind}.${key.project}.${key.id}.${attempt}`

/** What an address claims, before its mac is checked. */
interface Claim {
  readonly key: ReadyKey
  readonly signed: string
  readonly mac: string
  readonly attempt: string
  readonly payment: { readonly kind: string; readonly project: string; readonly id: string }
}

const claimOf = (address: string, ring: KeyRing): Claim | undefined => {
  if (address.length > maximumLength) return undefined
  const [keyId, kind, project, id, attempt, mac, more] = address.split(".", 7)
  if (keyId === undefined || kind === undefined || project === undefined || id === undefined) return undefined
  if (attempt === undefined || mac === undefined || more !== undefined) return undefined
  const key = ring.byId.get(keyId)
  if (key === undefined) return undefined
  return { key, signed: address.slice(0, -mac.length - 1), mac, attempt, payment: { kind, project, id } }
}

/** The attempt that a verified address names. It is still validated: keys outlive programs. */
const targetOf = ({ attempt, payment }: Claim): Option.Option<CallbackTarget> =>
  attemptPattern.test(attempt)
    ? Option.map(decodeKey(payment), (key) => ({ key, attempt: Number(attempt) }))
    : Option.none()

const decodeKey = Schema.decodeUnknownOption(PaymentKey)
