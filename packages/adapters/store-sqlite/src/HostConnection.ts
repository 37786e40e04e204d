/** The connection of a host that has its own. */
import type { Database } from "better-sqlite3"

/** A host's own connection: better-sqlite3's database, or drizzle's over one. */
export type HostConnection = Database | { readonly $client: Database }

/** better-sqlite3's database behind a host's connection. */
export const clientOf = (connection: HostConnection): Database =>
  "$client" in connection ? connection.$client : connection
