/** Account statements as one value, beside the payments of a key-value store. */
import type { NewAccountStatement, StatementFile, StatementGap, StatementLine } from "../ports/AccountStatements.ts"

/** A statement with its lines. Its number is its place in the list, counted from 1. */
interface StoredAccountStatement extends NewAccountStatement {
  readonly rows: ReadonlyArray<StatementLine>
}

/** Everything that has to do with statements, as it came. */
export interface StoredAccountStatements {
  readonly files: ReadonlyArray<StatementFile>
  readonly statements: ReadonlyArray<StoredAccountStatement>
  readonly gaps: ReadonlyArray<StatementGap>
}

export const noStatements: StoredAccountStatements = { files: [], statements: [], gaps: [] }
