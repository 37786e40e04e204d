/**
 * One command on one store.
 */
import { type Ground, payinIn, payoutIn } from "@cauri/conformance"
import { keyText, type ListQuery, PaymentId, type PaymentKey, type PaymentStore } from "@cauri/core"
import { type ClaimGuards, type DeliveryLease, pauseScopes, toEventRow } from "@cauri/core/adapter"
import { type Change as PaymentChange, PaymentEvent, type PaymentRecord } from "@cauri/core/model"
import { Effect } from "effect"
import type { Change, Command, Filter, Name } from "./Command.ts"
import { moveAt, startOf } from "./moves.ts"
import { inAnyOrder, plain } from "./plain.ts"
import { consumers, payinStateAt, payoutStateAt } from "./sequences.ts"
import type { Subject } from "./subjects.ts"

/** Sequences share a store. What the earlier ones left is leased until then, so that it is never due again. */
export const never = 9_000_000_000_000_000
/** More pages than all payments of a sequence fill. */
const mostPages = 15

const projectOf = (ground: Ground, elsewhere: boolean) => (elsewhere ? ground.elsewhere : ground.project)

const keyOf = (ground: Ground, { kind, elsewhere, id }: Name): PaymentKey => ({
  kind,
  project: projectOf(ground, elsewhere),
  id: PaymentId.make(id),
})

const later = (ground: Ground, time: number | null) => (time === null ? null : ground.at + time)

const sample = (ground: Ground, { name, ...made }: Extract<Command, { _tag: "Insert" }>) => {
  const times = {
    project: projectOf(ground, name.elsewhere),
    amount: made.amount,
    at: ground.at + made.at,
    actAt: later(ground, made.actAt),
    followedBy: made.flagged ? [PaymentEvent.cases.flagged.make({ kind: "overdue", subject: "made" })] : [],
  }
  return name.kind === "payin"
    ? payinIn(ground, name.id, payinStateAt(made.state), { ...times, orderRef: made.orderRef })
    : payoutIn(ground, name.id, payoutStateAt(made.state), {
        ...times,
        phone: ground.phone(made.party),
        operator: made.operator,
        refundOf: made.refundOf,
      })
}

/** A payment that is not there, as it would be made. */
const madeUp = (ground: Ground, { name }: Change) => {
  const wish = { project: projectOf(ground, name.elsewhere) }
  const { change, tracking } =
    name.kind === "payin" ? payinIn(ground, name.id, "intended", wish) : payoutIn(ground, name.id, "intended", wish)
  return { payment: change.payment, tracking, version: 1, lease: { number: 0, until: 0 }, notes: [], newestNote: 0 }
}

/** What a save writes, and its terms. */
const stepOf = (ground: Ground, found: PaymentRecord | null, command: Change, starts: boolean) => {
  const now = ground.at + command.now
  const { payment, tracking, version, lease, newestNote } = found ?? madeUp(ground, command)
  const change: PaymentChange = starts ? startOf(payment, now) : moveAt(payment, command.move, now)
  const next = {
    ...tracking,
    actAt: later(ground, command.actAt),
    notesSeen: command.readsNotes ? newestNote : tracking.notesSeen,
  }
  const giveBack = { None: null, Newest: lease.number, Older: lease.number - 1 }[command.giveBack]
  const terms = { version: version + command.stale, giveBack, now }
  return {
    change,
    tracking: next,
    terms: command.unlessNote ? { ...terms, unlessNoteAfter: tracking.notesSeen } : terms,
  }
}

const guardsOf = (
  ground: Ground,
  change: PaymentChange,
  { name, pauses, twinSince, refundAtMost }: Extract<Command, { _tag: "Claim" }>,
): ClaimGuards => {
  const { content } = change.payment
  const project = projectOf(ground, name.elsewhere)
  const isPayout = content.kind === "payout"
  return {
    pauses: pauses ? pauseScopes(name.kind, project, isPayout ? content.operator : null) : [],
    twin:
      isPayout && twinSince !== null
        ? { party: content.phone, amount: content.amount, completedSince: ground.at + twinSince }
        : null,
    refund:
      isPayout && content.refundOf !== null && refundAtMost !== null
        ? { of: content.refundOf, project, atMost: refundAtMost }
        : null,
  }
}

const queryOf = (ground: Ground, filter: Filter): Omit<ListQuery, "limit"> => ({
  createdFrom: ground.at + filter.from,
  createdBefore: ground.at + filter.before,
  ...(filter.kind === null ? {} : { kind: filter.kind }),
  ...(filter.elsewhere === null ? {} : { project: projectOf(ground, filter.elsewhere) }),
  ...(filter.states === null ? {} : { states: filter.states }),
  ...(filter.rail === null ? {} : { rail: filter.rail }),
  ...(filter.operator === null ? {} : { operator: filter.operator }),
  ...(filter.orderRef === null ? {} : { orderRef: filter.orderRef }),
  ...(filter.refundOf === null ? {} : { refundOf: filter.refundOf }),
  ...(filter.withOpenFlags === null ? {} : { withOpenFlags: filter.withOpenFlags }),
})

const listAll = Effect.fnUntraced(function* (
  store: PaymentStore["Service"],
  query: Omit<ListQuery, "limit">,
  limit: number,
) {
  const pages: Array<ReadonlyArray<unknown>> = []
  let after: Pick<ListQuery, "after"> = {}
  while (pages.length < mostPages) {
    const page = yield* store.list({ ...query, ...after, limit })
    pages.push(page.map(plain))
    const last = page.at(-1)?.payment
    if (last === undefined || page.length < limit) break
    after = { after: { createdAt: last.createdAt, key: last.key } }
  }
  return pages
})

