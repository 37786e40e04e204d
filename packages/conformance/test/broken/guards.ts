/** Stores that overlook twins, or let too many refunds go. */
import { Effect } from "effect"
import { keyText } from "@cauri/core"
import type { ClaimGuards, PaymentRow, PaymentStoreDriver, PaymentWrite, StoredPayment } from "@cauri/core/adapter"
import { guarding } from "./claiming.ts"
import { afterwards, type Broken, broken, keyOfRow, rowsOf, type World } from "./world.ts"

type Claim = PaymentStoreDriver["claim"]

/** A store that sees the other payments not as they are: changed, or (null) not at all. */
const seeing =
  (look: (other: PaymentRow, own: PaymentWrite, guards: ClaimGuards) => PaymentRow | null) =>
  (world: World): { readonly claim: Claim } => ({
    claim: (row, events, terms) =>
      Effect.suspend(() => {
        const real = world.cell.current.payments
        const own = keyText(keyOfRow(row))
        const seen = [...real].flatMap(([name, each]): ReadonlyArray<readonly [string, StoredPayment]> => {
          if (name === own) return [[name, each]]
          const other = look(each.row, row, terms.guards)
          return other === null ? [] : [[keyText(keyOfRow(other)), { ...each, row: other }]]
        })
        world.cell.current = { ...world.cell.current, payments: new Map(seen) }
        return afterwards(world.driver.claim(row, events, terms), () => {
          const claimed = world.cell.current.payments.get(own)
          const payments = claimed === undefined ? real : new Map(real).set(own, claimed)
          world.cell.current = { ...world.cell.current, payments }
        })
      }),
  })

const withTwin = (change: (twin: NonNullable<ClaimGuards["twin"]>) => ClaimGuards["twin"]) =>
  guarding((guards) => ({ ...guards, twin: guards.twin === null ? null : change(guards.twin) }))
const withRefund = (change: (refund: NonNullable<ClaimGuards["refund"]>, row: PaymentWrite) => ClaimGuards["refund"]) =>
  guarding((guards, row) => ({ ...guards, refund: guards.refund === null ? null : change(guards.refund, row) }))

const isOpen = (row: PaymentRow) => ["submitting", "pending", "in_doubt"].includes(row.state)

export const brokenGuards: ReadonlyArray<Broken> = [
  broken("a payout is its own twin", "a payout with no twin is claimed, although it fits its own guard", (world) => ({
    claim: (row, events, terms) =>
      terms.guards.twin?.party === row.party
        ? Effect.succeed({ _tag: "Stopped" as const, because: "twin" as const })
        : world.driver.claim(row, events, terms),
  })),
  broken(
    "claim ignores twins",
    [
      "a twin that has left or may have left stops it at any age, and nothing is written",
      "a twin that completed at the first moment of the window stops it",
      "of 20 twins that are claimed at once exactly one is claimed",
    ],
    withTwin(() => null),
  ),
  broken(
    "open twins count only inside the window",
    "a twin that has left or may have left stops it at any age, and nothing is written",
    seeing((other, _, { twin }) => (isOpen(other) && other.createdAt < (twin?.completedSince ?? 0) ? null : other)),
  ),
  broken(
    "twins in doubt do not count",
    "a twin that has left or may have left stops it at any age, and nothing is written",
    seeing((other) => (other.state === "in_doubt" ? null : other)),
  ),
  broken(
    "twins that are only intended count",
    "a twin that was never sent or is known to have failed stops nothing",
    seeing((other) => (other.state === "intended" ? { ...other, state: "pending" } : other)),
  ),
  broken(
    "the window begins a millisecond late",
    "a twin that completed at the first moment of the window stops it",
    withTwin((twin) => ({ ...twin, completedSince: twin.completedSince + 1 })),
  ),
  broken(
    "the window never ends",
    "a twin that completed a millisecond before the window stops nothing",
    withTwin((twin) => ({ ...twin, completedSince: 0 })),
  ),
  ...[
    broken(
      "any amount makes a twin",
      "",
      seeing((other, own) => ({ ...other, amount: own.amount })),
    ),
    broken(
      "any number makes a twin",
      "",
      seeing((other, own) => ({ ...other, party: own.party })),
    ),
    broken(
      "a payin makes a twin",
      "",
      seeing((other) => ({ ...other, kind: "payout", id: `${other.id}-in` })),
    ),
  ].map((each) => ({ ...each, caughtBy: ["another amount, another number or another kind is no twin"] })),
  broken(
    "twins travel on one rail",
    "a twin on another rail, with another operator or text is a twin",
    seeing((other, own) => (other.rail === own.rail ? other : null)),
  ),
  broken(
    "twins are looked for in one project",
    "a twin in another project of the store is a twin, even under the same id",
    seeing((other, own) => (other.project === own.project ? other : null)),
  ),
  broken(
    "claim looks for twins unasked",
    "without a guard a twin stops nothing: a person has released it",
    guarding((guards, row) => ({ ...guards, twin: { party: row.party ?? "", amount: row.amount, completedSince: 0 } })),
  ),

  broken(
    "a refund must leave a franc",
    "a refund of the whole payin is claimed",
    withRefund((refund) => ({ ...refund, atMost: refund.atMost - 1 })),
  ),
  broken(
    "a refund does not count itself",
    ["a refund of one franc more is too high, and nothing is written", "several refunds count together"],
    withRefund((refund, row) => ({ ...refund, atMost: refund.atMost + row.amount })),
  ),
  broken(
    "only completed refunds count",
    "refunds that have left, may have left or completed count, at any age",
    seeing((other) => (isOpen(other) ? null : other)),
  ),
  broken(
    "refunds count twice",
    "refunds up to the last franc are claimed",
    seeing((other, own) => (other.refundOf === own.refundOf ? { ...other, amount: 2 * other.amount } : other)),
  ),
  broken("only the largest refund counts", "several refunds count together", (world) => {
    const largest = () =>
      Math.max(
        0,
        ...rowsOf(world)
          .filter(({ state }) => state !== "intended")
          .map(({ amount }) => amount),
      )
    return seeing((other) => (other.amount < largest() ? null : other))(world)
  }),
  broken(
    "refunds that failed count",
    "refunds that were never sent or are known to have failed do not count",
    seeing((other) => (other.state === "not_completed" ? { ...other, state: "completed" } : other)),
  ),
  ...[
    broken(
      "refunds of all payins count",
      "",
      seeing((other, own) => ({ ...other, refundOf: other.refundOf && own.refundOf })),
    ),
    broken(
      "refunds of all projects count",
      "",
      seeing((other, own) => ({ ...other, project: own.project })),
    ),
    broken(
      "all payouts count as refunds",
      "",
      seeing((other, own) => ({ ...other, refundOf: other.refundOf ?? own.refundOf })),
    ),
  ].map((each) => ({
    ...each,
    caughtBy: ["refunds of another payin, of another project's payin, and plain payouts do not count"],
  })),
  broken(
    "refunds are let through",
    "refunds that are claimed at once never exceed their payin, and use it up",
    withRefund(() => null),
  ),
]
