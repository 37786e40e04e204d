/**
 * Lists are for people and reports: every given filter must match, the oldest comes first, and pages neither skip nor repeat.
 */
import { assert } from "@effect/vitest"
import { Effect, Result } from "effect"
import { cursorAfter, type ListQuery, type PaymentKey, PaymentStore } from "@cauri/core"
import { type PaymentFilter, toPaymentWrite } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import {
  accepted,
  day,
  flagClosed,
  flagged,
  type Ground,
  idsOf,
  newGround,
  payinIn,
  payoutIn,
  started,
  type Step,
} from "../samples.ts"
import { everything, firstOf, move, put, putAll, sameRecord } from "../steps.ts"

const today = (ground: Ground): ListQuery => ({
  createdFrom: ground.at,
  createdBefore: ground.at + day,
  limit: everything,
})

const list = Effect.fnUntraced(function* (query: ListQuery) {
  return yield* (yield* PaymentStore).list(query)
})

/** Payments that differ in everything that a filter can name. */
const variety = (ground: Ground): ReadonlyArray<Step> => {
  const steps: Array<Step> = []
  const at = () => ground.at + Math.floor(steps.length / 4)
  for (const project of [ground.project, ground.elsewhere]) {
    for (const orderRef of ["order/1", "order/2", null]) {
      steps.push(payinIn(ground, `p${steps.length}`, "pending", { project, orderRef, at: at() }))
      steps.push(payinIn(ground, `p${steps.length}`, "completed", { project, orderRef, at: at(), followedBy: [] }))
    }
    const followedBy = [started(2), accepted(2)]
    steps.push(payinIn(ground, `p${steps.length}`, "pending", { project, at: at(), followedBy }))
    for (const operator of ["Operator One", "Operator Two", null]) {
      const refundOf = operator === null ? null : "p0"
      const other = operator === "Operator Two" ? { amount: 1_500, phone: ground.phone(1) } : {}
      const wish = { project, operator, refundOf, at: at(), ...other }
      steps.push(payoutIn(ground, `p${steps.length}`, "pending", { ...wish, followedBy: [flagged("late")] }))
      steps.push(
        payoutIn(ground, `p${steps.length}`, "in_doubt", { ...wish, followedBy: [flagged("x"), flagClosed("x")] }),
      )
      const method = { type: "wallet", funds: "keep_in_wallet" } as const
      steps.push(payoutIn(ground, `p${steps.length}`, "completed", { ...wish, method }))
    }
  }
  return steps
}

/** The expected list, computed without a store. */
const expected = (steps: ReadonlyArray<Step>, query: ListQuery): ReadonlyArray<string> =>
  steps
    .map(({ change, tracking }) => toPaymentWrite(change.payment, tracking))
    .filter(
      (row) =>
        (query.id === undefined || row.id === query.id) &&
        (query.kind === undefined || row.kind === query.kind) &&
        (query.project === undefined || row.project === query.project) &&
        (query.states === undefined || query.states.some((state) => state === row.state)) &&
        (query.rail === undefined || row.rail === query.rail) &&
        (query.operator === undefined || row.operator === query.operator) &&
        (query.orderRef === undefined || row.orderRef === query.orderRef) &&
        (query.refundOf === undefined || row.refundOf === query.refundOf) &&
        (query.withOpenFlags === undefined || row.openFlags > 0 === query.withOpenFlags) &&
        (query.amount === undefined || row.amount === query.amount) &&
        (query.partyEnding === undefined || row.party?.endsWith(query.partyEnding) === true) &&
        (query.token === undefined || row.attempts.some(({ token }) => token === query.token)) &&
        (query.mentions === undefined || row.body.includes(JSON.stringify(query.mentions))) &&
        (query.createdFrom === undefined || row.createdAt >= query.createdFrom) &&
        (query.createdBefore === undefined || row.createdAt < query.createdBefore),
    )
    .map(({ id }) => id)

