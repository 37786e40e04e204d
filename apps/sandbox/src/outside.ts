/** The addresses that a graded program offers to its test: each is named on the command line, and nothing else is called. */
import { Effect, Option, Predicate, Schema } from "effect"
import type { MerchantAct, MerchantWord, Scenario } from "@cauri/simulator"

/** The addresses; `null`: a person does it, or nothing is asked. */
export interface Outside {
  /** Is asked to do what a scenario wants of the program. */
  readonly hook: string | null
  readonly probe: string | null
  /** The return address of an order, as a browser opens it. */
  readonly visit: string | null
}

const answerMillis = 10_000

const asked = (address: string, init: RequestInit = {}) =>
  Effect.tryPromise(async (signal) => {
    const response = await fetch(address, { redirect: "manual", ...init, signal })
    return { status: response.status, isFine: response.ok, text: await response.text() }
  }).pipe(Effect.timeout(answerMillis), Effect.option)

/** An address with an order and a token in their places. */
const filled = (template: string, order: string, token: string): string =>
  template.replaceAll("{order}", encodeURIComponent(order)).replaceAll("{token}", encodeURIComponent(token))

/** Each field is read by itself: an odd one discards no other. */
const fieldsOf = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const words: ReadonlyArray<readonly [MerchantWord["says"], RegExp]> = [
  ["Paid", /^(paid|completed|complete|success|succeeded|arrived|credited)$/i],
  ["Failed", /^(failed|notcompleted|cancelled|canceled|refused|expired|error)$/i],
]

/** What a program says of an order: the field `says`, `state` or `status` of a JSON object, or a bare word. */
export const wordIn = (text: string): Pick<MerchantWord, "says" | "bookedXof"> => {
  const fields: Readonly<Record<string, unknown>> = Option.getOrElse(fieldsOf(text), () => ({ says: text }))
  const said = [fields["says"], fields["state"], fields["status"]].find(Predicate.isString)?.trim() ?? ""
  const { bookedXof: booked } = fields
  const bookedXof = typeof booked === "number" || (Predicate.isString(booked) && booked !== "") ? Number(booked) : NaN
  return {
    says: words.find(([, pattern]) => pattern.test(said))?.[0] ?? "Open",
    ...(Number.isSafeInteger(bookedXof) && { bookedXof }),
  }
}

/** Asks the program for the state of an order; nothing where it does not know it, or does not answer. */
export const probed = ({ probe }: Outside, order: string, token: string) =>
  probe === null
    ? Effect.succeed(null)
    : Effect.map(asked(filled(probe, order, token)), (answer) =>
        Option.isSome(answer) && answer.value.isFine ? wordIn(answer.value.text) : null,
      )

/** Opens the return address of an order with the token of another payment. */
export const visited = (visit: string, order: string, token: string) =>
  Effect.asVoid(asked(filled(visit, order, token)))

export interface Part extends ScenarioPayment {
  readonly does: MerchantAct
  readonly scenario: string
  /** The reference, once the program has chosen one; a suggestion before. */
  readonly order: string
  readonly code: string | null
}

type ScenarioPayment = Scenario["payment"]

/** What the program answers: it does its part now, it has done it and no call follows (204), or it cannot. */
export type Answer = "Begun" | "Done" | "Cannot"

export const hooked = (hook: string, part: Part) =>
  Effect.map(
    asked(hook, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(part),
    }),
    (answer): Answer => {
      if (Option.isNone(answer) || !answer.value.isFine) return "Cannot"
      return answer.value.status === 204 ? "Done" : "Begun"
    },
  )
