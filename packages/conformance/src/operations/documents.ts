/**
 * What people keep in a store beside payments.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Documents, type DocumentsQuery, forgottenAtMost, type NewDocument, type StorePorts } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { newGround, payinIn, payoutIn } from "../samples.ts"
import { everything, put } from "../steps.ts"

const keep = (digest: string, more: Partial<NewDocument> = {}) =>
  Documents.use((documents) => documents.keep({ kind: "statement", digest, at: 9, head: "{}", ...more }))

const find = (number: number, kind: NewDocument["kind"] = "statement") =>
  Documents.use((documents) => documents.find({ kind, number }))

const list = (query: Partial<DocumentsQuery> = {}) =>
  Documents.use((documents) => documents.list({ kind: "statement", limit: everything, ...query }))
const numbers = (query?: Partial<DocumentsQuery>) => Effect.map(list(query), (all) => all.map(({ number }) => number))

const gaps = (limit = everything) =>
  Effect.map(list({ kind: "gap", limit }), (all) => all.map(({ before, from, project }) => ({ before, from, project })))

const refusal = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.flip(effect).pipe(Effect.orElseSucceed(() => null))

const nothing = { about: null, project: null, from: null, before: null, replaces: null, replacedBy: null }

export const documents: Facet<StorePorts> = {
  name: "documents",
  alone: true,
  cases: {
    "a document comes back letter for letter and byte for byte, and lists show it without its body": Effect.gen(
      function* () {
        const body = Uint8Array.from({ length: 256 }, (_, index) => index)
        const head = '{ "name":"Relevé d’août", "by":"\\u0000 \\ud800"}'
        const whole = { about: "payout shop/é", project: "shop", from: 0, before: Number.MAX_SAFE_INTEGER, head }
        assert.deepStrictEqual(yield* keep("abc", { ...whole, body }), { _tag: "Kept", number: 1 })
        assert.deepStrictEqual(yield* keep("bare"), { _tag: "Kept", number: 2 })
        const shown = { ...nothing, ...whole, kind: "statement" as const, number: 1, digest: "abc", at: 9 }
        const bare = { ...nothing, kind: "statement" as const, number: 2, digest: "bare", at: 9, head: "{}" }
        assert.deepStrictEqual(yield* find(1), { ...shown, body })
        assert.deepStrictEqual(yield* find(2), { ...bare, body: null })
        assert.isNull(yield* find(3))
        assert.deepStrictEqual([...(yield* list())], [bare, shown])
      },
    ),

    "of each kind a digest is kept once, under its first words": Effect.gen(function* () {
      yield* keep("one", { project: "shop" })
      assert.deepStrictEqual(yield* keep("one", { project: "other" }), { _tag: "AlreadyThere", number: 1 })
      assert.deepStrictEqual(yield* keep("one", { kind: "deed" }), { _tag: "Kept", number: 1 })
      assert.deepInclude(yield* find(1, "deed"), { kind: "deed", project: null })
      assert.deepStrictEqual(yield* keep("two"), { _tag: "Kept", number: 2 })
      assert.deepStrictEqual(
        (yield* list({ kind: "deed" })).map(({ digest }) => digest),
        ["one"],
      )
      assert.deepStrictEqual(
        (yield* list()).map(({ project }) => project),
        [null, "shop"],
      )
    }),

    "a document that replaces another counts instead of it, and nothing is lost": Effect.gen(function* () {
      yield* keep("one", { body: Uint8Array.of(1) })
      yield* keep("two")
      yield* keep("one", { kind: "deed" })
      assert.deepStrictEqual(yield* keep("one", { replaces: 1 }), { _tag: "Kept", number: 3 })
      assert.deepInclude(yield* find(1, "deed"), { replacedBy: null })
      assert.deepStrictEqual(yield* keep("one"), { _tag: "AlreadyThere", number: 3 })
      assert.deepInclude(yield* find(1), { replaces: null, replacedBy: 3, body: Uint8Array.of(1) })
      assert.deepInclude(yield* find(3), { replaces: 1, replacedBy: null })
      assert.deepStrictEqual(yield* keep("three", { replaces: 3 }), { _tag: "Kept", number: 4 })
      assert.deepStrictEqual(yield* keep("one"), { _tag: "Kept", number: 5 })
      assert.deepStrictEqual(yield* numbers(), [5, 4, 3, 2, 1])
    }),

    "what cannot be kept whole is refused, and nothing of it is kept": Effect.gen(function* () {
      yield* keep("one")
      yield* keep("two", { replaces: 1 })
      for (const more of [
        { replaces: 1 },
        { replaces: 9 },
        { kind: "deed", replaces: 2 },
        { head: "no JSON", replaces: 2 },
        { head: '"a text"' },
        { head: "[]" },
      ] satisfies ReadonlyArray<Partial<NewDocument>>) {
        const found = yield* refusal(keep("three", more))
        assert.deepInclude(found, { _tag: "StoreError", operation: "keep" }, JSON.stringify(more))
      }
      assert.deepStrictEqual(yield* numbers(), [2, 1])
      assert.deepStrictEqual(yield* numbers({ kind: "deed" }), [])
      assert.deepInclude(yield* find(2), { replacedBy: null })
    }),

    "documents are listed from the newest, by kind, by what they are about, by project and by the period that they touch":
      Effect.gen(function* () {
        yield* keep("one", { about: "payout shop/one", project: "shop", from: 0, before: 10 })
        yield* keep("two", { about: "payout shop/two", project: "shop", from: 10, before: 20 })
        yield* keep("three", { about: "payout shop/one", project: "other", from: 0, before: 30 })
        yield* keep("four")
        yield* keep("five", { kind: "own/five", about: "payout shop/one", project: "shop", from: 0, before: 10 })
        assert.deepStrictEqual(yield* numbers({ limit: 2 }), [4, 3])
        assert.deepStrictEqual(yield* numbers({ below: 3 }), [2, 1])
        assert.deepStrictEqual(yield* numbers({ project: "shop" }), [2, 1])
        assert.deepStrictEqual(yield* numbers({ about: "payout shop/one" }), [3, 1])
        assert.deepStrictEqual(yield* numbers({ about: "payout shop/one", limit: 1 }), [3])
        assert.deepStrictEqual(yield* numbers({ about: "payout shop/on" }), [])
        assert.deepStrictEqual(yield* numbers({ touching: { from: 9, before: 10 } }), [3, 1])
        assert.deepStrictEqual(yield* numbers({ touching: { from: 10, before: 11 } }), [3, 2])
        assert.deepStrictEqual(yield* numbers({ kind: "own/five" }), [1])
      }),

    "a gap begins with the newest event, in every project with payouts or batches and for all others": Effect.gen(
      function* () {
        const { openGap } = yield* Documents
        yield* openGap(forgottenAtMost + 5)
        yield* openGap(forgottenAtMost + 5)
        assert.deepStrictEqual(yield* gaps(), [{ project: null, from: 5, before: forgottenAtMost + 5 }])
        const ground = yield* newGround
        yield* put(payoutIn(ground, "salary", "pending", { at: ground.at, endedAt: ground.at + 5 }))
        yield* put(payinIn(ground, "order", "pending", { project: ground.elsewhere, at: ground.at + 1 }))
        yield* openGap(ground.at + 9)
        yield* openGap(ground.at + 10)
        yield* openGap(ground.at + 10)
        const from = ground.at + 5
        assert.sameDeepMembers(
          yield* gaps(4),
          [10, 9].flatMap((after) =>
            [null, ground.project].map((project) => ({ before: ground.at + after, from, project })),
          ),
        )
        assert.lengthOf(yield* gaps(), 5)
        yield* keep("one", { kind: "batch", project: "books" })
        yield* openGap(ground.at + 11)
        assert.sameDeepMembers(
          yield* gaps(3),
          ["books", null, ground.project].map((project) => ({ before: ground.at + 11, from, project })),
        )
      },
    ),
  },
}
