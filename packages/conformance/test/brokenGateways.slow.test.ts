/**
 * A suite that cannot fail proves nothing. Mutation testing of the plain gateway shows that it fails (`pnpm mutate:kit`); here it meets what
 * no mutation makes, and every case meets a gateway on which it must fail.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer } from "effect"
import { blankConfirmRecord, CreationAnswer, Gateway, GatewayError, noAnswer, notSent } from "@cauri/core/adapter"
import { CallFailure, CreationToken } from "@cauri/core/model"
import { type Case, gatewayFacets, GatewayUnderTest, type MakeGateway, specifiedReplies } from "@cauri/conformance"
import { brokenGateways } from "./gateway/broken.ts"

/** Answers that never come from the service: whoever always gives one of them is caught by every case, by one or another. */
const constantAnswers: ReadonlyArray<CreationAnswer> = [
  CreationAnswer.cases.accepted.make({ token: CreationToken.make("made-up"), url: null }),
  noAnswer("worker_lost"),
  notSent("throttled"),
]

const cases = new Map<string, Case<GatewayUnderTest>>(gatewayFacets.flatMap((facet) => Object.entries(facet.cases)))

const run = (check: Case<GatewayUnderTest>, make: MakeGateway) =>
  Effect.exit(
    Effect.provideService(check, GatewayUnderTest, {
      make,
      replies: specifiedReplies,
      runtimeHeaders: [],
      seesItsSocket: true,
    }),
  )

const constant = (answer: CreationAnswer, status: "completed" | "not_completed" | null): MakeGateway => {
  const creation = () => Effect.succeed(answer)
  return () =>
    Layer.succeed(Gateway, {
      create: creation,
      requestCode: creation,
      confirm: ({ payment: { key } }) =>
        status === null
          ? Effect.fail(new GatewayError({ key, reason: CallFailure.cases.not_found.make({ code: "" }) }))
          : Effect.succeed({ ...blankConfirmRecord, status }),
    })
}

const constants = constantAnswers.flatMap((answer) =>
  (["completed", "not_completed", null] as const).map((status) => constant(answer, status)),
)

describe.concurrent("gateways that are broken on purpose", () => {
  it.live.each(brokenGateways)("$name", ({ caughtBy, make }) =>
    Effect.gen(function* () {
      for (const title of caughtBy) {
        const check = cases.get(title)
        if (check === undefined) return assert.fail(`there is no case "${title}"`)
        const exit = yield* run(check, make)
        if (Exit.isSuccess(exit)) return assert.fail(`"${title}" did not notice`)
        const failure = Cause.squash(exit.cause)
        assert.isTrue(failure instanceof Error && failure.name === "AssertionError", Cause.pretty(exit.cause))
      }
    }),
  )

  it.live("every case of the suite is held against a gateway that it must catch", () =>
    Effect.gen(function* () {
      const caught = new Set(brokenGateways.flatMap(({ caughtBy }) => caughtBy))
      for (const [title, check] of cases) {
        for (const make of constants) {
          if (!caught.has(title) && Exit.isFailure(yield* run(check, make))) caught.add(title)
        }
      }
      assert.deepStrictEqual(
        [...cases.keys()].filter((title) => !caught.has(title)),
        [],
      )
    }),
  )

  it("titles tell the cases of all facets apart", () => {
    const titles = gatewayFacets.flatMap((facet) => Object.keys(facet.cases))
    assert.strictEqual(new Set(titles).size, titles.length)
  })
})
