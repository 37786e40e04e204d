/**
 * What the forms of the pages do. Every form is a call of the control API under another name: the values of its fields become that
 * call's act, and are judged by the very same schema.
 */
import { randomBytes } from "node:crypto"
import { Effect, Result, Schema, SchemaIssue } from "effect"
import {
  Backstage,
  Engine,
  FaultRule,
  merchantSays,
  MerchantWord,
  Millis,
  PhoneAct,
  Phones,
  RequestLog,
  ScenarioChoice,
  ScenarioRuns,
  type SimulatorRefusal,
  TeamAct,
} from "@cauri/simulator"
import { actOnPhone } from "@cauri/simulator/pages"
import { Misfilled } from "./Misfilled.ts"
import { usualFaults } from "./usualFaults.ts"
import { type Typed, refusalOf, type View } from "./View.ts"

/** The services that a form may act on. */
export interface Stage {
  readonly engine: Engine["Service"]
  readonly backstage: Backstage["Service"]
  readonly phones: Phones["Service"]
  readonly log: RequestLog["Service"]
  readonly runs: ScenarioRuns["Service"]
}

type Fields = URLSearchParams
type Acted = Effect.Effect<void, SimulatorRefusal | Misfilled>

/** The field that a refusal of the simulator is about, by its code. */
const refusedFields: Partial<Record<SimulatorRefusal["because"], string>> = {
  menu_amount: "amountXof",
  menu_pin: "pin",
  unknown_code: "ussd",
  balance: "balanceXof",
  no_project_or_balance: "balanceXof",
  project_exists: "id",
  not_an_operator: "operator",
  not_a_project: "whitelist",
  time_factor: "factor",
  not_an_address: "target",
  not_a_rule: "id",
}

/** What a refused form shows: the sentence, and the sentence at the field. */
export const refusedForm = (
  { language, words }: Pick<View, "language" | "words">,
  fields: URLSearchParams,
  refusal: SimulatorRefusal | Misfilled,
): Typed => {
  if (refusal._tag === "SimulatorRefusal") {
    const says = refusalOf(language, refusal.because)
    const field = refusedFields[refusal.because]
    return { fields, says, wrong: field === undefined ? null : { field, says } }
  }
  const { field, rule = field } = refusal
  const known = Object.entries(words.wrong_fields).find(([name]) => name === rule)?.[1]
  return {
    fields,
    says: refusalOf(language, "bad_form"),
    wrong: field === null ? null : { field, says: known ?? words.wrong_field },
  }
}

const text = (fields: Fields, name: string): string => (fields.get(name) ?? "").trim()
/** A whole number, or what was typed: the schema refuses it then. */
const whole = (fields: Fields, name: string): unknown => {
  const given = text(fields, name).replaceAll(/[\s\u202f\u00a0]/g, "")
  return /^-?[0-9]+$/.test(given) ? Number(given) : given
}
const number = (fields: Fields, name: string): unknown => {
  const given = text(fields, name).replace(",", ".")
  return given === "" ? undefined : Number(given)
}
const isTrue = (fields: Fields, name: string): boolean => fields.get(name) === "true"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

const read = <A>(schema: Schema.ConstraintDecoder<A>, value: unknown, fields: Fields): Result.Result<A, Misfilled> =>
  Result.mapError(Schema.decodeUnknownResult(schema)(value), ({ issue }) => {
    const path = format(issue).issues[0]?.path ?? []
    const keys = path.map((part) => String(typeof part === "object" ? part.key : part))
    return new Misfilled({ field: keys.findLast((key) => fields.has(key)) ?? null })
  })

const decoded = <A>(schema: Schema.ConstraintDecoder<A>, value: unknown, fields: Fields): Effect.Effect<A, Misfilled> =>
  Effect.fromResult(read(schema, value, fields))

/** A price and numbers for a scenario, where they are given. */
export const scenarioChoice = (fields: URLSearchParams): Result.Result<ScenarioChoice, Misfilled> => {
  const phones = text(fields, "phones")
  const given = {
    ...(text(fields, "amountXof") !== "" && { amountXof: whole(fields, "amountXof") }),
    ...(phones !== "" && { phones: phones.split(/[\s,;]+/) }),
  }
  return read(ScenarioChoice, given, fields)
}

