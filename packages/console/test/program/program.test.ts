import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import type { Command } from "effect/cli"
import { StoreError } from "@cauri/core"
import { Misconfigured } from "@cauri/runtime"
import { StoreRefused } from "@cauri/core/adapter"
import { commandsOn } from "../../src/program/program.ts"
import { newWorld } from "../world.ts"
import { it } from "../it.ts"

const subcommandsOf = ({ subcommands }: Command.Command.Any) => subcommands.flatMap(({ commands }) => commands)

const root = commandsOn(Layer.effectContext(Effect.die("the tests of this file build nothing")), {
  environment: {},
  stores: [],
})
const names = subcommandsOf(root)
  .flatMap(subcommandsOf)
  .map(({ name }) => name)

describe("the command line", () => {
  it("has the commands that the issue and the runbooks name", () => {
    assert.includeMembers(names, [
      "audit",
      "cancel",
      "close-flag",
      "doctor",
      "export-evidence",
      "pause",
      "pauses",
      "resume",
      "list",
      "recheck",
      "release",
      "replay-notes",
      "report",
      "resolve",
      "restored",
      "show",
    ])
  })

  it("explains each command with an example, without a store and without settings", function* (world) {
    for (const name of names) {
      const { code, out } = yield* world.console(name, "--help")
      assert.strictEqual(code, 0, name)
      assert.include(out, "Examples:", name)
      assert.include(out, `cauri console ${name}`, name)
      if (name !== "serve") assert.include(out, "--json", name)
    }
    const help = yield* world.console("--help")
    for (const name of names) assert.include(help.out, ` ${name} `)
    assert.include(help.out, "Exit codes: 0 fine, 1 something needs a person, 64 bad usage")
  })

  it("explains and refuses in French where the locale is French", function* () {
    const world = yield* newWorld({ language: "fr" })
    for (const name of names) {
      const { out } = yield* world.console(name, "--help")
      assert.match(
        out,
        /^[^]+\n\nUtilisation\u00A0: cauri console [^]+Exemples\u00A0:\n[^]+Codes de sortie\u00A0:/,
        name,
      )
      assert.notMatch(out, / {2}$/m, "every flag and every example is explained")
    }
    assert.match(
      (yield* world.console("lsit")).err,
      /^La commande «\u00A0lsit\u00A0» n’existe pas\. Vouliez-vous dire list/,
    )
    assert.match((yield* world.console("list", "--limit", "0")).err, /^--limit\u00A0: indiquez un nombre de 1 à /)
    assert.match(
      (yield* world.console("show", "order-1")).err,
      /^Le paiement order-1 est introuvable dans cette base\./,
    )
    assert.include((yield* world.console("list")).out, "Aucun paiement ne correspond.")
    assert.include((yield* world.console("report")).out, "Paiements créés le 1970-01-01 (UTC)")
  })

  it("tells its version", function* () {
    assert.include((yield* (yield* newWorld()).console("--version")).out, "0.0.0")
  })

  it("ends with 64 for what it does not understand, in one sentence on standard error", function* (world) {
    for (const args of [["lost"], ["lst"], ["list", "--lost"], ["show"], ["pause"], ["list", "too", "many"]]) {
      const { code, err, out } = yield* world.console(...args)
      assert.deepStrictEqual({ code, out }, { code: 64, out: "" }, args.join(" "))
      assert.match(err, /Try cauri console.* --help\.\n$/, args.join(" "))
      assert.notInclude(err, String.raw`\u`, args.join(" "))
    }
  })

  it("prints as JSON or as CSV, and refuses both at once, wherever there are both", function* (world) {
    const withBoth: Array<string> = []
    for (const name of names) {
      const { out: help } = yield* world.console(name, "--help")
      if (!help.includes("--csv")) continue
      withBoth.push(name)
      const { code, err, out } = yield* world.console(name, "--json", "--csv")
      assert.deepStrictEqual({ code, out }, { code: 64, out: "" }, name)
      assert.include(err, "--json, --csv must be given one at a time")
    }
    assert.deepStrictEqual(withBoth, ["list", "report"])
  })

  it("ends with the code of what keeps it from its store", function* () {
    const endings = [
      [new Misconfigured({ variable: "STORE_URL", expected: "set" }), 64, "STORE_URL must be set."],
      [new StoreRefused({ reason: "corrupt", detail: "It is torn." }), 74, "It is torn."],
      [new StoreRefused({ reason: "busy", detail: "It is locked." }), 75, "It is locked."],
      [new StoreRefused({ reason: "missing", detail: "It is not there." }), 64, "It is not there."],
      [new StoreError({ operation: "list", cause: null }), 75, "The payment store failed during list."],
    ] as const
    for (const [ending, expected, sentence] of endings) {
      const world = yield* newWorld({ ground: Layer.effectContext(Effect.fail(ending)) })
      const { code, err } = yield* world.console("list")
      assert.strictEqual(code, expected)
      assert.include(err, sentence)
    }
  })

  it("ends with 70 for a defect, and does not print what the defect says", function* () {
    const world = yield* newWorld({ ground: Layer.effectContext(Effect.die(new Error("22670000001"))) })
    const { code, err } = yield* world.console("list")
    assert.strictEqual(code, 70)
    assert.notInclude(err, "22670000001")
  })
})
