import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { emptyMemory, type MemoryState, type PaymentRow } from "@cauri/core/adapter"
import { makeNames } from "../src/keys.ts"
import type { Thread } from "../src/machine.ts"
import { payoutWorld } from "../src/settings.ts"
import { beginning, nameOf, situationOf, type World } from "../src/world.ts"

const row = (version: number, leaseNumber: number, more: Partial<PaymentRow> = {}): PaymentRow => ({
  kind: "payout",
  project: "shop",
  id: "p",
  state: "pending",
  seq: 3,
  rail: "mobile_money_payout",
  amount: 700,
  operator: null,
  party: null,
  orderRef: null,
  refundOf: null,
  createdAt: 0,
  closedAt: null,
  amountPaid: null,
  serviceOperator: null,
  actAt: 60_000,
  openFlags: 0,
  body: "the same body",
  attempts: [],
  version,
  leaseNumber,
  leaseUntil: 0,
  newestNote: 0,
  notes: [],
  ...more,
})

const store = (of: PaymentRow): MemoryState => ({
  ...emptyMemory,
  payments: new Map([["payout shop/p", { row: of, events: [], notes: [], deliveries: [] }]]),
})

const world = (of: PaymentRow, thread: Thread | null = null): World => ({
  ...beginning(payoutWorld({ faults: 1, ticks: 1 })),
  store: store(of),
  threads: [thread, null, null],
})

/** A worker that has read the row at this version and lease number. */
const reader = (version: number, lease: number): Thread => ({
  program: { name: "run", effect: Effect.void },
  startedAt: 0,
  answers: [],
  call: null,
  exit: null,
  clock: 0,
  name: 1,
  held: [{ row: "payout shop/p", version, lease }],
  tokens: [],
  claimed: null,
  notes: { read: new Map(), askedAfter: null },
})

describe("the names of states", () => {
  const names = makeNames()
  const name = (of: World) => nameOf(of, situationOf(of, names))

  const both = (threads: World["threads"]) => name({ ...world(row(3, 1)), threads })

  it("leave out how often a payment was saved and leased", () => {
    assert.strictEqual(name(world(row(3, 1))), name(world(row(9, 4))))
    assert.strictEqual(name(world(row(3, 1), reader(3, 1))), name(world(row(9, 4), reader(9, 4))))
  })

  it("tell a worker that holds the newest version or lease from one that does not", () => {
    assert.notStrictEqual(name(world(row(3, 1), reader(3, 1))), name(world(row(4, 1), reader(3, 1))))
    assert.notStrictEqual(name(world(row(3, 1), reader(3, 1))), name(world(row(3, 2), reader(3, 1))))
  })

  it("tell everything else of a row apart", () => {
    const others: ReadonlyArray<Partial<PaymentRow>> = [
      { body: "another body" },
      { actAt: null },
      { leaseUntil: 60_000 },
      { newestNote: 1 },
      { notes: [{ attempt: 1, newest: 1 }] },
    ]
    const all = [{}, ...others].map((more) => name(world(row(3, 1, more))))
    assert.strictEqual(new Set(all).size, all.length)
  })

  it("do not care which of the two workers does what", () => {
    const one = reader(3, 1)
    const other = { ...reader(3, 1), name: 2 }
    assert.strictEqual(both([one, other, null]), both([other, one, null]))
    assert.notStrictEqual(both([one, other, null]), both([one, null, other]))
  })

  it("of a situation leave out what may still go wrong, and those of a state do not", () => {
    const rich = world(row(3, 1))
    const poor = { ...rich, faults: 0 }
    assert.strictEqual(situationOf(rich, names), situationOf(poor, names))
    assert.notStrictEqual(name(rich), name(poor))
  })

  it("give one object to all stores that hold the same, growing numbers included", () => {
    const one = names.same(store(row(3, 1)))
    assert.strictEqual(names.same(store(row(3, 1))), one)
    assert.notStrictEqual(names.same(store(row(4, 1))), one)
  })
})
