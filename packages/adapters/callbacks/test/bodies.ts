/**
 * Bodies by the hundred thousand, from a seed: genuine ones in every encoding, genuine ones damaged, attacks of known kinds, and
 * noise. Made by hand and not by arbitraries, because the fuzz wants far more of them than a test of a property does.
 */
import { callbackForm, formEncodings, type PayinCallback, type PayoutCallback } from "@cauri/simulator"
import { form, json } from "./support.ts"

export interface Body {
  readonly kind: string
  readonly contentType: string
  readonly text: string
}

/** Draws numbers from a seed (mulberry32). */
export interface Dice {
  below(end: number): number
  pick<A>(from: ReadonlyArray<A>): A
}

export const diceOf = (seed: number): Dice => {
  let state = seed >>> 0
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end
  }
  const pick = <A>(from: ReadonlyArray<A>): A => {
    const found = from[below(from.length)]
    if (found === undefined) throw new Error("There is nothing to pick from.")
    return found
  }
  return { below, pick }
}

const alphabets = [
  "abcdefghijklmnopqrstuvwxyz0123456789_-",
  " +&=%[]{}\":,\\'/?#",
  "\u0000\u0007\u001b\u202e\ufeff\u00e9\u20ac",
  "0123456789",
]

const words = [
  "completed",
  "pending",
  "notcompleted",
  "nocompleted",
  "",
  "00",
  "01",
  "T1",
  "order-17",
  "4200",
  "1e400",
  "[1]",
  "{}",
]

/** A text, often short, sometimes of awkward characters, sometimes with half of a character. */
const textOf = (dice: Dice): string => {
  if (dice.below(3) === 0) return dice.pick(words)
  if (dice.below(60) === 0) return dice.pick(["\ud800", "a\udc00b", "\u{1f600}"])
  const letters = dice.below(4) === 0 ? dice.pick(alphabets) : alphabets[0]
  return Array.from({ length: dice.below(24) }, () => letters?.[dice.below(letters.length)] ?? "").join("")
}

const amounts = [9, 100, 4200, 2_000_000]

/** A genuine callback, payin or payout, with the fields that samples show and some that they do not. */
export const payloadOf = (dice: Dice): PayinCallback | PayoutCallback => {
  const maybe = <A extends object>(fields: A): A | object => (dice.below(4) === 0 ? {} : fields)
  const amount = dice.pick(amounts)
  const entries = Array.from({ length: dice.below(6) }, (_, index) => ({
    keyof_customdata: index === 0 ? "transaction_id" : dice.pick(["hash", "logfile", "paid_by", `key${index}`]),
    valueof_customdata: textOf(dice),
    ...maybe({ datecreation_customdata: "2026-05-09 07:20:23.362788" }),
  }))
  return {
    status: dice.pick(["completed", "pending", "notcompleted"]),
    token: textOf(dice),
    custom_data: entries,
    ...maybe({ response_code: "00" as const, response_text: textOf(dice) }),
    ...maybe({ amount, montant: amount }),
    ...maybe({ operator_id: textOf(dice), operator_name: textOf(dice) }),
    ...maybe({ external_id: textOf(dice) }),
    ...(dice.below(2) === 0
      ? maybe({ transaction_id: textOf(dice) })
      : maybe({
          customer: dice.pick([null, "22670000001"]),
          date: "2026-05-09 07:20:23+00",
          customer_details: {
            firstname: textOf(dice),
            lastname: textOf(dice),
            email: textOf(dice),
            phone: "22670000001",
            details: "",
          },
        })),
  }
}

/** The POSTs of one event: JSON, and the form in each of the three ways to write nested fields. */
export const twinsOf = (payload: PayinCallback | PayoutCallback): ReadonlyArray<Body> => [
  { kind: "json", contentType: json, text: JSON.stringify(payload) },
  ...formEncodings.map((encoding) => ({ kind: encoding, contentType: form, text: callbackForm(payload, encoding) })),
]

const twinOf = (dice: Dice): Body => {
  const payload = payloadOf(dice)
  const encoding = dice.pick(["Json", ...formEncodings] as const)
  return encoding === "Json"
    ? { kind: "json", contentType: json, text: JSON.stringify(payload) }
    : { kind: encoding, contentType: form, text: callbackForm(payload, encoding) }
}

const anyJson = (dice: Dice, depth = 0): unknown => {
  switch (dice.below(depth > 4 ? 6 : 9)) {
    case 0:
      return dice.below(100_000) - 50_000
    case 1:
      return dice.pick([0.5, 1e21, -0, 2 ** 53 + 2, 1e-7, 4200.0])
    case 2:
      return dice.pick([true, false, null])
    case 6:
      return Array.from({ length: dice.below(5) }, () => anyJson(dice, depth + 1))
    case 7:
    case 8:
      return Object.fromEntries(Array.from({ length: dice.below(5) }, () => [keyOf(dice), anyJson(dice, depth + 1)]))
    default:
      return textOf(dice)
  }
}

