/** Statements as one value, beside the payments of a key-value store. */
import type { NewStatement, StatementFile, StatementGap, StatementLine } from "../ports/Statements.ts"

/** A statement with its lines. Its number is its place in the list, counted from 1. */
interface StoredStatement extends NewStatement {
  readonly rows: ReadonlyArray<StatementLine>
}

/** Everything that has to do with statements, as it came. */
export interface StoredStatements {
  readonly files: ReadonlyArray<StatementFile>
  readonly statements: ReadonlyArray<StoredStatement>
  readonly gaps: ReadonlyArray<StatementGap>
}

export const noStatements: StoredStatements = { files: [], statements: [], gaps: [] }
