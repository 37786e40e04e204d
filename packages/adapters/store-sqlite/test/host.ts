/** A host's own table beside the payments, written in the transactions of the store and through a connection of the host's own. */
import { HostTable } from "@cauri/conformance"
import { Effect, Layer } from "effect"
import { deliverWithin, insertWithin, SqliteStore } from "../src/index.ts"
import { openRaw } from "./support.ts"

/** The host's table in whichever store is below. */
export const hostTable = Layer.effect(
  HostTable,
  Effect.gen(function* () {
    const services = yield* Effect.context<SqliteStore>()
    const host = yield* openRaw((yield* SqliteStore).client.name)
    host.pragma("synchronous = FULL")
    host.exec("CREATE TABLE host_lines (line TEXT NOT NULL) STRICT")
    return HostTable.of({
      deliverWithin: (name, then) => ({
        name,
        receiveWithin: (deliveredEvent, terms) =>
          deliverWithin(name, (connection, { id }) => {
            connection.prepare("INSERT INTO host_lines (line) VALUES (?)").run(id)
            then(id)
          }).pipe(
            Effect.flatMap((listener) => listener.receiveWithin(deliveredEvent, terms)),
            Effect.provide(services),
          ),
      }),
      insertWithin: (prepared, line, then) =>
        Effect.sync(() =>
          host
            .transaction(() => {
              const inserted = insertWithin(host, prepared)
              host.prepare("INSERT INTO host_lines (line) VALUES (?)").run(line)
              then()
              return inserted
            })
            .immediate(),
        ).pipe(Effect.catchDefect((thrown) => Effect.fail(thrown))),
      lines: Effect.sync(() =>
        host
          .prepare<[], { line: string }>("SELECT line FROM host_lines")
          .all()
          .map(({ line }) => line),
      ),
    })
  }),
)
