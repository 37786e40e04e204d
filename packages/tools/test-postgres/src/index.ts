/**
 * A real Postgres for tests: the one that `TEST_DATABASE_URL` names or, without it, a throw-away server from the binaries that npm
 * installed. No database to install, no container, no password; root and plain users alike.
 */
export { startPostgres, type TestPostgres } from "./startPostgres.ts"
export { binariesFor, type Binaries } from "./binaries.ts"
