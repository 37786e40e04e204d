/**
 * How long wrong addresses take: does the time tell how much of a guessed mac is right (A4)? Pairs of addresses are verified in turn,
 * in an order that is drawn anew each time, so that whatever else the machine does meets both alike; medians are compared, because one
 * pause of the machine moves no median.
 */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { CallbackVerifier, layerCallbackAddressUsingMac } from "@cauri/callbacks"
import { PaymentId, ProjectId } from "@cauri/core"
import { CallbackAddress } from "@cauri/core/adapter"
import { callbackKey } from "./serving.ts"

export type Verify = (address: string) => boolean

/** What was measured; times are nanoseconds. */
export interface Timing {
  readonly samples: number
  /** The median for a mac whose beginning is right, and for one that is wrong from its beginning. */
  readonly rightBeginning: number
  readonly wrongBeginning: number
}

/** How far two medians of one and the same thing may be apart on a machine that does other things besides. */
export const bound = 0.05

/** Do the two differ by more than chance and a busy machine explain? */
export const isTelling = ({ rightBeginning, wrongBeginning }: Timing): boolean =>
  Math.abs(rightBeginning - wrongBeginning) > bound * Math.min(rightBeginning, wrongBeginning)

const median = (times: Float64Array): number => times.toSorted()[Math.floor(times.length / 2)] ?? Number.NaN

const other = (character: string | undefined): string => (character === "A" ? "B" : "A")

/** Verifies both kinds of wrong addresses so many times. `seed` draws the order. */
export const measure = (verify: Verify, right: string, samples: number, seed = 1): Timing => {
  const mac = right.lastIndexOf(".") + 1
  const late = right.slice(0, -2) + other(right.at(-2)) + right.slice(-1)
  const early = right.slice(0, mac) + other(right[mac]) + right.slice(mac + 1)
  const [ofLate, ofEarly] = [new Float64Array(samples), new Float64Array(samples)]
  const timed = (address: string): number => {
    const start = performance.now()
    verify(address)
    return (performance.now() - start) * 1_000_000
  }
  let random = seed
  const coin = (): boolean => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0
    return random >= 0x8000_0000
  }
  const warm = Math.min(samples, 5_000)
  for (let index = -warm; index < samples; index++) {
    const lateFirst = coin()
    const [one, two] = lateFirst ? [timed(late), timed(early)] : [timed(early), timed(late)]
    if (index < 0) continue
    ofLate[index] = lateFirst ? one : two
    ofEarly[index] = lateFirst ? two : one
  }
  return { samples, rightBeginning: median(ofLate), wrongBeginning: median(ofEarly) }
}

/** The real one, as the app builds it, and an address that it takes. */
export const realVerify = Effect.gen(function* () {
  const addresses = layerCallbackAddressUsingMac({
    base: "https://callbacks.shop.example",
    signing: { id: callbackKey.id, secret: Redacted.make(callbackKey.secret) },
  }).pipe(Layer.provide(NodeCrypto.layerMac))
  const services = yield* Layer.build(addresses)
  const key = { kind: "payin" as const, project: ProjectId.make("shop"), id: PaymentId.make("order-17") }
  const url = yield* Context.get(services, CallbackAddress).make({ key, attempt: 1 })
  const verify: Verify = (address) =>
    Option.isSome(Effect.runSync(Context.get(services, CallbackVerifier).verify(address)))
  return { verify, right: url.slice(url.lastIndexOf("/") + 1) }
})