const filters = (ground: Ground): ReadonlyArray<Partial<ListQuery>> => [
  { id: "p3" },
  { kind: "payin" },
  { kind: "payout" },
  { project: ground.project },
  { project: "nowhere" },
  { states: ["pending"] },
  { states: ["completed", "in_doubt"] },
  { states: [] },
  { rail: "ussd_push" },
  { rail: "wallet_payout" },
  { operator: "Operator One" },
  { orderRef: "order/1" },
  { refundOf: "p0" },
  { withOpenFlags: true },
  { withOpenFlags: false },
  { amount: 1_500 },
  { partyEnding: ground.phone(1).slice(-4) },
  { partyEnding: ground.phone(1).slice(0, 4) },
  { token: "token-1" },
  { token: "token-2" },
  { token: "token" },
  { mentions: "order/1" },
  { mentions: "order/" },
  { mentions: "token-1" },
  { createdFrom: ground.at + 2 },
  { createdBefore: ground.at + 7 },
]

const pagesOf = Effect.fnUntraced(function* (query: ListQuery) {
  const read: Array<PaymentRecord> = []
  for (;;) {
    const last: PaymentRecord | undefined = read.at(-1)
    const after = last === undefined ? {} : { after: cursorAfter(Result.succeed(last)) }
    const page = yield* list({ ...query, ...after })
    assert.isAtMost(page.length, query.limit)
    if (page.length === 0) return read
    read.push(...page)
    assert.isBelow(read.length, everything)
  }
})

const nameOf = ({ kind, project, id }: PaymentKey) => [kind, project, id]

