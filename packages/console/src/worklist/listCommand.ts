/** `list`: what waits for a person, or what the flags ask for, the oldest first. */
import { Effect, Option, Result, Schema, Struct } from "effect"
import { Command, Flag } from "effect/cli"
import { keyText, PaymentId, ProjectId } from "@cauri/core"
import { Operator, OrderRef, Rail } from "@cauri/core/model"
import { csvOf } from "../words/csv.ts"
import { cursorText, readCursor } from "./cursor.ts"
import { stateTones } from "../frame/tones.ts"
import { isoOf, keyData, readWord, timeIn } from "../words/plain.ts"
import { type Worklist, worklist, type WorklistFilter, type WorklistRow } from "./worklist.ts"
import { readDay } from "../words/days.ts"
import { printableJson } from "../words/printable.ts"
import { needsPerson, Screen, type Style } from "../terminal/Screen.ts"
import { catalogue, duration, type Language, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { tableOf } from "../terminal/table.ts"
import { type Expected, WrongInput } from "../words/WrongInput.ts"
import { csv, json, oneForm, readAs, text } from "../terminal/flags.ts"

const rowData = ({ because, createdAt, key, openFlags, overdueSince, party, rail, state, ...row }: WorklistRow) => ({
  ...keyData(key),
  status: state,
  heldBecause: because,
  amount: row.amount,
  amountPaid: row.amountPaid,
  rail,
  operator: row.operator,
  phone: party,
  createdAt: isoOf(createdAt),
  overdue: row.overdue,
  overdueSince: timeIn(overdueSince),
  openFlags,
  waitsForSecondPerson: row.waitsForSecondPerson,
  readable: row.readable,
})

const readState = readWord(Struct.keys(stateTones))
const readStates = (given: string) => Result.all(given.split(",").map((each) => readState(each.trim())))

/** Refuses a value that no payment can have: its list would always be empty and look reassuring. */
const fitting =
  <A extends string>(schema: Schema.Codec<A, string>, expected: Expected) =>
  (given: string): Result.Result<A, Expected> =>
    Schema.is(schema)(given) ? Result.succeed(given) : Result.fail(expected)

const readProject = fitting(ProjectId, ["project"])
const readRail = readWord(Rail.literals)
const readOperator = fitting(Operator, ["operator"])
const readOrder = fitting(OrderRef, ["order"])
const readRefunded = fitting(PaymentId, ["id"])

const maybe = Effect.fnUntraced(function* <A>(
  name: string,
  given: Option.Option<string>,
  read: (text: string) => Result.Result<A, Expected>,
) {
  return Option.isNone(given) ? undefined : yield* readAs(name, read(given.value))
})

const styleOf = ({ openFlags, overdue, readable, state }: WorklistRow): Style | undefined =>
  state === "in_doubt" || !readable ? "red" : overdue || openFlags.length > 0 || state === "held" ? "yellow" : undefined

const headings = ["payment", "status", "amount", "rail", "operator", "party", "age", "flags"] as const

const tableText = ({ rows }: Worklist, colours: boolean, language: Language): string => {
  const words = tools[language].listCommand
  return tableOf(
    headings.map((name) => ({ title: words[name], right: name === "amount" || name === "age" })),
    rows.map((row) => {
      const style = styleOf(row)
      const { heldBecause, openFlags, rail, status } = rowData(row)
      const aside = row.readable ? heldBecause : words.unreadable
      const stands = aside === null ? status : `${status} (${aside})`
      return [
        keyText(row.key),
        style === undefined ? stands : { text: stands, style },
        row.amountPaid === null || row.amountPaid === row.amount
          ? money(row.amount, language)
          : `${money(row.amount, language)} (${catalogue[language].details.paid(row.amountPaid)})`,
        rail,
        row.operator ?? "–",
        row.party ?? "–",
        duration(row.ageMillis, language, 1),
        [...(row.overdue ? [words.late] : []), ...openFlags].join(", "),
      ]
    }),
    colours,
  )
}

/** The columns of the CSV: fields of the JSON. */
const columns = [
  "kind",
  "project",
  "id",
  "status",
  "heldBecause",
  "amount",
  "amountPaid",
  "rail",
  "operator",
  "phone",
  "createdAt",
  "overdue",
  "openFlags",
  "readable",
] as const

const csvText = ({ rows }: Worklist): string =>
  csvOf([
    columns,
    ...rows
      .map(rowData)
      .map((row) => columns.map((name) => (name === "openFlags" ? row.openFlags.join(" ") : row[name]))),
  ])

const input = {
  flagged: Flag.Boolean("flagged").pipe(Flag.withDefault(false)),
  overdue: Flag.Boolean("overdue").pipe(Flag.withDefault(false)),
  status: text("status"),
  kind: Flag.Literals("kind", ["payin", "payout"]).pipe(Flag.optional),
  project: text("project"),
  rail: text("rail"),
  operator: text("operator"),
  order: text("order"),
  refundOf: text("refund-of"),
  from: text("from"),
  until: text("until"),
  limit: Flag.Int("limit").pipe(Flag.withDefault(50)),
  after: text("after"),
  fail: Flag.Boolean("fail").pipe(Flag.withDefault(false)),
  json,
  csv,
}

export const list = Command.make(
  "list",
  input,
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    yield* oneForm(given)
    if (given.flagged && given.overdue) {
      return yield* new WrongInput({ name: "--flagged, --overdue", expected: ["one_at_a_time"] })
    }
    if (given.limit < 1 || given.limit > 1_000)
      return yield* new WrongInput({ name: "--limit", expected: ["between", 1, 1_000] })
    const wanted = {
      kind: Option.getOrUndefined(given.kind),
      project: yield* maybe("--project", given.project, readProject),
      states: yield* maybe("--status", given.status, readStates),
      rail: yield* maybe("--rail", given.rail, readRail),
      operator: yield* maybe("--operator", given.operator, readOperator),
      orderRef: yield* maybe("--order", given.order, readOrder),
      refundOf: yield* maybe("--refund-of", given.refundOf, readRefunded),
      createdFrom: (yield* maybe("--from", given.from, readDay))?.from,
      createdBefore: (yield* maybe("--until", given.until, readDay))?.from,
    }
    const filter: WorklistFilter = {
      list: given.flagged ? "flagged" : given.overdue ? "overdue" : "all",
      ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined)),
    }
    const after = yield* maybe("--after", given.after, readCursor)
    const found = yield* worklist({ filter, limit: given.limit, ...(after === undefined ? {} : { after }) })
    const words = tools[screen.language].listCommand
    const next = found.next === null ? null : cursorText(found.next)
    if (given.json) yield* screen.out(printableJson({ payments: found.rows.map(rowData), next }))
    else if (given.csv) yield* screen.out(csvText(found))
    else if (found.rows.length === 0) yield* screen.out(`${words.none}\n`)
    else yield* screen.out(tableText(found, screen.colours, screen.language))
    if (next !== null && !given.json) yield* screen.err(`${words.more(next)}\n`)
    if (given.fail && found.rows.length > 0) yield* needsPerson
  }),
).pipe(
  Command.withExamples([
    { command: "cauri console list --status in_doubt" },
    { command: "cauri console list --flagged --fail" },
  ]),
)
