/**
 * What the server makes of bytes that two programs could read differently, row by row (T17). The table is run again with every new Node:
 * its parser may change.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { answersTo, served, statusesIn, until } from "./serving.ts"
import { rows } from "./wireTable.ts"

describe("the server", () => {
  it.live.each(rows.map((row) => [row.what, row] as const))("answers %s as the table says (A17, T17)", ([, row]) =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served({ linger: 0 })
      const heard = yield* answersTo(port, row.bytes(path))
      assert.deepStrictEqual(statusesIn(heard), row.statuses, heard)
      // A body that breaks off is noted after its connection has ended.
      yield* until(() => desk.notes.length >= row.rang)
      assert.lengthOf(desk.notes, row.rang)
    }),
  )
})
