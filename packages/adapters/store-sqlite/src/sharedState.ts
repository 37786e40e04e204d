/**
 * `SharedState`: what people and processes share, through the same gate as the payments.
 */
import {
  type Heartbeat,
  heartbeatsKeptFor,
  type Pause,
  pausedByCauri,
  SharedState,
  type StoreIdentity,
  takeToken,
} from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import type { Gate } from "./batch.ts"
import { inserting, reading, writing } from "./prepared.ts"

const ofTheLibrary = `("by" = '${pausedByCauri}') = (:by = '${pausedByCauri}')`

const prepare = (client: Database) => ({
  pause: writing(client, `${inserting("cauri_pauses", "scope reason by since credentials")} ON CONFLICT DO NOTHING`),
  /** The pause already in force for the scope: a person's for a person, the library's for the library. */
  standing: reading<Pause>(client, `SELECT * FROM cauri_pauses WHERE scope = :scope AND ${ofTheLibrary}`),
  resume: writing(client, "DELETE FROM cauri_pauses WHERE scope = :scope"),
  liftSeen: writing(client, `DELETE FROM cauri_pauses WHERE scope = :scope AND "by" = :by AND since = :since`),
  pauses: reading<Pause>(client, "SELECT * FROM cauri_pauses ORDER BY rowid"),
  beat: writing(
    client,
    `${inserting("cauri_heartbeats", "process role at")} ON CONFLICT (process) DO UPDATE SET role = excluded.role, at = excluded.at`,
  ),
  forgetBeats: writing(client, "DELETE FROM cauri_heartbeats WHERE role = :role AND at < :before"),
  heartbeats: reading<Heartbeat>(client, "SELECT * FROM cauri_heartbeats ORDER BY rowid"),
  rateToken: reading<{ readonly nextAt: number }>(
    client,
    "SELECT next_at AS nextAt FROM cauri_rate_tokens WHERE rate = :rate",
  ),
  takeRateToken: writing(
    client,
    `${inserting("cauri_rate_tokens", "rate nextAt")} ON CONFLICT (rate) DO UPDATE SET next_at = excluded.next_at`,
  ),
  acceptRestored: writing(client, "UPDATE cauri_store SET copied_at = NULL"),
})

export const makeShared = (client: Database, gate: Gate, look: () => StoreIdentity): SharedState["Service"] => {
  const statements = prepare(client)
  return SharedState.of({
    pause: (pause) =>
      gate.write("pause", () => {
        statements.pause({ ...pause })
        return statements.standing.get({ ...pause }) ?? pause
      }),
    resume: (scope, seen) =>
      gate.write("resume", () => {
        const resumed =
          seen === undefined
            ? statements.resume({ scope })
            : statements.liftSeen({ scope, by: seen.by, since: seen.since })
        return resumed > 0
      }),
    pauses: () => gate.read("pauses", () => statements.pauses.all({})),
    beat: (heartbeat) =>
      gate.write(
        "beat",
        () => {
          statements.beat({ ...heartbeat })
          statements.forgetBeats({ role: heartbeat.role, before: heartbeat.at - heartbeatsKeptFor })
        },
        { mayBeLost: true },
      ),
    heartbeats: () => gate.read("heartbeats", () => statements.heartbeats.all({})),
    takeRateToken: ({ rate, limit, now }) =>
      gate.write(
        "takeRateToken",
        () => {
          const { nextAt, wait } = takeToken(statements.rateToken.get({ rate })?.nextAt, limit, now)
          if (wait === 0) statements.takeRateToken({ rate, nextAt })
          return wait
        },
        { mayBeLost: true },
      ),
    identity: () => gate.read("identity", look),
    acceptRestored: () => gate.write("acceptRestored", () => void statements.acceptRestored({})),
  })
}