const keys = [
  "status",
  "token",
  "custom_data",
  "customdata",
  "amount",
  "transaction_id",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "0",
]

const keyOf = (dice: Dice): string => (dice.below(2) === 0 ? dice.pick(keys) : textOf(dice))

/** Writes JSON so that one of its keys comes twice. */
const repeated = (dice: Dice): string => {
  const payload = JSON.stringify(payloadOf(dice))
  const key = dice.pick(["status", "token", "custom_data", "amount"])
  return `${payload.slice(0, -1)},"${key}":${JSON.stringify(anyJson(dice))}}`
}

const attacks: ReadonlyArray<(dice: Dice) => Omit<Body, "kind">> = [
  (dice) => ({ contentType: json, text: repeated(dice) }),
  (dice) => ({ contentType: json, text: "[".repeat(dice.below(16_000)) + "]".repeat(dice.below(400)) }),
  (dice) => ({ contentType: json, text: '{"a":'.repeat(dice.below(3_000)) + "1" + "}".repeat(dice.below(3_000)) }),
  (dice) => ({
    contentType: json,
    text: `{"amount":${"9".repeat(dice.below(5_000))}${dice.pick(["", ".5", "e99999", "e-9"])}}`,
  }),
  (dice) => ({ contentType: json, text: `[${Array.from({ length: dice.below(4_000) }, () => 0).join()}]` }),
  (dice) => ({
    contentType: json,
    text: `{"__proto__":{"polluted":${dice.below(9)}},"constructor":{"prototype":{"polluted":1}}}`,
  }),
  (dice) => ({ contentType: json, text: `"${"\\".repeat(dice.below(8_000))}${dice.pick(['"', 'u00"', "u", ""])}` }),
  (dice) => ({ contentType: form, text: "a=&".repeat(dice.below(5_000)) }),
  (dice) => ({ contentType: form, text: `a${"[b]".repeat(dice.below(4_000))}=1` }),
  (dice) => ({
    contentType: form,
    text: `a[${"9".repeat(1 + dice.below(9))}]=1&a[__proto__][polluted]=1&__proto__[polluted]=1`,
  }),
  (dice) => ({ contentType: form, text: `constructor[prototype][polluted]=1&a=1&a[b]=2&a[b][c]=3&a=${dice.below(9)}` }),
  (dice) => ({ contentType: form, text: `custom_data=${"%5B".repeat(dice.below(5_000))}` }),
  (dice) => ({ contentType: form, text: `a=%${dice.pick(["", "g", "f", "ff", "c0%80", "ed%a0%80", "e2%82"])}` }),
  (dice) => ({
    contentType: dice.pick([form, json]),
    text: dice.pick(["\ufeff", "\ufeff\ufeff", " ", ""]) + JSON.stringify(payloadOf(dice)),
  }),
  (dice) => ({ contentType: json, text: callbackForm(payloadOf(dice), dice.pick(formEncodings)) }),
]

/** A genuine body with some characters changed, lost or doubled. */
const damaged = (dice: Dice): Omit<Body, "kind"> => {
  const { contentType, text } = twinOf(dice)
  let broken = text
  for (let times = dice.below(4); times >= 0; times--) {
    const at = dice.below(broken.length + 1)
    const piece = dice.pick([
      "",
      textOf(dice),
      "[",
      "]",
      "&",
      "%",
      "\\",
      '"',
      "{",
      broken.slice(at, at + dice.below(40)),
    ])
    broken = broken.slice(0, at) + piece + broken.slice(at + dice.below(3))
  }
  return { contentType, text: broken }
}

const noise = (dice: Dice): Omit<Body, "kind"> => ({
  contentType: dice.pick([json, form]),
  text: Array.from({ length: dice.below(12) }, () => textOf(dice)).join(dice.pick(["", "&", "=", ","])),
})

export const bodyOf = (dice: Dice): Body => {
  switch (dice.below(10)) {
    case 0:
      return { kind: "attack", ...dice.pick(attacks)(dice) }
    case 1:
    case 2:
    case 3:
      return { kind: "damaged", ...damaged(dice) }
    case 4:
    case 5:
      return { kind: "noise", ...noise(dice) }
    case 6:
    case 7:
      return { kind: "any JSON", contentType: json, text: JSON.stringify(anyJson(dice)) }
    default:
      return twinOf(dice)
  }
}
