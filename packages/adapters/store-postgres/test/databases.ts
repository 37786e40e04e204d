/** Databases of their own, for tests that a schema is not enough for. */
import { Effect } from "effect"
import { url, withClient } from "./support.ts"

const addressOf = (database: string) => Object.assign(new URL(url), { pathname: `/${database}` }).href

const ask = (sql: string) => Effect.promise(() => withClient((client) => client.query(sql)))

/** A database for the length of a scope: empty, or a copy that the server makes of another one. */
export const scopedDatabase = (name: string, from = "template0") =>
  Effect.acquireRelease(Effect.as(ask(`create database "${name}" template "${from}"`), addressOf(name)), () =>
    ask(`drop database if exists "${name}" with (force)`),
  )
