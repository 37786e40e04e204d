/**
 * Compares the lines of statements with our payments: by reference first, then by number, amount and time, one to one. What fits in more
 * than one way is said and never guessed, and nothing here decides about a payment.
 */
import type { PaymentKey } from "@cauri/core"
import type { StateTag } from "@cauri/core/model"
import { uncovered } from "@cauri/core/adapter"
import type { StatementRow } from "./readStatement.ts"

/** A line of a statement, with the statement that has it. */
export interface Line extends StatementRow {
  readonly statement: number
}

/** A payment as it is compared. */
export interface OurPayment {
  readonly key: PaymentKey
  readonly amount: number
  /** Its tokens and other names at the service, and its id. */
  readonly references: ReadonlyArray<string>
  readonly phones: ReadonlyArray<string>
  /** From the first call to the last, or the end. */
  readonly from: number
  readonly until: number
  /** `moved`: completed here. `open`: sent, and not final. `unmoved`: not sent, or final without money. */
  readonly stands: "moved" | "open" | "unmoved"
  readonly state: StateTag
  /** The operator of a payout, where it is known. */
  readonly operator: string | null
  readonly inDoubt: boolean
}

/** A payment and a line that says something else: the service moved money that was not moved here, or did not move what was. */
interface Contradiction {
  readonly payment: OurPayment
  readonly line: Line
}

/** A payment and the line that says the same. */
interface Pair {
  readonly payment: OurPayment
  readonly line: Line
  readonly by: "reference" | "number"
  readonly sameAmount: boolean
}

/** What a statement says about a payout in doubt. A person decides. */
export type Proposal = { readonly payment: OurPayment } & (
  | { readonly _tag: "completed"; readonly line: Line }
  /** The statements cover the time in which it would have moved, and no line fits. */
  | { readonly _tag: "not_completed"; readonly line: Line | null }
  | {
      readonly _tag: "Unclear"
      readonly because: "several" | "other_amount" | "may_fit" | "not_covered"
      readonly lines: ReadonlyArray<Line>
    }
)

export interface Comparison {
  readonly both: ReadonlyArray<Pair>
  readonly contradictions: ReadonlyArray<Contradiction>
  /** Completed here, and in no line. */
  readonly ours: ReadonlyArray<OurPayment>
  /** Moved there, and no payment here: a payout among them may have been lost with a store. */
  readonly theirs: ReadonlyArray<Line>
  /** What fits in more than one way. */
  readonly several: ReadonlyArray<{ readonly line: Line; readonly payments: ReadonlyArray<OurPayment> }>
  readonly proposals: ReadonlyArray<Proposal>
}

export interface MatchTerms {
  readonly from: number
  readonly before: number
  /** How long before the first call a line may lie: clocks differ. */
  readonly early: number
  /** How long after the last call a line may follow. */
  readonly late: number
  /** For so long after its last call the statements must cover a payout before its absence says something. */
  readonly settled: number
  /** Whether the statements cover this time whole. */
  readonly covers: (payment: OurPayment, from: number, before: number) => boolean
}

/** The minutes, days and clocks by which lines and calls lie apart. */
export const usualTerms = { early: 15 * 60_000, late: 8 * 86_400_000 } as const

const tail = (phone: string): string => phone.slice(-8)

/** Numbers come with a country code or without. */
const samePhone = (one: string, other: string): boolean =>
  one === other || (Math.min(one.length, other.length) >= 8 && (one.endsWith(other) || other.endsWith(one)))

const goesItsWay = (line: Line, { key, operator }: OurPayment): boolean =>
  line.kind === key.kind && (line.operator === "" || operator === null || line.operator === operator)
const isSame = (line: Line, { amount }: OurPayment): boolean => Math.abs(line.amount) === amount

const added = <Key, A>(map: Map<Key, Array<A>>, key: Key, value: A): void => {
  const group = map.get(key)
  if (group === undefined) map.set(key, [value])
  else group.push(value)
}

const grouped = <A>(
  all: ReadonlyArray<A>,
  names: (each: A) => ReadonlyArray<string>,
): ReadonlyMap<string, ReadonlyArray<A>> => {
  const groups = new Map<string, Array<A>>()
  for (const each of all) for (const name of new Set(names(each))) added(groups, name, each)
  return groups
}

/** Lines and payments that fit each other, in both directions. */
const edges = (pairs: ReadonlyArray<readonly [Line, OurPayment]>) => {
  const ofLine = new Map<Line, Array<OurPayment>>()
  const ofPayment = new Map<OurPayment, Array<Line>>()
  for (const [line, payment] of pairs) {
    added(ofLine, line, payment)
    added(ofPayment, payment, line)
  }
  return { ofLine, ofPayment }
}