export const listing: Facet = {
  name: "listing",
  alone: false,
  cases: {
    "a list holds whole payments, as finding them does": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending", { actAt: 5, followedBy: [flagged("late")] }))
      const listed = yield* list({ project: ground.project, limit: everything })
      assert.strictEqual(listed.length, 1)
      sameRecord(firstOf(listed), record)
    }),

    "a list of nothing is empty": Effect.gen(function* () {
      yield* put(payoutIn(yield* newGround, "another-day"))
      assert.deepStrictEqual(yield* list(today(yield* newGround)), [])
    }),

    "each filter alone, and each two together, hold exactly what fits": Effect.gen(function* () {
      const ground = yield* newGround
      const steps = variety(ground)
      yield* putAll(steps)
      const all = [{}, ...filters(ground)]
      for (const one of all) {
        for (const other of all) {
          const query = { ...today(ground), ...one, ...other }
          assert.deepStrictEqual(idsOf(yield* list(query)).toSorted(), expected(steps, query).toSorted())
        }
      }
    }),

    "an id is found in every kind and project that has it": Effect.gen(function* () {
      const ground = yield* newGround
      const { elsewhere: project } = ground
      yield* putAll([
        payinIn(ground, "same"),
        payoutIn(ground, "same"),
        payoutIn(ground, "same", "intended", { project }),
      ])
      yield* put(payoutIn(ground, "same-2"))
      const listed = yield* list({ ...today(ground), id: "same" })
      const names = listed.map(({ payment }) => nameOf(payment.key).join(" "))
      const expected = [
        ["payin", ground.project, "same"],
        ["payout", ground.project, "same"],
        ["payout", project, "same"],
      ]
      assert.sameMembers(
        names,
        expected.map((name) => name.join(" ")),
      )
    }),

    "all filters together hold exactly what fits": Effect.gen(function* () {
      const ground = yield* newGround
      const steps = variety(ground)
      yield* putAll(steps)
      const query: ListQuery = {
        kind: "payout",
        project: ground.project,
        states: ["pending", "completed"],
        rail: "mobile_money_payout",
        operator: "Operator Two",
        refundOf: "p0",
        withOpenFlags: true,
        createdFrom: ground.at,
        createdBefore: ground.at + day,
        limit: everything,
      }
      assert.strictEqual(expected(steps, query).length, 1)
      assert.deepStrictEqual(idsOf(yield* list(query)), expected(steps, query))
      assert.deepStrictEqual(idsOf(yield* list({ ...query, operator: "Operator Three" })), [])
    }),

    "texts are compared letter for letter, not as patterns": Effect.gen(function* () {
      const ground = yield* newGround
      const refs = ["a%", "ab", "A%", "a_", "'--", "';DROP/**/TABLE/**/payments;--", "a\\", '"a"']
      for (const [index, orderRef] of refs.entries()) {
        yield* put(payinIn(ground, `in-${index}`, "pending", { orderRef }))
        yield* put(payoutIn(ground, `out-${index}`, "pending", { operator: orderRef }))
      }
      for (const [index, text] of refs.entries()) {
        const { project } = ground
        assert.deepStrictEqual(idsOf(yield* list({ project, orderRef: text, limit: everything })), [`in-${index}`])
        assert.deepStrictEqual(idsOf(yield* list({ project, operator: text, limit: everything })), [`out-${index}`])
      }
    }),

    "a payment is listed by what it is now": Effect.gen(function* () {
      const ground = yield* newGround
      const { project } = ground
      const record = yield* put(payoutIn(ground, "salary", "pending"))
      const late = yield* move(record, [flagged("late")], ground.at)
      assert.strictEqual((yield* list({ project, withOpenFlags: true, limit: 9 })).length, 1)
      yield* move(late, [flagClosed("late")], ground.at)
      assert.deepStrictEqual(yield* list({ project, withOpenFlags: true, limit: 9 }), [])
      assert.strictEqual((yield* list({ project, withOpenFlags: false, limit: 9 })).length, 1)
      assert.deepStrictEqual(yield* list({ project, states: ["intended"], limit: 9 }), [])
    }),

    "the time of creation counts from its first millisecond to the one before its last": Effect.gen(function* () {
      const ground = yield* newGround
      const { at, project } = ground
      for (const index of [0, 1, 2, 3]) yield* put(payoutIn(ground, `p${index}`, "pending", { at: at + index }))
      const query = { project, createdFrom: at + 1, createdBefore: at + 3, limit: everything }
      assert.deepStrictEqual(idsOf(yield* list(query)), ["p1", "p2"])
    }),

    "the oldest comes first, whenever it was saved last": Effect.gen(function* () {
      const ground = yield* newGround
      const { at, project } = ground
      for (const index of [2, 0, 3, 1]) yield* put(payoutIn(ground, `p${index}`, "pending", { at: at + index }))
      yield* move(firstOf(yield* list({ project, limit: 1 })), [flagged("late")], at + day)
      assert.deepStrictEqual(idsOf(yield* list({ project, limit: everything })), ["p0", "p1", "p2", "p3"])
    }),

    "what was created in one millisecond comes by kind, project and id, byte for byte": Effect.gen(function* () {
      const ground = yield* newGround
      const { project } = ground
      const names = ["-", "0", "10", "9", "A", "B", "Z", "_", "a", "b", "z"]
      // A hyphen comes before the end of a name in some orders: here "shop" comes before "shop-2", as any prefix does.
      const projects = [project, `${project}-`, `${project}-2`, `${project}2`, `${project}_`]
      const steps = [
        ...names.map((id) => payinIn(ground, id)),
        ...projects.flatMap((each) => names.map((id) => payoutIn(ground, id, "intended", { project: each }))),
      ]
      yield* putAll(steps.toReversed())
      assert.deepStrictEqual(
        (yield* list(today(ground))).map(({ payment }) => nameOf(payment.key)),
        steps.map(({ change }) => nameOf(change.payment.key)),
      )
    }),

    "the limit is kept": Effect.gen(function* () {
      const ground = yield* newGround
      const { project } = ground
      yield* putAll(["a", "b", "c"].map((id) => payoutIn(ground, id)))
      assert.deepStrictEqual(idsOf(yield* list({ project, limit: 2 })), ["a", "b"])
      assert.deepStrictEqual(idsOf(yield* list({ project, limit: 3 })), ["a", "b", "c"])
    }),

    "pages of any size add up to the whole list, although creation times tie": Effect.gen(function* () {
      const ground = yield* newGround
      yield* putAll(variety(ground))
      const whole = idsOf(yield* list(today(ground)))
      for (const limit of [1, 2, 5, 7]) {
        assert.deepStrictEqual(idsOf(yield* pagesOf({ ...today(ground), limit })), whole)
      }
    }),

    "the newest comes first where that is asked: the same list the other way round": Effect.gen(function* () {
      const ground = yield* newGround
      yield* putAll(variety(ground))
      const whole = idsOf(yield* list(today(ground)))
      assert.deepStrictEqual(idsOf(yield* list({ ...today(ground), order: "newest" })), whole.toReversed())
      for (const limit of [1, 5]) {
        const query: ListQuery = { ...today(ground), order: "newest", limit }
        assert.deepStrictEqual(idsOf(yield* pagesOf(query)), whole.toReversed())
      }
    }),

    "the largest amount comes first where that is asked, and of one amount the oldest": Effect.gen(function* () {
      const ground = yield* newGround
      const { at } = ground
      const sized = (id: string, amount: number, later = 0) =>
        payoutIn(ground, id, "in_doubt", { amount, at: at + later, followedBy: [flagged("late")] })
      yield* putAll([
        sized("b", 900),
        sized("a", 900),
        sized("old", 1_000),
        sized("new", 1_000, 1),
        sized("small", 99, 2),
      ])
      const expected = ["old", "new", "a", "b", "small"]
      for (const some of [
        {},
        { states: ["in_doubt"] },
        { withOpenFlags: true },
      ] satisfies ReadonlyArray<PaymentFilter>) {
        const query: ListQuery = { ...today(ground), ...some, order: "largest" }
        assert.deepStrictEqual(idsOf(yield* list(query)), expected)
        for (const limit of [1, 2, 3]) assert.deepStrictEqual(idsOf(yield* pagesOf({ ...query, limit })), expected)
      }
    }),

    "a text is found as a whole value, letter for letter, whatever stands in it": Effect.gen(function* () {
      const ground = yield* newGround
      const texts = ["a\\b", 'say "a"', "%", "_", "Zoé", "ZOÉ", "'", "a%"]
      for (const [index, description] of texts.entries()) {
        yield* put(payinIn(ground, `p${index}`, "pending", { description: `${description} 1` }))
      }
      for (const [index, text] of texts.entries()) {
        const mentions = `${text} 1`
        assert.deepStrictEqual(idsOf(yield* list({ ...today(ground), mentions })), [`p${index}`])
      }
      assert.deepStrictEqual(idsOf(yield* list({ ...today(ground), mentions: "Zo" })), [])
    }),

    "pages keep their filters": Effect.gen(function* () {
      const ground = yield* newGround
      yield* putAll(variety(ground))
      const query: ListQuery = { ...today(ground), kind: "payout", states: ["pending", "in_doubt"] }
      const whole = idsOf(yield* list(query))
      assert.isAbove(whole.length, 6)
      assert.deepStrictEqual(idsOf(yield* pagesOf({ ...query, limit: 3 })), whole)
    }),

    "a page continues after a payment that no longer fits": Effect.gen(function* () {
      const ground = yield* newGround
      const { project } = ground
      yield* putAll(["a", "b", "c"].map((id) => payoutIn(ground, id)))
      const query: ListQuery = { project, states: ["intended"], limit: 1 }
      const first = firstOf(yield* list(query))
      yield* move(first, [flagged("late")], ground.at)
      const after = { createdAt: first.payment.createdAt, key: first.payment.key }
      assert.deepStrictEqual(idsOf(yield* list({ ...query, withOpenFlags: false, after })), ["b"])
    }),
  },
}