const scopeAt = (ground: Ground, place: number, elsewhere: boolean): string =>
  pauseScopes("payout", projectOf(ground, elsewhere), "Operator One")[place] ?? "payouts"

export const own = (ground: Ground, name: string) => `${ground.project}/${name}`

/** A lease that a store gave, and the number of the event that it was given for. */
export interface Given {
  readonly lease: DeliveryLease
  readonly seq: number
}

const anyLease = (ground: Ground): Given => ({
  lease: {
    consumer: own(ground, consumers[0]),
    key: keyOf(ground, { kind: "payin", elsewhere: false, id: "a" }),
    lease: 1,
  },
  seq: 1,
})

/** Runs one command and returns the store's answer as plain data. `given`: the leases of deliveries so far, the newest last. */
export const perform = ({ store, shared, reports }: Subject, ground: Ground, command: Command, given: Array<Given>) =>
  Effect.gen(function* () {
    switch (command._tag) {
      case "Insert": {
        const { change, tracking } = sample(ground, command)
        const inserted = yield* store.insert(change, tracking)
        return inserted._tag === "Inserted" ? inserted : { ...inserted, found: plain(inserted.found) }
      }
      case "Find": {
        const found = yield* store.find(keyOf(ground, command.name))
        return found === null ? null : plain(found)
      }
      case "Save": {
        const found = yield* store.find(keyOf(ground, command.name))
        const { change, tracking, terms } = stepOf(ground, found, command, false)
        return yield* store.save(change, tracking, terms)
      }
      case "Forge": {
        const found = yield* store.find(keyOf(ground, command.name))
        const { change, tracking, terms } = stepOf(ground, found, command, false)
        return yield* store.save({ ...change, entries: [] }, tracking, terms)
      }
      case "Claim": {
        const found = yield* store.find(keyOf(ground, command.name))
        const { change, tracking, terms } = stepOf(ground, found, command, true)
        const guards = guardsOf(ground, change, command)
        return yield* store.claim(change, tracking, { ...terms, guards, leaseUntil: terms.now + command.lease })
      }
      case "TakeDue": {
        const now = ground.at + command.now
        const except = command.exceptElsewhere ? [ground.elsewhere] : []
        const { taken, nextDueAt } = yield* store.takeDue({
          now,
          limit: command.limit,
          until: now + command.lease,
          except,
        })
        return { taken: taken.map(plain), nextDueAt: nextDueAt === never ? null : nextDueAt }
      }
      case "Follow":
        return yield* store.subscribe({
          consumer: own(ground, command.consumer),
          from: ground.at + command.from,
          limit: command.limit,
        })
      case "Unfollow":
        return yield* store.unsubscribe(own(ground, command.consumer))
      case "TakeDeliveries": {
        const now = ground.at + command.now
        const consumer = own(ground, command.consumer)
        const due = yield* store.takeDeliveries({ consumer, now, limit: command.limit, until: now + command.lease })
        given.push(...due.taken.map(({ key, lease, entry }) => ({ lease: { consumer, key, lease }, seq: entry.seq })))
        const taken = due.taken.map(({ payment, entry, tries }) => [keyText(payment.key), toEventRow(entry), tries])
        return { ...due, taken }
      }
      case "Delivered": {
        const { lease, seq } = given.at(-1 - command.lease) ?? anyLease(ground)
        return yield* store.markDelivered(lease, { seq, now: ground.at + command.now })
      }
      case "Undelivered": {
        const { lease } = given.at(-1 - command.lease) ?? anyLease(ground)
        return yield* store.retryDelivery(lease, ground.at + command.retryAt)
      }
      case "Deliveries":
        return yield* store.deliveries({
          consumer: own(ground, command.consumer),
          ...(command.name === null ? {} : { key: keyOf(ground, command.name) }),
          limit: command.limit,
        })
      case "Note":
        return yield* store.noteCallback({
          key: keyOf(ground, command.name),
          attempt: command.attempt,
          fingerprint: command.fingerprint,
          receivedAt: ground.at + command.at,
          body: command.body === null ? null : new TextEncoder().encode(command.body),
        })
      case "List":
        return yield* listAll(store, queryOf(ground, command.filter), command.limit)
      case "History":
        return (yield* store.history({
          key: keyOf(ground, command.name),
          after: command.after,
          limit: command.limit,
        })).map(toEventRow)
      case "Pause":
        return yield* shared.pause({
          scope: scopeAt(ground, command.scope, command.elsewhere),
          reason: command.reason,
          by: "shared",
          since: ground.at,
          credentials: null,
        })
      case "Lift":
        return yield* shared.resume(scopeAt(ground, command.scope, command.elsewhere))
      case "Turn": {
        const { perSecond, burst } = command
        return yield* shared.takeRateToken({
          rate: `own/${own(ground, command.rate)}`,
          limit: { perSecond, burst },
          now: ground.at + command.at,
        })
      }
      case "Beat":
        return yield* shared.beat({
          process: own(ground, command.process),
          role: command.role,
          at: ground.at + command.at,
        })
      case "Figures":
        return inAnyOrder(
          yield* reports.figures({ by: "created", from: ground.at + command.from, before: ground.at + command.before }),
        )
      case "Identity":
        return (yield* shared.identity()).highWater
    }
  })