/** Compares lines with payments. Both may reach beyond the period, so that what moved at its edges finds its partner. */
export const match = (
  lines: ReadonlyArray<Line>,
  payments: ReadonlyArray<OurPayment>,
  terms: MatchTerms,
): Comparison => {
  const moved = lines.filter(({ amount, kind, moved }) => moved === "yes" && amount !== 0 && kind !== "other")
  const pairs: Array<Pair> = []
  const several: Array<Comparison["several"][number]> = []
  const settled = new Set<Line | OurPayment>()
  const tangled = new Map<OurPayment, Array<Line>>()

  const settle = (found: ReturnType<typeof edges>, by: Pair["by"]) => {
    for (const [line, [payment, ...others]] of found.ofLine) {
      if (payment === undefined) continue
      if (others.length === 0 && (found.ofPayment.get(payment)?.length ?? 0) === 1) {
        pairs.push({ payment, line, by, sameAmount: isSame(line, payment) })
      } else {
        several.push({ line, payments: [payment, ...others] })
        for (const each of [payment, ...others]) added(tangled, each, line)
      }
      settled.add(line)
      for (const each of [payment, ...others]) settled.add(each)
    }
  }

  const byReference = grouped(payments, ({ references }) => references)
  settle(
    edges(
      moved.flatMap((line) =>
        line.reference === ""
          ? []
          : (byReference.get(line.reference) ?? []).flatMap((payment) =>
              goesItsWay(line, payment) ? [[line, payment] as const] : [],
            ),
      ),
    ),
    "reference",
  )

  const byPhone = grouped(payments, ({ phones }) => phones.map(tail))
  const isNear = (line: Line, payment: OurPayment) =>
    line.at + line.span >= payment.from - terms.early && line.at <= payment.until + terms.late
  const fitsBy = (line: Line, fits: (payment: OurPayment) => boolean) => {
    const { phone } = line
    if (phone === null) return []
    return (byPhone.get(tail(phone)) ?? []).filter(
      (payment) =>
        goesItsWay(line, payment) &&
        isNear(line, payment) &&
        payment.phones.some((each) => samePhone(each, phone)) &&
        fits(payment),
    )
  }
  for (const stands of [["moved", "open"], ["unmoved"]] as const) {
    const found = moved.flatMap((line) =>
      settled.has(line)
        ? []
        : fitsBy(
            line,
            (payment) =>
              !settled.has(payment) && isSame(line, payment) && stands.some((each) => each === payment.stands),
          ).map((payment) => [line, payment] as const),
    )
    settle(edges(found), "number")
  }

  const isWithin = (at: number) => at >= terms.from && at < terms.before
  const paired = new Set(pairs.map(({ payment }) => payment))
  const pairOf = new Map(pairs.map((pair) => [pair.payment, pair]))
  const lineOwner = new Map(pairs.map((pair) => [pair.line, pair]))

  const proposals = proposalsFor(
    payments.filter((payment) => payment.inDoubt && payment.key.kind === "payout"),
    { lines, terms, pairOf, lineOwner, tangled, isNear },
  )
  const failed = lines
    .filter((line) => line.moved === "no" && line.reference !== "")
    .flatMap((line) =>
      (byReference.get(line.reference) ?? [])
        .filter((payment) => payment.stands === "moved" && !paired.has(payment) && !tangled.has(payment))
        .filter((payment) => goesItsWay(line, payment))
        .map((payment) => ({ payment, line })),
    )
  const denied = new Set(failed.map(({ payment }) => payment))
  const inPeriod = pairs.filter(({ line, payment }) => isWithin(line.at) || isWithin(payment.until))
  return {
    both: inPeriod.filter(({ payment }) => payment.stands !== "unmoved"),
    contradictions: [
      ...inPeriod.filter(({ payment }) => payment.stands === "unmoved"),
      ...failed.filter(({ line, payment }) => isWithin(line.at) || isWithin(payment.until)),
    ].map(({ line, payment }) => ({ line, payment })),
    ours: payments.filter(
      (payment) =>
        payment.stands === "moved" &&
        isWithin(payment.until) &&
        !paired.has(payment) &&
        !tangled.has(payment) &&
        !denied.has(payment),
    ),
    theirs: moved.filter((line) => isWithin(line.at) && !settled.has(line)),
    several: several.filter(({ line }) => isWithin(line.at)),
    proposals,
  }
}

interface ProposalTerms {
  readonly lines: ReadonlyArray<Line>
  readonly terms: MatchTerms
  readonly pairOf: ReadonlyMap<OurPayment, Pair>
  readonly lineOwner: ReadonlyMap<Line, Pair>
  readonly tangled: ReadonlyMap<OurPayment, ReadonlyArray<Line>>
  readonly isNear: (line: Line, payment: OurPayment) => boolean
}

/** Does another payment certainly own the line? By its number alone it does not, where this payment would fit as well. */
const isOwned = (line: Line, payment: OurPayment, owner: Pair | undefined): boolean =>
  owner !== undefined && (owner.by === "reference" || !isSame(line, payment))

