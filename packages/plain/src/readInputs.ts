/** What a program passes in as core takes it: with its project and country. Core reads it, and names the first wrong field. */
import { type ListQuery, type PayinInput, PaymentId, type PaymentKey, ProjectId } from "@cauri/core"
import { type PayinMethodInput, PayinState, PayoutState } from "@cauri/core/model"
import { completePhone } from "@cauri/phone"
import { Schema, Struct } from "effect"
import { onlyFields } from "./fields.ts"
import { type ListInput, listFields, type PaymentRef } from "./inputs.ts"
import { invalidInput } from "./PaymentsError.ts"

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** One of these words, or the error that names the field. */
export const wordIn = <Word extends string>(words: ReadonlyArray<Word>, given: unknown, field: string): Word => {
  const word = words.find((each) => each === given)
  if (word === undefined) throw invalidInput(field, `one of ${words.join(", ")}`)
  return word
}

export const idExpected = "1 to 64 letters, digits, hyphens or underscores"

export const isProject = Schema.is(ProjectId)

/** The key of a payment. `project` is the default one. */
export const keyOf = (kind: PaymentKey["kind"], ref: PaymentRef, project: string | null): PaymentKey => {
  const given: { readonly id?: unknown; readonly project?: unknown } = isObject(ref) ? ref : { id: ref }
  const named = given.project ?? project
  if (!Schema.is(PaymentId)(given.id)) throw invalidInput("id", idExpected)
  if (!isProject(named)) throw invalidInput("project", `${idExpected}; there is no default one`)
  return { kind, project: named, id: given.id }
}

/** What to do about a number that is refused: where local ones get their country, and what else helps. */
interface NumberAdvice {
  readonly setting: string
  readonly further: string
}

const forPrograms: NumberAdvice = {
  setting: "set the option `country`",
  further: ". `normalisePhone` of @cauri/phone reads what a person typed",
}

/** With the number as it is sent: a local one gets the configured country, and never a guess (#13). What is no text is left to core. */
export const withNumber = <Input extends { readonly phone?: string | null }>(
  input: Input,
  country: string | null,
  { further, setting } = forPrograms,
  path = "",
): Input => {
  if (!isObject(input) || typeof input.phone !== "string") return input
  const read = completePhone(input.phone, country ?? undefined)
  if (read.ok) return { ...input, phone: read.phone }
  const isLocal = read.problem.because === "country_needed"
  const local = country !== null ? `; or a local number of ${country}` : isLocal ? `; for local numbers ${setting}` : ""
  const expected = `the country code and the number in digits, such as 22670XXXXXXX${local}${further}`
  throw invalidInput(`${path}phone`, expected)
}

/** The same for a payin, whose number is its method's. */
export const withPayersNumber = (input: PayinInput, country: string | null, advice = forPrograms): PayinInput =>
  isObject(input) ? { ...input, method: withNumber<PayinMethodInput>(input.method, country, advice, "method.") } : input

const statuses = { payin: Struct.keys(PayinState.cases), payout: Struct.keys(PayoutState.cases) }

/** A time from an input, in milliseconds. */
export const millisOf = (time: string | undefined, field: string): number | undefined => {
  if (time === undefined) return undefined
  const millis = Date.parse(time)
  if (Number.isNaN(millis)) throw invalidInput(field, "a time in ISO 8601")
  return millis
}

const cursorPattern = /^([0-9]{1,16})\.([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,64})$/

/** The `after` of the page behind this payment. */
export const cursorOf = (createdAt: number, { project, id }: PaymentKey): string => `${createdAt}.${project}.${id}`

const afterOf = (kind: PaymentKey["kind"], cursor: string | undefined): ListQuery["after"] => {
  if (cursor === undefined) return undefined
  const [, createdAt, project, id] = cursorPattern.exec(cursor) ?? []
  if (project === undefined || id === undefined) throw invalidInput("after", "the `next` of a page")
  return { createdAt: Number(createdAt), key: keyOf(kind, { id, project }, null) }
}

/** A list as core's stores take it. */
export const coreQuery = (
  kind: PaymentKey["kind"],
  input: ListInput<PayinState["_tag"] | PayoutState["_tag"]> = {},
): ListQuery => {
  onlyFields(input, listFields)
  const limit = input.limit ?? 50
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000) {
    throw invalidInput("limit", "a whole number from 1 to 1,000")
  }
  const states = input.status === undefined ? undefined : [input.status].flat()
  const query = {
    project: input.project,
    orderRef: input.orderRef,
    refundOf: input.refundOf,
    withOpenFlags: input.flagged,
    states: states?.map((status) => wordIn(statuses[kind], status, "status")),
    createdFrom: millisOf(input.createdFrom, "createdFrom"),
    createdBefore: millisOf(input.createdBefore, "createdBefore"),
    after: afterOf(kind, input.after),
  }
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  return { ...given, kind, limit }
}
