/**
 * The store as a whole: its soundness, the changes that others write, how a program opens it by its address, what it counts for people and
 * dashboards, and what it keeps for people alone. No decision about a payment reads any of it.
 */
import { Context, type Effect, type Layer, type Redacted, Schema, type Stream } from "effect"
import type { EventTag } from "../model/Event.ts"
import type { PaymentKey, PaymentKind } from "../model/Identifiers.ts"
import type { SharedState, StoreIdentity } from "./SharedState.ts"
import type { PaymentStore } from "./PaymentStore.ts"
import type { Statements } from "./Statements.ts"
import type { CallbackNote, StoreError } from "./PaymentStoreDriver.ts"

/** The store as a whole. */
export class StoreStatus extends Context.Service<
  StoreStatus,
  {
    /** The contradictions in the store, one sentence each. Reads all of it. */
    readonly contradictions: Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Never ends while the store is sound. Fails when it must not be used any more. */
    readonly failed: Effect.Effect<never, StoreRefused>
    /**
     * One element after each write by others, for ever. Silent where such writes cannot be noticed: a worker still looks by itself at the next
     * due time that it knows of.
     */
    readonly writesByOthers: Stream.Stream<unknown>
    /**
     * Copies the store, while others use it, into a new file, and returns its identity. Where the store has tools of its own: the
     * command that copies it, or an empty text when there is none.
     */
    readonly copyTo: ((file: string) => Effect.Effect<StoreIdentity, StoreRefused>) | string
  }
>()("@cauri/core/StoreStatus") {}

/** Every port of a store that deployed programs need. */
export type StorePorts = PaymentStore | SharedState | Reports | Evidence | Statements | StoreStatus

/** What a program demands of the store that it opens. */
export interface OpeningTerms {
  /** Whether to make a store where there is none. */
  readonly create: "never" | "if-missing"
  /** Refuse any other store, and one with less history. Null: take the one that is there. */
  readonly expected: StoreIdentity | null
  /** Open a store that was restored, which is refused otherwise. Nothing is sent from it. */
  readonly restoring: boolean
  /** The variables that only this kind of store has, by name; one that is not set is left out. */
  readonly variables: Readonly<Record<string, string>>
}

/** How a kind of store is opened by an address, such as `STORE_URL`. A store's package exports one. */
export interface StoreOpener {
  /** Whether an address of its scheme can be opened. Reads the text alone and connects nowhere. */
  readonly accepts: (address: string) => boolean
  /** Where the mark of the store at this address lies when no other place is chosen: beside its file. Left out, or null: nowhere. */
  readonly markFileOf?: (address: string) => string | null
  readonly open: (address: Redacted.Redacted, terms: OpeningTerms) => Layer.Layer<StorePorts, StoreRefused>
}

/** Why a store is refused. */
export const RefusalReason = Schema.Literals([
  /** Acknowledged payments could be lost when the power fails. */
  "Durability",
  /** The file lies where several hosts can write it, or where locks do not hold. */
  "NetworkFileSystem",
  /** The file has a second name, and so could have a second log. */
  "Aliased",
  /** There is no store here, and none may be made. */
  "Missing",
  /** No store may have this name. */
  "InvalidName",
  /** Another store than the expected one. */
  "Foreign",
  /** The expected store, but a copy of it, with less history than it had, or on another server: an old state was put back. */
  "Restored",
  /** A newer version of this library has changed the tables. */
  "NewerSchema",
  /** The tables are not as the migrations made them. */
  "BrokenMigration",
  /** Its files are damaged, or the disk fails. */
  "Corrupt",
  /** A pooler gives each transaction another session, and what was set and checked is the other session's. */
  "SharedSession",
  /** Others on this machine may read the payments, or we may not write them. */
  "Permissions",
  /** Too little room is left for a new payment and everything that follows from it. */
  "DiskLow",
  /** Others held the lock for too long. */
  "Busy",
  /** Its time has got ahead of the program's. */
  "ClockAhead",
  /** It was closed, or cannot be opened or reached. */
  "Unavailable",
])
export type RefusalReason = typeof RefusalReason.Type

const advice: { readonly [Refusal in RefusalReason]: string } = {
  Durability: "Correct the settings of the database. In code, `acceptDataLoss` accepts the risk.",
  NetworkFileSystem: "Put the file on a local disk. In code, `acceptNetworkFileSystem` accepts the risk.",
  Aliased:
    "Stop every program on it, mount its folder and never the file alone, remove every other name, and open the one that is left.",
  Missing:
    "Check which disk or database is there. Only the first store ever is created, with STORE_CREATE=if-missing: in an empty one every payment looks new and could be sent again. In code, the option is `create`.",
  InvalidName: "Name another file or schema: a schema of its own, such as cauri.",
  Foreign: "Check which file or database is named; with another store every payment looks new and could be sent again.",
  Restored:
    "Stop every program on it and run `cauri console restored`: no program then sends what may have been sent since. In code, call `Review.restored` on a store opened with `restoring`.",
  NewerSchema: "Start the newer version of the program; an older one could spoil what it does not know.",
  BrokenMigration:
    "Stop every program on it and keep a copy. Restore the newest backup and run `cauri console restored`.",
  Corrupt:
    "Stop every program on it, keep a copy as it is, and look for the cause; restore the newest backup only if the copy is damaged.",
  SharedSession:
    "Connect to the server itself, or to the pooler in session mode: in transaction mode neither settings nor a fail-over can be checked.",
  Permissions: "Give the file to the user of this program alone (mode 0600), in a folder that others cannot write.",
  DiskLow: "Make room on the disk; nothing was sent, and answers of requests already sent are still stored.",
  Busy: "Commit or roll back the transaction that is open on it: your own, or that of another program, which can be ended.",
  ClockAhead:
    "Correct the clocks of the machine and of the store, and start the program again: it goes on from the store's time.",
  Unavailable:
    "Check that the folder or the server is there, that it lets this program in, and that it was not closed.",
}

