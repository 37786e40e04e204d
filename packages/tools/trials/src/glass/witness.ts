/**
 * What no purse shows: looks at each commit of a store in memory, and at each creation whose bytes leave. The letters are those of
 * `docs/how.md`.
 */
import { Effect } from "effect"
import {
  emptyMemory,
  type EventRow,
  type Gateway,
  type MemoryCell,
  memoryDriver,
  type PaymentRow,
  type PaymentStoreDriver,
  type PaymentWrite,
} from "@cauri/core/adapter"
import { issuedTokensOf, type PaymentRecord } from "@cauri/core/model"
import type { Struck } from "./faults.ts"
import { hour, type Program, type World } from "./time.ts"

const transaction = /"transaction_id":"([^"]+)"/

export const makeWitness = (world: World) => {
  const wrong = new Set<string>()
  const asked = new Set<string>()
  /** The tokens that programs were given. */
  const given: Array<{ readonly id: string; readonly token: string; readonly at: number; livedUntil: number }> = []
  let seen: MemoryCell = { current: emptyMemory }
  const rowOf = ({ id, kind, project }: PaymentWrite): PaymentRow | undefined =>
    seen.current.payments.get(`${kind} ${project}/${id}`)?.row

  const inCommit = (before: PaymentRow, after: PaymentWrite, tags: ReadonlyArray<string>): string | null => {
    const tokenless = new Set(after.attempts.filter(({ token }) => token === null).map(({ number }) => number))
    const calledBack = before.notes.find(({ attempt }) => tokenless.has(attempt))
    const goesOn = tags.includes("attempt_started") || (tags.includes("resolved") && after.state === "intended")
    if (goesOn && calledBack !== undefined)
      return `goes on past a callback of attempt ${calledBack.attempt} (O9, O10, P16)`
    const ends = tags.includes("expired") || tags.includes("not_completed")
    const unasked = after.attempts.find(({ token }) => token !== null && !asked.has(token))
    return ends && unasked !== undefined ? `ends, and nothing was asked about ${unasked.token} (S13)` : null
  }

  /** A commit under this driver that is looked at. */
  const looking =
    <Terms, A, E>(commit: (row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: Terms) => Effect.Effect<A, E>) =>
    (row: PaymentWrite, events: ReadonlyArray<EventRow>, terms: Terms): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const before = rowOf(row)
        return Effect.tap(commit(row, events, terms), () =>
          Effect.sync(() => {
            if (before === undefined || rowOf(row) === before) return
            const [first] = events
            const gap = first !== undefined && first.seq !== before.seq + 1
            const what = gap
              ? `has line ${first.seq} after line ${before.seq} (S14)`
              : inCommit(
                  before,
                  row,
                  events.map(({ tag }) => tag),
                )
            if (what !== null) wrong.add(`The ${row.kind} ${row.id} ${what}.`)
          }),
        )
      })

  return {
    /** The driver of a store in memory, from now on the one that is looked at. */
    driverOver: (cell: MemoryCell): PaymentStoreDriver => {
      seen = cell
      const driver = memoryDriver(cell)
      return { ...driver, save: looking(driver.save), claim: looking(driver.claim) }
    },
    /** A gateway of a program: what is asked through it, and what it answers, is remembered. */
    asking: (program: Program, gateway: Gateway["Service"]): Gateway["Service"] => ({
      ...gateway,
      create: (call) =>
        Effect.tap(gateway.create(call), (answer) =>
          Effect.sync(() => {
            if (answer._tag !== "accepted") return
            const token = { id: call.payment.key.id, token: answer.token, at: world.now, livedUntil: Infinity }
            given.push(token)
            program.atEnd(() => (token.livedUntil = world.now))
          }),
        ),
      confirm: (call) => {
        asked.add(call.token)
        return gateway.confirm(call)
      },
    }),
    /** These bytes leave for the service: if they create a payment, it must say so in the store. */
    leaves: (text: string): void => {
      const id = transaction.exec(text)?.[1]
      if (id === undefined || seen.current.payments.size === 0) return
      const rows = [...seen.current.payments.values()].map(({ row }) => row)
      const row = rows.find((each) => each.id === id)
      if (row?.state !== "submitting")
        wrong.add(`${id} leaves for the service while the store says ${row?.state ?? "nothing"} (S8).`)
    },
    /** Tokens that reached a program which had four hours and a sound disk to store them, and that no payment has (S7). `since`: those of before are lost. */
    lost: (
      records: ReadonlyArray<PaymentRecord>,
      { since, struck }: { readonly since: number; readonly struck: ReadonlyArray<Struck> },
    ): ReadonlyArray<string> => {
      const stored = new Set<string>(
        records.flatMap(({ payment }) => issuedTokensOf(payment.attempts)).map(({ token }) => token),
      )
      const isUnsound = (at: number) =>
        struck.some(
          (each) =>
            Math.abs(each.at - at) < hour &&
            (each.fault === "disk fills" || (each.point === "store.save" && each.fault !== "waits for another")),
        )
      return given
        .filter(
          ({ at, livedUntil, token }) =>
            at > since && livedUntil - at > 4 * hour && !stored.has(token) && !isUnsound(at),
        )
        .map(({ id, token }) => `A program had the token ${token} of ${id}, and it is not stored (S7).`)
    },
    wrong: (): ReadonlyArray<string> => [...wrong],
  }
}

export type Witness = ReturnType<typeof makeWitness>
