/**
 * What the service says moved, beside what we recorded: statements as people import them, kept as evidence. Rows are only ever added. The
 * store keeps; the console reads files and compares.
 */
import { Context, type Effect, type Option } from "effect"
import type { StoreError } from "./PaymentStoreDriver.ts"

/** A file as a person gave it. */
export interface StatementFile {
  /** Of its bytes. */
  readonly digest: string
  readonly name: string
  readonly bytes: Uint8Array
  readonly by: string
  readonly at: number
}

/** One line of a statement. */
export interface StatementLine {
  /** Where it stands in the file. */
  readonly number: number
  readonly at: number
  /** Whole francs: above zero what came in, below zero what went out. */
  readonly amount: number
  /** Of what it says, and of its ordinal among lines of the file that say the same: overlapping files bring it twice, and it counts once. */
  readonly digest: string
  /** One JSON object with the rest of the line. */
  readonly body: string
}

/** A statement to add, with the lines of its file. */
export interface NewAccountStatement {
  /** The digest of its file. */
  readonly file: string
  readonly project: string
  /** The first millisecond of its period, and the first after it. */
  readonly from: number
  readonly before: number
  /**
   * The operators whose balances it opens and closes, and whose lines lead from one to the other; empty text: the one balance of a project.
   * Only these it covers.
   */
  readonly covers: ReadonlyArray<string>
  readonly by: string
  readonly at: number
  /** The number of a statement that counts no longer. */
  readonly replaces: number | null
}

/** A statement as the store keeps it. */
export interface AccountStatement extends NewAccountStatement {
  /** Counted from 1 on. */
  readonly number: number
  readonly fileName: string
  /** How many lines it has. */
  readonly lines: number
  /** The statement that replaced it; null: it counts. */
  readonly replacedBy: number | null
}

/** A line that counts, with its statement. */
export interface CountedLine extends StatementLine {
  readonly statement: number
}

/** Which lines. */
export interface LinesQuery {
  readonly project: string
  readonly from: number
  readonly before: number
  readonly limit: number
  /** The last line of the page before. */
  readonly after?: Pick<CountedLine, "at" | "statement" | "number">
}

/** Which statements. */
export interface StatementsQuery {
  readonly project?: string
  /** Only those whose period touches this one. */
  readonly touching?: { readonly from: number; readonly before: number }
  readonly limit: number
  /** Only those with a lower number. */
  readonly below?: number
}

/** A time that a restored store has forgotten, for one project: only a statement shows what was paid out in it. */
export interface StatementGap {
  readonly project: string
  /** The newest event before the restoration. */
  readonly from: number
  /** When payouts were paused. */
  readonly before: number
}

/** What became of a statement to add. */
export type StatementAdded =
  /** `counted`: how many of its lines no other statement had. */
  | { readonly _tag: "Added"; readonly number: number; readonly counted: number }
  /** A statement that counts has this file, and nothing was added. */
  | { readonly _tag: "AlreadyThere"; readonly number: number }

/** The statements that a store keeps. */
export class AccountStatements extends Context.Service<
  AccountStatements,
  {
    /** Keeps a file; the same bytes are kept once, under their first name. */
    readonly keepFile: (file: StatementFile) => Effect.Effect<void, StoreError>
    readonly file: (digest: string) => Effect.Effect<Option.Option<StatementFile>, StoreError>
    /**
     * Adds a statement with its lines, all or nothing. Fails when its file was not kept, when what it replaces was replaced already, or when
     * a body is no JSON object.
     */
    readonly add: (
      statement: NewAccountStatement,
      lines: ReadonlyArray<StatementLine>,
    ) => Effect.Effect<StatementAdded, StoreError>
    readonly find: (number: number) => Effect.Effect<Option.Option<AccountStatement>, StoreError>
    /** The newest first. */
    readonly list: (query: StatementsQuery) => Effect.Effect<ReadonlyArray<AccountStatement>, StoreError>
    /**
     * The lines of a project that count: of no replaced statement, and each digest once, from the statement with the lowest number. By time,
     * statement and number.
     */
    readonly lines: (query: LinesQuery) => Effect.Effect<ReadonlyArray<CountedLine>, StoreError>
    /** Records, for every project with payouts, that what followed the newest event until this time is forgotten. */
    readonly openGap: (before: number) => Effect.Effect<void, StoreError>
    /** By project, the oldest first. */
    readonly gaps: () => Effect.Effect<ReadonlyArray<StatementGap>, StoreError>
  }
>()("@cauri/core/AccountStatements") {}