/** How a field of an act is read, where it is no text. */
const readers: Readonly<Record<string, (fields: Fields, name: string) => unknown>> = {
  amountXof: whole,
  balanceXof: whole,
  millis: whole,
  factor: number,
  completed: isTrue,
  open: isTrue,
  operator: (fields) => jsonOf(text(fields, "operator")),
  body: (fields) => fields.get("body") ?? "",
  project: (fields) => ({
    id: text(fields, "id"),
    name: text(fields, "name"),
    enabled: true,
    apiKey: `sandbox-key-${secret()}`,
    apiToken: `sandbox-token-${secret()}`,
    credentialsExpireAt: null,
    payinsEnabled: true,
    payoutsEnabled: true,
    whitelist: ["127.0.0.1", "::1"],
    customerPaysFees: false,
    bounds: {},
  }),
  change: (fields) => ({
    enabled: isTrue(fields, "enabled"),
    payinsEnabled: isTrue(fields, "payinsEnabled"),
    payoutsEnabled: isTrue(fields, "payoutsEnabled"),
    customerPaysFees: isTrue(fields, "customerPaysFees"),
    whitelist: text(fields, "whitelist")
      .split(/[\s,;]+/)
      .filter((each) => each !== ""),
  }),
}

const ruleOf = (fields: Fields): object => {
  const conditions = {
    endpoints: text(fields, "endpoint") === "" ? undefined : [text(fields, "endpoint")],
    phone: text(fields, "phone") || undefined,
    amountXof: number(fields, "amountXof"),
    transactionId: text(fields, "transactionId") || undefined,
    nth: number(fields, "nth"),
    times: number(fields, "times"),
    probability: number(fields, "probability"),
  }
  const given = Object.entries(conditions).filter(([, value]) => value !== undefined)
  const usual = usualFaults.find(({ id }) => id === text(fields, "usual"))
  return { id: text(fields, "id"), fault: usual?.fault, ...Object.fromEntries(given) }
}

const Pace = Schema.Struct({ factor: Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0)) })
const Leap = Schema.Struct({ millis: Millis })

export const formActs = ({
  backstage,
  engine,
  log,
  phones,
  runs,
}: Stage): Readonly<Record<string, (fields: Fields) => Acted>> => ({
  ...prefixed("team", TeamAct.cases, (act, fields) => Effect.flatMap(decoded(TeamAct, act, fields), backstage.act)),
  ...prefixed("phone", PhoneAct.cases, (act, fields) =>
    Effect.flatMap(decoded(PhoneAct, act, fields), (decodedAct) =>
      Effect.asVoid(actOnPhone(phones, text(fields, "number"), decodedAct)),
    ),
  ),
  "time.pass": (fields) =>
    Effect.flatMap(decoded(Leap, { millis: whole(fields, "millis") }, fields), ({ millis }) =>
      Effect.andThen(engine.passTime(millis), engine.settled),
    ),
  "time.factor": (fields) =>
    Effect.flatMap(decoded(Pace, { factor: number(fields, "factor") }, fields), ({ factor }) =>
      backstage.act({ _tag: "SetTimeFactor", factor }),
    ),
  "faults.put": (fields) =>
    Effect.flatMap(decoded(FaultRule, ruleOf(fields), fields), (rule) => backstage.act({ _tag: "PutFaultRule", rule })),
  "faults.remove": (fields) => backstage.act({ _tag: "RemoveFaultRule", ruleId: text(fields, "id") }),
  "grade.word": (fields) =>
    Effect.flatMap(
      decoded(MerchantWord, { order: text(fields, "order"), says: text(fields, "says") }, fields),
      (word) => merchantSays(word).pipe(Effect.provideService(Engine, engine), Effect.provideService(RequestLog, log)),
    ),
  "scenario.start": (fields) =>
    Effect.flatMap(Effect.fromResult(scenarioChoice(fields)), (choice) =>
      Effect.asVoid(runs.start(text(fields, "name"), choice)),
    ),
  "scenario.next": (fields) => runs.goOn(Number(text(fields, "run"))),
  reset: (fields) =>
    isTrue(fields, "sure") ? Effect.andThen(engine.reset, log.clear) : Effect.fail(new Misfilled({ field: "sure" })),
})

/** A form for each act of these, whose fields have the names of the act's. */
const prefixed = (
  prefix: string,
  acts: Readonly<Record<string, { readonly fields: object }>>,
  done: (act: object, fields: Fields) => Acted,
): Readonly<Record<string, (fields: Fields) => Acted>> =>
  Object.fromEntries(
    Object.entries(acts).map(([tag, act]) => [
      `${prefix}.${tag}`,
      (fields: Fields) => {
        const given = Object.keys(act.fields).map((name) => [name, (readers[name] ?? text)(fields, name)])
        return done({ ...Object.fromEntries(given), _tag: tag }, fields)
      },
    ]),
  )

const secret = (): string => randomBytes(12).toString("hex")

const jsonOf = (given: string): unknown => Result.getOrElse(Schema.decodeUnknownResult(AnyJson)(given), () => null)
const AnyJson = Schema.fromJsonString(Schema.Json)