/** The reasons that may pass without a person. */
const passing: ReadonlySet<RefusalReason> = new Set(["DiskLow", "Busy", "ClockAhead", "Unavailable"])

/** This store cannot be used as it is. */
export class StoreRefused extends Schema.TaggedError<StoreRefused>()("StoreRefused", {
  reason: RefusalReason,
  /** What was found, in one sentence without any contents of a row. */
  detail: Schema.String,
  cause: Schema.optionalKey(Schema.Defect()),
}) {
  override get message() {
    return `The payment store is refused (${this.reason}): ${this.detail} ${advice[this.reason]}`
  }
  /**
   * The exit code for the program, after sysexits.h, so that a supervisor can tell a refusal from a crash: 74 for a damaged store, which
   * must not restart before a person has looked; 75 where a restart may help; 64 where a person must look.
   */
  get exitCode(): number {
    return this.reason === "Corrupt" ? 74 : passing.has(this.reason) ? 75 : 64
  }
}

/** Counts and sums of one group of payments. */
export interface Figure {
  readonly kind: PaymentKind
  readonly rail: string
  /** The operator that the service names, or else the declared one: each has a balance of its own at the service (#238). */
  readonly operator: string | null
  readonly state: string
  readonly count: number
  /** The sum of what was asked, and of what was really paid. */
  readonly sum: number
  readonly paid: number
  readonly openFlags: number
}

/** The payments of one kind and rail that were created in one step of a time. */
export interface StepFigure extends Pick<Figure, "kind" | "rail" | "count" | "sum"> {
  /** When the step begins. */
  readonly at: number
  /** Those with a call that has no answer and brought no token. */
  readonly unanswered: number
}

/** The payments or calls of one kind and rail that took at most one of the given limits. */
export interface TimesFigure extends Pick<Figure, "kind" | "rail" | "count"> {
  /** The number of the smallest limit that was kept, from 0 on; as many as there are limits: it took longer than all of them. */
  readonly within: number
}

/** What waits for a worker, and what needs a person. */
export interface Backlog {
  /** Payments that are due and not leased. */
  readonly due: number
  /** Since when the oldest of them is due. Null: none is. */
  readonly oldestDueAt: number | null
  readonly inDoubt: number
  readonly held: number
  /** Payments with an open flag. */
  readonly flagged: number
}

/** The events that an answer of the service to a creation became. */
export const answerTags = ["Accepted", "OtpRequested", "AttemptRefused"] as const satisfies ReadonlyArray<EventTag>

/** What a store counts. */
export class Reports extends Context.Service<
  Reports,
  {
    /**
     * Counts and sums of the payments created (default), or completed, at or after `from` and before `before`, sorted by kind, rail,
     * operator and state as text; no operator comes first.
     */
    readonly figures: (
      from: number,
      before: number,
      by?: "created" | "completed",
    ) => Effect.Effect<ReadonlyArray<Figure>, StoreError>
    /** The same time in steps of this length, the earliest first; then by kind and rail. Steps without payments are left out. */
    readonly overTime: (
      from: number,
      before: number,
      step: number,
    ) => Effect.Effect<ReadonlyArray<StepFigure>, StoreError>
    /** How long the completed payments of that time took, in ascending limits (milliseconds); by kind, rail and limit. */
    readonly completionTimes: (
      from: number,
      before: number,
      limits: ReadonlyArray<number>,
    ) => Effect.Effect<ReadonlyArray<TimesFigure>, StoreError>
    /** How long the service took to answer the creations of the payments of that time; those without an answer are left out. */
    readonly answerTimes: (
      from: number,
      before: number,
      limits: ReadonlyArray<number>,
    ) => Effect.Effect<ReadonlyArray<TimesFigure>, StoreError>
    /** What waits at this time. Asked every few seconds, so its cost must not grow with what has ended. */
    readonly backlog: (now: number) => Effect.Effect<Backlog, StoreError>
  }
>()("@cauri/core/Reports") {}

/** A stored callback: everything but its payment's key. */
export interface KeptNote extends Omit<CallbackNote, "key"> {
  readonly number: number
}

/** What a person did: who decided, who saw what is masked, who resumed a scope, who removed evidence. */
export interface Deed {
  readonly at: number
  /** One JSON object. */
  readonly body: string
  /** The payment that it is about, as `keyText` writes it. */
  readonly payment?: string
}

/** What a store keeps for people. */
export class Evidence extends Context.Service<
  Evidence,
  {
    /** The callbacks of a payment, the oldest first. A body is null when none came or it was removed. */
    readonly notes: (key: PaymentKey) => Effect.Effect<ReadonlyArray<KeptNote>, StoreError>
    /** Removes the bodies of callbacks received before this time, some at a time, and returns how many. The notes stay. */
    readonly pruneBodies: (before: number) => Effect.Effect<number, StoreError>
    /** Keeps a deed for ever. When this succeeds, the deed is durable. Fails when its body is no JSON object. */
    readonly record: (deed: Deed) => Effect.Effect<void, StoreError>
    /** The newest deeds, the newest first: all, or those about one payment. */
    readonly deeds: (limit: number, payment?: string) => Effect.Effect<ReadonlyArray<Deed>, StoreError>
  }
>()("@cauri/core/Evidence") {}