/**
 * What the statements say about each payout in doubt. "Not completed" needs more than no match: no line to this number that may be it, none
 * of its amount whose number cannot be read, and statements over the whole time in which it would have moved.
 */
const proposalsFor = (
  payments: ReadonlyArray<OurPayment>,
  { isNear, lineOwner, lines, pairOf, tangled, terms }: ProposalTerms,
): ReadonlyArray<Proposal> => {
  const byPhone = grouped(lines, ({ phone }) => (phone === null ? [] : [tail(phone)]))
  const byReference = grouped(lines, ({ reference }) => (reference === "" ? [] : [reference]))
  const unnamed = grouped(
    lines.filter(({ kind, phone }) => phone === null && kind === "payout"),
    ({ amount }) => [String(amount)],
  )
  return payments.map((payment): Proposal => {
    const pair = pairOf.get(payment)
    const also = tangled.get(payment)
    if (also !== undefined) return { payment, _tag: "Unclear", because: "several", lines: also }
    const named = payment.references.flatMap((reference) => byReference.get(reference) ?? [])
    const others = named.filter((line) => line !== pair?.line)
    if (pair !== undefined) {
      // Money that went out and came back, or a second line: a person reads them all.
      if (others.length > 0) return { payment, _tag: "Unclear", because: "several", lines: [pair.line, ...others] }
      if (!pair.sameAmount) return { payment, _tag: "Unclear", because: "other_amount", lines: [pair.line] }
      return { payment, _tag: "completed", line: pair.line }
    }
    const [failed, ...more] = named
    const near = [
      ...payment.phones.flatMap((phone) => byPhone.get(tail(phone)) ?? []),
      ...(unnamed.get(String(-payment.amount)) ?? []),
    ].filter(
      (line) =>
        line.moved !== "no" &&
        goesItsWay(line, payment) &&
        isNear(line, payment) &&
        !named.includes(line) &&
        !isOwned(line, payment, lineOwner.get(line)),
    )
    const doubtful = [...named.filter(({ moved }) => moved !== "no"), ...near]
    if (doubtful.length > 0 || more.length > 0) {
      return { payment, _tag: "Unclear", because: "may_fit", lines: [...new Set([...named, ...near])] }
    }
    return terms.covers(payment, payment.from - terms.early, payment.until + terms.settled)
      ? { payment, _tag: "not_completed", line: failed ?? null }
      : { payment, _tag: "Unclear", because: "not_covered", lines: failed === undefined ? [] : [failed] }
  })
}

/** The parts of a time that these statements do not cover for one of the operators; of no operator, that none of them covers. */
export const uncoveredFor = (
  statements: ReadonlyArray<{
    readonly from: number
    readonly before: number
    readonly covers: ReadonlyArray<string>
  }>,
  operators: ReadonlyArray<string>,
  from: number,
  before: number,
): ReadonlyArray<{ readonly from: number; readonly before: number }> => {
  const missing = (operator: string | null) =>
    uncovered(
      statements.filter(({ covers }) =>
        operator === null ? covers.length > 0 : covers.includes("") || covers.includes(operator),
      ),
      from,
      before,
    )
  const all = operators.length === 0 ? missing(null) : operators.flatMap(missing)
  return [...new Map(all.map((gap) => [`${gap.from} ${gap.before}`, gap])).values()]
}

/** Two of these periods that overlap. */
export const overlapping = <A extends { readonly from: number; readonly before: number }>(
  periods: ReadonlyArray<A>,
): ReadonlyArray<readonly [A, A]> => {
  const sorted = periods.toSorted((one, other) => one.from - other.from)
  return sorted.flatMap((one, index) =>
    sorted
      .slice(index + 1)
      .filter(({ from }) => from < one.before)
      .map((other) => [one, other] as const),
  )
}

/** What moved of one kind: completed here, and moved as the statements say. */
export interface Totals {
  readonly kind: PaymentKey["kind"]
  readonly ours: number
  readonly theirs: number
}

/** The totals of a comparison, payins first. What fits in more than one way counts once on each side. */
export const totalsOf = ({
  both,
  contradictions,
  ours,
  several,
  theirs,
}: Omit<Comparison, "proposals">): ReadonlyArray<Totals> => {
  const payments = new Set([
    ...[...both, ...contradictions].map(({ payment }) => payment),
    ...ours,
    ...several.flatMap(({ payments: tangled }) => tangled),
  ])
  const lines = [
    ...[...both, ...contradictions].flatMap(({ line }) => (line.moved === "yes" ? [line] : [])),
    ...theirs,
    ...several.map(({ line }) => line),
  ]
  return (["payin", "payout"] as const).map((kind) => ({
    kind,
    ours: [...payments]
      .filter(({ key, stands }) => key.kind === kind && stands === "moved")
      .reduce((sum, { amount }) => sum + amount, 0),
    theirs: lines.filter((line) => line.kind === kind).reduce((sum, { amount }) => sum + Math.abs(amount), 0),
  }))
}
