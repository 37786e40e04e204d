/** The read models by themselves: what the facade loads of the console, and that a history is read to its end. */
import { assert } from "@effect/vitest"
import { PaymentStore } from "@cauri/core"
import { append, PaymentEvent } from "@cauri/core/model"
import { Effect, Result } from "effect"
import { readFileSync } from "node:fs"
import { historyOf } from "../src/read.ts"
import { recordOf } from "../src/payment/history.ts"
import { createPayin, keyOf } from "./world.ts"
import { it } from "./it.ts"

const sources = new URL("../src/", import.meta.url)

/** Every file of the console, and every package, that this file loads. */
const loadedBy = (entry: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (file: URL): void => {
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(/^(?:import|export)\b[^"]*\bfrom "([^"]+)"/gm)) {
      const next = name.startsWith(".") ? new URL(name, file) : null
      const shown = next === null ? name : next.pathname.slice(sources.pathname.length)
      if (found.has(shown)) continue
      found.add(shown)
      if (next !== null) visit(next)
    }
  }
  visit(new URL(entry, sources))
  return found
}

it("the read models load no page, no command, no program and no part of Node", () => {
  const loaded = loadedBy("read.ts")
  assert.sameMembers(
    [...loaded].filter((name) => !name.endsWith(".ts")),
    ["effect", "@cauri/catalogue", "@cauri/core", "@cauri/core/adapter", "@cauri/core/model"],
  )
  assert.isEmpty([...loaded].filter((name) => name.startsWith("page/") || name.startsWith("commands/")))
})

it("a history is read to its end, however long it is", function* (world) {
  yield* createPayin(world, "order-1")
  const key = keyOf("payin", "order-1")
  const history = yield* Effect.provideContext(
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const record = yield* recordOf(key)
      const flags = Array.from({ length: 2_500 }, (_, index) =>
        PaymentEvent.cases.flagged.make({ kind: "overdue", subject: String(index) }),
      )
      const change = Result.getOrThrow(append(record.payment, flags, record.payment.createdAt))
      yield* store.save(change, record.tracking, { version: record.version, giveBack: null, now: 0 })
      return yield* historyOf(key)
    }),
    world.services,
  )
  assert.isAbove(history.length, 2_500)
  assert.deepStrictEqual(
    history.map(({ seq }) => seq),
    history.map((_, index) => index + 1),
  )
})
