/** Stores that claim wrongly. */
import { Effect } from "effect"
import type { ClaimGuards, PaymentRow, PaymentStoreDriver, PaymentWrite } from "@cauri/core/adapter"
import { afterwards, alter, type Broken, broken, isRow, rowOf, type World } from "./world.ts"

type Claim = PaymentStoreDriver["claim"]

/** A store whose guards are not those that were asked for. */
export const guarding =
  (change: (guards: ClaimGuards, row: PaymentWrite, world: World) => ClaimGuards) =>
  (world: World): { readonly claim: Claim } => ({
    claim: (row, events, terms) =>
      world.driver.claim(row, events, { ...terms, guards: change(terms.guards, row, world) }),
  })

const after = (change: (row: PaymentRow, before: PaymentRow | undefined) => PaymentRow) => (world: World) => ({
  claim: ((row, events, terms) => {
    const before = rowOf(world, row)
    return afterwards(world.driver.claim(row, events, terms), () =>
      alter(world, isRow(row), (each) => change(each, before)),
    )
  }) satisfies Claim,
})

const deny = <A>(answer: A) => Effect.succeed(answer)

const ofPayins = "each scope of a payin's holds stops it, and nothing is written"
const ofPayouts = "each scope of a payout's holds stops it, and nothing is written"

export const brokenClaiming: ReadonlyArray<Broken> = [
  broken(
    "claim takes no lease",
    "a claim saves the change and takes a lease in one step",
    after((row) => ({ ...row, leaseUntil: 0 })),
  ),
  broken("claim never finds a payin", "a payin is claimed as a payout is", ({ driver }) => ({
    claim: (row, ...rest) => (row.kind === "payin" ? deny({ _tag: "Stale" as const }) : driver.claim(row, ...rest)),
  })),
  broken(
    "claim waits for the lease that runs",
    "every claim takes a new lease number, even while another lease runs",
    (world) => ({
      claim: (row, events, terms) =>
        (rowOf(world, row)?.leaseUntil ?? 0) > terms.now
          ? deny({ _tag: "Stale" as const })
          : world.driver.claim(row, events, terms),
    }),
  ),
  broken(
    "claim ignores the version",
    [
      "a claim of another version is stale and writes nothing",
      "of two claims of one version the second is stale",
      "of 50 claims of one payment exactly one is claimed",
    ],
    (world) => ({
      claim: (row, events, terms) =>
        world.driver.claim(row, events, { ...terms, version: rowOf(world, row)?.version ?? 0 }),
    }),
  ),
  broken(
    "claim inserts what is not there",
    "a claim of an unknown payment is stale and does not insert it",
    (world) => ({
      claim: (row, events, ...rest) =>
        Effect.andThen(
          rowOf(world, row) === undefined ? world.driver.insert(row, events) : Effect.void,
          world.driver.claim(row, events, ...rest),
        ),
    }),
  ),
  broken("claim looks at the guards first", "a stale claim is stale whatever stands in its way", (world) => ({
    claim: (row, events, terms) => {
      const scope = terms.guards.pauses.find((each) => world.cell.current.pauses.has(each))
      return scope === undefined ? world.driver.claim(row, events, terms) : deny({ _tag: "Paused" as const, scope })
    },
  })),
  broken(
    "claim ignores holds",
    [ofPayins, ofPayouts, "a claim is stopped from the moment a hold is set until the moment it is lifted"],
    guarding((guards) => ({ ...guards, pauses: [] })),
  ),
  broken(
    "claim looks at the widest hold only",
    [ofPayins, ofPayouts],
    guarding((guards) => ({ ...guards, pauses: guards.pauses.slice(0, 1) })),
  ),
  broken(
    "claim does not look at holds of operators",
    ofPayouts,
    guarding((guards) => ({ ...guards, pauses: guards.pauses.filter((scope) => !scope.startsWith("operator/")) })),
  ),
  broken("a claim that is stopped counts as a save", [ofPayins, ofPayouts], (world) => ({
    claim: (row, ...rest) =>
      afterwards(world.driver.claim(row, ...rest), ({ _tag }) => {
        if (_tag === "Paused") alter(world, isRow(row), (each) => ({ ...each, version: each.version + 1 }))
      }),
  })),
  broken(
    "scopes are compared as patterns",
    "a hold stops only the claims that name its scope exactly",
    guarding((guards, _, { cell }) => ({
      ...guards,
      pauses: [...cell.current.pauses.keys()].filter((held) =>
        guards.pauses.some((scope) => new RegExp(`^${held.replaceAll("_", ".")}$`).test(scope)),
      ),
    })),
  ),
  broken(
    "every hold stops every claim",
    "a claim that names no scope is stopped by no hold",
    guarding((guards, _, { cell }) => ({ ...guards, pauses: [...cell.current.pauses.keys()] })),
  ),
  broken(
    "claim names the first scope, held or not",
    "of several holds one that is really set is named",
    ({ driver }) => ({
      claim: (row, events, terms) =>
        Effect.map(driver.claim(row, events, terms), (answer) =>
          answer._tag === "Paused" ? { _tag: "Paused", scope: terms.guards.pauses[0] ?? "" } : answer,
        ),
    }),
  ),
  broken(
    "a claim that is stopped uses up a lease number",
    "a claim that was stopped can be made again from the same version",
    (world) => ({
      claim: (row, ...rest) =>
        afterwards(world.driver.claim(row, ...rest), ({ _tag }) => {
          if (_tag === "Paused") alter(world, isRow(row), (each) => ({ ...each, leaseNumber: each.leaseNumber + 1 }))
        }),
    }),
  ),
]
