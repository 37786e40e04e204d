/** `list`: what waits for a person, or what the flags ask for, the oldest first. */
import { Effect, Option, Result, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { keyText, PaymentId, ProjectId } from "@cauri/core"
import { Operator, OrderRef, Rail } from "@cauri/core/model"
import { csvOf } from "../csv.ts"
import { cursorText, readCursor } from "../cursor.ts"
import { readWord, rowData, wordsOf } from "../data.ts"
import { readDay } from "../report.ts"
import { needsPerson, printableJson, Screen, type Style } from "../Screen.ts"
import { duration, money } from "@cauri/catalogue"
import { tableOf } from "../table.ts"
import { WrongInput } from "../who.ts"
import { type Worklist, worklist, type WorklistFilter, type WorklistRow } from "../worklist.ts"
import { csv, json, oneForm, readAs, text } from "./flags.ts"

const states = [
  "Intended",
  "Held",
  "Submitting",
  "AwaitingOtp",
  "Pending",
  "Completed",
  "NotCompleted",
  "Refused",
  "InDoubt",
  "Expired",
  "Cancelled",
] as const

const readState = readWord(states)
const readStates = (given: string) => Result.all(given.split(",").map((each) => readState(each.trim())))

/** Refuses a value that no payment can have: its list would always be empty and look reassuring. */
const fitting =
  <A extends string>(schema: Schema.Codec<A, string>, expected: string) =>
  (given: string): Result.Result<A, string> =>
    Schema.is(schema)(given) ? Result.succeed(given) : Result.fail(expected)

const names = "in 1 to 64 letters, digits, hyphens and underscores"
const readProject = fitting(ProjectId, `a project ${names}`)
const readRail = readWord(Rail.literals)
const readOperator = fitting(Operator, "an operator in 1 to 64 printable ASCII characters")
const readOrder = fitting(OrderRef, "a reference in 1 to 128 printable ASCII characters without spaces")
const readRefunded = fitting(PaymentId, `an id ${names}`)

const maybe = Effect.fnUntraced(function* <A>(
  name: string,
  given: Option.Option<string>,
  read: (text: string) => Result.Result<A, string>,
) {
  return Option.isNone(given) ? undefined : yield* readAs(name, read(given.value))
})

const styleOf = ({ openFlags, overdue, readable, state }: WorklistRow): Style | undefined =>
  state === "InDoubt" || !readable ? "red" : overdue || openFlags.length > 0 || state === "Held" ? "yellow" : undefined

const headings = ["payment", "status", "amount", "rail", "operator", "party", "age", "flags"]

const tableText = ({ rows }: Worklist, colours: boolean): string =>
  tableOf(
    headings.map((title) => ({ title, right: title === "amount" || title === "age" })),
    rows.map((row) => {
      const style = styleOf(row)
      const { heldBecause, openFlags, rail, status } = rowData(row)
      const aside = row.readable ? heldBecause : "cannot be read"
      const stands = aside === null ? status : `${status} (${aside})`
      return [
        keyText(row.key),
        style === undefined ? stands : { text: stands, style },
        money(row.amount, "en"),
        rail,
        row.operator ?? "–",
        row.party ?? "–",
        duration(row.ageMillis, "en", 1),
        [...(row.overdue ? ["late"] : []), ...openFlags].join(", "),
      ]
    }),
    colours,
  )

/** The columns of the CSV: fields of the JSON. */
const columns = [
  "kind",
  "project",
  "id",
  "status",
  "heldBecause",
  "amount",
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
  flagged: Flag.Boolean("flagged").pipe(
    
    Flag.withDefault(false),
  ),
  overdue: Flag.Boolean("overdue").pipe(
    
    Flag.withDefault(false),
  ),
  status: text("status", `One or more, separated by commas: ${wordsOf(states)}`, "statuses"),
  kind: Flag.Literals("kind", ["payin", "payout"]).pipe(Flag.optional),
  project: text("project", "Only this project", "project"),
  rail: text("rail", `Only this rail: ${wordsOf(Rail.literals)}`, "rail"),
  operator: text("operator", "Only payouts of this operator", "operator"),
  order: text("order", "Only payins of this order", "reference"),
  refundOf: text("refund-of", "Only refunds of this payin", "id"),
  from: text("from", "Created on this day (UTC) or later", "day"),
  until: text("until", "Created before this day (UTC)", "day"),
  limit: Flag.Int("limit").pipe(Flag.withDefault(50)),
  after: text("after", "Continue where the page before ended", "cursor"),
  fail: Flag.Boolean("fail").pipe(
    
    Flag.withDefault(false),
  ),
  json,
  csv,
}

/** `list`. */
export const list = Command.make(
  "list",
  input,
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    yield* oneForm(given)
    if (given.flagged && given.overdue) {
      return yield* new WrongInput({ name: "--flagged and --overdue", expected: "asked for one at a time" })
    }
    if (given.limit < 1 || given.limit > 1_000)
      return yield* new WrongInput({ name: "--limit", expected: "from 1 to 1000" })
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
    const next = found.next === null ? null : cursorText(found.next)
    if (given.json) yield* screen.out(printableJson({ payments: found.rows.map(rowData), next }))
    else if (given.csv) yield* screen.out(csvText(found))
    else if (found.rows.length === 0) yield* screen.out("No matching payments.\n")
    else yield* screen.out(tableText(found, screen.colours))
    if (next !== null && !given.json) yield* screen.err(`There are more: --after ${next}\n`)
    if (given.fail && found.rows.length > 0) yield* needsPerson
  }),
).pipe(
  
  Command.withExamples([
    { command: "cauri console list --status in_doubt" },
    { command: "cauri console list --flagged --fail" },
  ]),
)
