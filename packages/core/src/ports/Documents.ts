/**
 * What people keep beside payments: what they did, account statements of the service, and the times that a restoration has forgotten.
 * Documents are only ever added. What they say, and what follows from it, is code over them.
 */
import { Context, type Effect } from "effect"
import type { StoreError } from "./PaymentStoreDriver.ts"

/** What a document is. A host's own begin with `own/`. */
export type DocumentKind = "deed" | "statement" | "gap" | "key" | "batch" | `own/${string}`

/** A document to keep. */
export interface NewDocument {
  readonly kind: DocumentKind
  /** Tells it apart from all others of its kind that count: one that was replaced counts no longer. */
  readonly digest: string
  readonly at: number
  /** What lists show of it: one JSON object. */
  readonly head: string
  readonly body?: Uint8Array
  /** What it is about, such as a payment's key as `keyText` writes it. */
  readonly about?: string
  readonly project?: string
  /** The first millisecond of its period, and the first after it. */
  readonly from?: number
  readonly before?: number
  /** The number of the document of its kind whose place it takes. */
  readonly replaces?: number
}

/** A document without its body. What it does not have is null. */
export interface KeptDocument {
  readonly kind: DocumentKind
  /** Counted from 1 for each kind; a later one has a higher number. */
  readonly number: number
  readonly digest: string
  readonly at: number
  readonly head: string
  readonly about: string | null
  readonly project: string | null
  readonly from: number | null
  readonly before: number | null
  readonly replaces: number | null
  /** The number of the document that replaced it; null: it counts. */
  readonly replacedBy: number | null
}

/** A document with its body. */
export interface WholeDocument extends KeptDocument {
  readonly body: Uint8Array | null
}

/** Which documents of a kind; every given field must match. */
export interface DocumentsQuery {
  readonly kind: DocumentKind
  readonly about?: string
  readonly project?: string
  /** Only those whose period touches this one. */
  readonly touching?: { readonly from: number; readonly before: number }
  /** Only those with a lower number. */
  readonly below?: number
  readonly limit: number
}

/** What became of a document to keep. `AlreadyThere`: the one of this kind and digest that counts, and nothing was kept. */
export interface DocumentAnswer {
  readonly _tag: "Kept" | "AlreadyThere"
  readonly number: number
}

/**
 * How far back a gap begins where a restored store knows of no event. The time that statements have to cover needs a beginning.
 *
 * ```ts
 * const { list, openGap } = yield* Documents
 * yield* openGap(forgottenAtMost + 5)
 * const [gap] = yield* list({ kind: "gap", limit: 1 })
 * gap?.from // => 5
 * ```
 */
export const forgottenAtMost = 7 * 86_400_000

/**
 * The documents that a store keeps. No decision about a payment reads one, except that a gap is open until a statement covers it.
 *
 * ```ts
 * const documents = yield* Documents
 * const receipt = { kind: "own/receipt", digest: "order-17", at: 0, head: "{}", about: "payin shop/order-17" } as const
 * yield* documents.keep(receipt) // => { _tag: "Kept", number: 1 }
 * yield* documents.keep(receipt) // => { _tag: "AlreadyThere", number: 1 }
 * ```
 */
export class Documents extends Context.Service<
  Documents,
  {
    /**
     * Keeps a document for ever, all or nothing. When this succeeds, it is durable. Fails when its head is no JSON object, or when there is
     * no document to replace or it was replaced already.
     */
    readonly keep: (document: NewDocument) => Effect.Effect<DocumentAnswer, StoreError>
    /** Without their bodies, the newest first. */
    readonly list: (query: DocumentsQuery) => Effect.Effect<ReadonlyArray<KeptDocument>, StoreError>
    /** One document, with its body. */
    readonly find: (document: Pick<KeptDocument, "kind" | "number">) => Effect.Effect<WholeDocument | null, StoreError>
    /**
     * Keeps a `gap` for every project with payouts or batches of them, and always one without a project, for those that the store knows
     * nothing of: what followed the newest event until this time is forgotten. Where there is no event, `forgottenAtMost` before it.
     */
    readonly openGap: (before: number) => Effect.Effect<void, StoreError>
  }
>()("@cauri/core/Documents") {}
