import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { type Act, Backstage, defaultProject, Engine, resolveOptions } from "../src/index.ts"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import {
  create,
  directBody,
  hostedBody,
  layerWith,
  payinRecordOf,
  payoutBody,
  payoutRecordOf,
  receiving,
} from "./support.ts"

const it = itOver(() => layerWith())

const act = (what: Act) => Effect.flatMap(Backstage, (backstage) => backstage.act(what))
const refused = (what: Act) => Effect.map(Effect.result(act(what)), ({ _tag }) => _tag === "Failure")
const project = { ...defaultProject, id: "project-2", apiKey: "key-2", apiToken: "token-2" }

const rule = (id: string) => ({ id, fault: { _tag: "TruncatedJson" } }) as const

describe("backstageActs", () => {
  it("a whitelist holds at most three addresses, and only the team sets it #246 #247", function* () {
    const whitelist = ["203.0.113.1", "203.0.113.2", "203.0.113.3"]
    yield* act({ _tag: "ChangeProject", projectId: "project-1", change: { whitelist } })
    const four = [...whitelist, "203.0.113.4"]
    assert.isTrue(yield* refused({ _tag: "ChangeProject", projectId: "project-1", change: { whitelist: four } }))
    assert.isTrue(yield* refused({ _tag: "AddProject", project: { ...project, whitelist: four } }))
    assert.deepStrictEqual((yield* (yield* Backstage).project("project-1")).whitelist, whitelist)
    assert.throws(() => resolveOptions({ projects: [{ ...project, whitelist: four }] }), /whitelist of project/)
  })

  it.effect(
    "a new project begins with its own balances, and credentials change only by re-issuing #184 #192 #238",
    () =>
      Effect.gen(function* () {
        yield* act({ _tag: "AddProject", project })
        assert.isTrue(yield* refused({ _tag: "AddProject", project }))
        assert.strictEqual((yield* (yield* Backstage).ledger).balances["merchant:project-2:12"], 10_000_000)
        const change = { name: "Renamed", apiKey: "stolen" }
        yield* act({ _tag: "ChangeProject", projectId: "project-2", change })
        const changed = yield* (yield* Backstage).project("project-2")
        assert.deepStrictEqual([changed.name, changed.apiKey], ["Renamed", "key-2"])
        assert.isTrue(yield* refused({ _tag: "ChangeProject", projectId: "unknown", change: {} }))
      }).pipe(Effect.provide(layerWith())),
  )

  it("projects keep their order when one changes: the first one is the one that pages and scenarios use", function* () {
    yield* act({ _tag: "AddProject", project })
    yield* act({ _tag: "ChangeProject", projectId: "project-1", change: { name: "Renamed" } })
    yield* act({ _tag: "ReissueCredentials", projectId: "project-1" })
    const { projects } = yield* (yield* Engine).state
    assert.deepStrictEqual(
      projects.map(({ id, name }) => [id, name]),
      [
        ["project-1", "Renamed"],
        ["project-2", project.name],
      ],
    )
  })

  it.effect("an operator ends a pending payment once, as completed or as a definite failure #115 #116", () =>
    receiving(function* (received) {
      const payin = yield* create("createDirectInvoice", directBody({}))
      const payout = yield* create("createDirectPayout", payoutBody())
      yield* act({ _tag: "Decide", token: payin, completed: false })
      yield* act({ _tag: "Decide", token: payout, completed: true })
      assert.strictEqual((yield* payinRecordOf(payin))["status"], "notcompleted")
      assert.strictEqual((yield* payoutRecordOf(payout))["status"], "completed")
      assert.isTrue(yield* refused({ _tag: "Decide", token: payin, completed: true }))
      assert.isTrue(yield* refused({ _tag: "Decide", token: "nothing", completed: true }))
      // No operator was chosen on this page.
      const hosted = yield* create("createHostedInvoice", hostedBody())
      assert.isTrue(yield* refused({ _tag: "Decide", token: hosted, completed: true }))
      yield* TestClock.adjust("1 minute")
      yield* (yield* Engine).settled
      assert.strictEqual(received.length, 4)
    }),
  )

  it.effect("a dispute moves a final status only where that is assumed (N4) #130", () => {
    const disputed = Effect.gen(function* () {
      const payout = yield* create("createDirectPayout", payoutBody())
      assert.isTrue(yield* refused({ _tag: "Dispute", token: payout }))
      yield* act({ _tag: "Decide", token: payout, completed: true })
      yield* Effect.ignore(act({ _tag: "Dispute", token: payout }))
      return (yield* payoutRecordOf(payout))["status"]
    })
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.provide(disputed, layerWith()), "completed")
      const moving = layerWith({ assumptions: { finalStatusesMove: true } })
      assert.strictEqual(yield* Effect.provide(disputed, moving), "notcompleted")
    })
  })

  it.effect("balances, operators and rules that make no sense are refused", () =>
    Effect.gen(function* () {
      for (const what of [
        { _tag: "SetBalance", projectId: "project-1", operatorId: "12", balanceXof: -1 },
        { _tag: "SetBalance", projectId: "project-1", operatorId: "12", balanceXof: 1.5 },
        { _tag: "SetBalance", projectId: "unknown", operatorId: "12", balanceXof: 1 },
        { _tag: "RepeatCallbacks", token: "nothing" },
      ] as const) {
        assert.isTrue(yield* refused(what))
      }
      yield* act({ _tag: "PutFaultRule", rule: rule("r1") })
      assert.isTrue(yield* refused({ _tag: "PutFaultRule", rule: rule("r2") }))
    }).pipe(Effect.provide(layerWith({ limits: { faultRules: 1 } }))),
  )

  it.effect("the callbacks of a payment can be sent again", () =>
    receiving(function* (received) {
      const token = yield* create("createDirectInvoice", directBody({ customer: "22660000090" }))
      yield* TestClock.adjust("1 minute")
      yield* act({ _tag: "RepeatCallbacks", token })
      yield* (yield* Engine).settled
      assert.strictEqual(received.length, 4)
    }),
  )
})
