/** The acts, played in process: what each payment came to, what was sent, and what the demo says of an act that is not true. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { acts } from "../src/acts.ts"
import { show } from "../src/demo.ts"
import { elapsed, painter, wantsColours } from "../src/print.ts"
import { type Act, perform, type Performance } from "../src/stage.ts"

const plain = painter(false)

const played = (title: string) => {
  const act = acts.find((each) => each.title === title)
  return act === undefined ? Effect.die(new Error(`There is no act "${title}".`)) : perform(act)
}

/** The names of the events in the watched payment's history. */
const events = ({ lines }: Performance): ReadonlyArray<string> =>
  lines.flatMap((line) => (line._tag === "History" ? [line.entry.event._tag] : []))

/** What the shop heard. */
const heard = ({ lines }: Performance): ReadonlyArray<string> =>
  lines.flatMap((line) => (line._tag === "Shop" ? [line.announced.event] : []))

const endsIn = ({ end }: Performance): string => end.slice(end.lastIndexOf(" ") + 1)

describe("the acts of the demo", () => {
  it.effect("a push payin completes by one confirm, whatever the two callbacks say #196 #199 #207", () =>
    Effect.gen(function* () {
      const performance = yield* played("A customer pays with a PIN")
      assert.strictEqual(endsIn(performance), "Completed")
      assert.deepStrictEqual(events(performance), ["Intended", "AttemptStarted", "Accepted", "Completed"])
      assert.deepStrictEqual(heard(performance), ["Completed"])
      assert.strictEqual(performance.creations, 1)
    }),
  )

  it.effect("a forged callback changes neither state nor history #205 #206 #207", () =>
    Effect.gen(function* () {
      const performance = yield* played("A forged callback changes nothing")
      assert.strictEqual(endsIn(performance), "Pending")
      assert.deepStrictEqual(events(performance), ["Intended", "AttemptStarted", "Accepted"])
      assert.deepStrictEqual(heard(performance), [])
    }),
  )

  it.effect("a wrong OTP leaves the payin pending and the right one completes it #119 #154 #156", () =>
    Effect.gen(function* () {
      const performance = yield* played("A wrong code, then the right one")
      assert.strictEqual(endsIn(performance), "Completed")
      assert.strictEqual(events(performance).filter((tag) => tag === "AttemptStarted").length, 3)
      assert.strictEqual(performance.creations, 3)
      assert.deepStrictEqual(heard(performance), ["Completed"])
    }),
  )

  it.effect("a payout whose answer is lost is sent once in thirty days, and a person decides (O7, O9, O10)", () =>
    Effect.gen(function* () {
      const performance = yield* played("A payout whose answer is lost")
      assert.strictEqual(endsIn(performance), "Completed")
      assert.strictEqual(performance.creations, 1)
      assert.deepStrictEqual(events(performance).slice(3), ["InDoubt", "Flagged", "Resolved"])
      assert.deepStrictEqual(heard(performance), ["InDoubt", "Flagged", "Resolved"])
      assert.isAtLeast(performance.took, 30 * 86_400_000)
    }),
  )

  it.effect("a payin that is paid after it expired completes late (P12, P15) #120 #248", () =>
    Effect.gen(function* () {
      const performance = yield* played("A customer pays after the end")
      assert.strictEqual(endsIn(performance), "Completed")
      assert.deepStrictEqual(events(performance).slice(3), ["Expired", "Completed"])
      assert.deepStrictEqual(heard(performance), ["Expired", "Completed"])
    }),
  )

  it.effect("every act checks itself and every check holds", () =>
    Effect.gen(function* () {
      const performances = yield* Effect.forEach(acts, perform, { concurrency: 1 })
      assert.strictEqual(performances.length, 5)
      for (const { act, checks } of performances) {
        assert.isAtLeast(checks.length, 3, act.title)
        assert.deepStrictEqual(
          checks.filter(({ holds }) => !holds),
          [],
        )
      }
    }),
  )
})

const act = (play: Act["play"]): Act => ({ title: "A story", about: "Told.", avoided: "Nothing.", play })

const withoutTime = (text: string): string => text.replace(/in \d+ ms/, "")

describe("the program", () => {
  it.effect("shows every act within a hundred columns, without tokens, codes or full numbers", () =>
    Effect.gen(function* () {
      const { text, exitCode } = yield* show(acts, plain)
      assert.strictEqual(exitCode, 0)
      for (const { title } of acts) assert.include(text, title)
      for (const line of text.split("\n")) assert.isAtMost(line.length, 100, line)
      assert.include(text, "All 5 acts ended as they say")
      assert.notMatch(text, /token-\d|wrong-code|right-code|2267000000|undefined|null/)
      assert.isFalse(text.includes("\u001B"))
    }),
  )

  it.effect("exits with 1 and names the act that ended otherwise than it says", () =>
    Effect.gen(function* () {
      const lie = act((stage) => Effect.sync(() => stage.check("the moon is a cheese", false)))
      const { text, exitCode } = yield* show([...acts, lie], plain)
      assert.strictEqual(exitCode, 1)
      assert.include(text, "NOT SO    the moon is a cheese")
      assert.include(text, 'Not every act ended as it says: "A story".')
      assert.notInclude(text, "ended as they say")
    }),
  )

  it.effect("exits with 1 when an act fails, dies or checks nothing, and when there is no act", () =>
    Effect.gen(function* () {
      const broken = [
        act(() => Effect.fail("a failure")),
        act(() => Effect.die(new Error("a defect"))),
        act(() => Effect.void),
      ]
      const shown = yield* Effect.forEach(broken, (each) => show([each], plain), { concurrency: 1 })
      assert.deepStrictEqual(
        shown.map(({ exitCode }) => exitCode),
        [1, 1, 1],
      )
      assert.include(shown[0]?.text, "it can be played: a failure")
      const empty = yield* show([], plain)
      assert.strictEqual(empty.exitCode, 1)
      assert.notInclude(empty.text, "ended as they say")
    }),
  )
})

describe("the print", () => {
  it("has colours on a terminal only, and not where somebody asked for none", () => {
    assert.isTrue(wantsColours(true, {}))
    assert.isTrue(wantsColours(true, { NO_COLOR: "", TERM: "xterm-256color" }))
    assert.isFalse(wantsColours(false, {}))
    assert.isFalse(wantsColours(true, { NO_COLOR: "1" }))
    assert.isFalse(wantsColours(true, { TERM: "dumb" }))
  })

  it.effect("differs with colours by nothing but the colours", () =>
    Effect.gen(function* () {
      const coloured = (yield* show(acts, painter(true))).text
      // oxlint-disable-next-line no-control-regex -- the escape character is what is looked for
      const stripped = coloured.replace(/\u001B\[\d+m/g, "")
      assert.notStrictEqual(coloured, stripped)
      assert.strictEqual(withoutTime(stripped), withoutTime((yield* show(acts, plain)).text))
    }),
  )

  it("tells time by its two largest units", () => {
    const seconds = [0, 5, 59, 60, 905, 3_600, 4_500, 86_400, 2_592_065]
    assert.deepStrictEqual(
      seconds.map((each) => elapsed(each * 1_000)),
      ["+0s", "+5s", "+59s", "+1m 00s", "+15m 05s", "+1h 00m", "+1h 15m", "+1d 00h", "+30d 00h"],
    )
  })
})
