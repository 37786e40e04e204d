import { assert, describe } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { asObserved, resolveOptions } from "@cauri/simulator"
import { readSettings } from "../src/config.ts"

/** The path of a file with this text, for as long as the scope is open. */
const seedFile = (text: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const folder = mkdtempSync(join(tmpdir(), "cauri-seed-"))
      writeFileSync(join(folder, "sandbox.json"), text)
      return folder
    }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
  ).pipe(Effect.map((folder) => join(folder, "sandbox.json")))

const team = readFileSync(new URL("sandbox.json", import.meta.url), "utf8")

/** What a wrong seed file is refused with. */
const refusalOf = Effect.fnUntraced(function* (text: string) {
  const file = yield* seedFile(text)
  const { message } = yield* Effect.flip(readSettings({}, file))
  return message.replaceAll(file, "sandbox.json")
}, Effect.scoped)

describe("a seed file", () => {
  it("sets projects, credentials, the face, assumptions and rates", function* () {
    const file = yield* seedFile(team)
    const { options, serving } = yield* readSettings({ SANDBOX_SEED_FILE: file })
    const resolved = resolveOptions(options)
    assert.deepStrictEqual(resolved.profile, { ...asObserved, callbackToken: "Another" })
    assert.deepStrictEqual(resolved.assumptions.rateLimit, { calls: 30, windowMillis: 1_000 })
    assert.deepInclude(resolved, { formEncoding: "BracketMap", timeFactor: 60 })
    assert.deepStrictEqual(serving.callbacks?.rate, { perSecond: 100, burst: 200 })
    assert.deepStrictEqual(serving.callbacks?.allowedHosts, ["receiver:8080", ".shop.example"])
    const [shop, salaries] = resolved.projects
    assert.deepInclude(shop, { id: "shop", name: "shop", apiKey: "shop-key", apiToken: "shop-token" })
    assert.deepInclude(salaries, { id: "salaries", payinsEnabled: false, payoutsEnabled: true })
    assert.match(salaries?.apiKey ?? "", /^sandbox-key-/)
  })

  it("gives way to a variable, and the variable's file to the command line's", function* () {
    const file = yield* seedFile(team)
    const { options, serving } = yield* readSettings(
      {
        SANDBOX_SEED_FILE: "/nowhere/sandbox.json",
        SANDBOX_FACE: "strict",
        SANDBOX_TIME_FACTOR: "2",
        SANDBOX_CALLBACK_HOSTS: "other.example",
        SANDBOX_API_KEY: "our-key",
        SANDBOX_API_TOKEN: "our-token",
        SANDBOX_WHITELIST: "any",
      },
      file,
    )
    assert.deepInclude(options, { timeFactor: 2 })
    assert.strictEqual(options.profile?.name, "strict")
    assert.deepInclude(options.projects?.[0], { id: "shop", apiKey: "our-key", whitelist: ["any"] })
    assert.deepStrictEqual(serving.callbacks?.allowedHosts, ["other.example"])
  })

  it("is refused with every wrong entry at once: its path, its value, its rule, and no credential", function* () {
    const message = yield* refusalOf(
      JSON.stringify({
        face: "loose",
        projekts: [],
        callbackRate: 0,
        callbackHosts: ["*.example"],
        assumptions: { rateLimit: { calls: "many", windowMillis: 1_000 } },
        projects: [{ id: "shop", apiKey: "canary key", whitelist: ["::1", "10.0.0.0/33"] }, { name: "no id" }],
      }),
    )
    assert.strictEqual(
      message,
      [
        "The sandbox does not start: correct its seed file sandbox.json.",
        "projekts: the sandbox has no such setting.",
        'face is "loose"; it must be "strict" or "as-observed".',
        'assumptions.rateLimit.calls is "many"; it must be number.',
        "projects[0].apiKey is a credential; it must be printable characters without spaces.",
        'projects[0].whitelist[1] is "10.0.0.0/33"; it must be an IP address, a CIDR range such as 172.16.0.0/12, or "any".',
        "projects[1].id is missing.",
        'callbackHosts[0] is "*.example"; it must be a host name, or a suffix such as .shop.example, perhaps with a port.',
        "callbackRate is 0; it must be a value greater than 0.",
      ].join("\n  "),
    )
  })

  it.effect.each([
    ["[", "It is not JSON"],
    ["[]", "It must be an object"],
    ['{"projects":[{"id":"a"},{"id":"a"}]}', "projects is a list; it must have another id in each project"],
    ['{"projects":[]}', "projects is a list; it must"],
  ] as const)("with the text %s is refused: %s", ([text, problem]) =>
    Effect.gen(function* () {
      assert.include(yield* refusalOf(text), problem)
    }),
  )

  it("that is missing is refused by its path", function* () {
    const { message } = yield* Effect.flip(readSettings({}, "/nowhere/sandbox.json"))
    assert.strictEqual(
      message,
      "The sandbox does not start: correct its seed file /nowhere/sandbox.json.\n  It cannot be read. Check its path and its rights.",
    )
  })
})
