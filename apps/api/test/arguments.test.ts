import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { tools } from "@cauri/catalogue/tools"
import { exitCodes } from "@cauri/runtime"
import { helpText, readArguments } from "../src/arguments.ts"

const words = (line: string) => line.split(" ").filter((word) => word !== "")

describe("the command line", () => {
  it.effect.each([
    ["", { act: "serve" }],
    ["-h", { act: "help" }],
    ["key --help", { act: "help" }],
    ["key add -h", { act: "help" }],
    ["--version", { act: "version" }],
    ["key list --json", { act: "list", json: true }],
    ["key revoke shop", { act: "revoke", json: false, name: "shop" }],
    ["key revoke --json shop", { act: "revoke", json: true, name: "shop" }],
    [
      "key add --name shop --project p --may read,collect",
      { act: "add", json: false, input: { name: "shop", project: "p", may: ["read", "collect"] } },
    ],
    ["key add --name b --replaces a", { act: "replace", json: false, input: { name: "b", replaces: "a" } }],
    [
      "key add --name b --replaces a --old-until now --json",
      { act: "replace", json: true, input: { name: "b", replaces: "a", oldUntil: 0 } },
    ],
    [
      "key add --name=shop --project=p --may=pay_out --expires 2027-01-01 --from 10.0.0.0/8,::1 --per-minute 600 --json",
      {
        act: "add",
        json: true,
        input: {
          name: "shop",
          project: "p",
          may: ["pay_out"],
          expiresAt: Date.UTC(2027, 0, 1),
          addresses: ["10.0.0.0/8", "::1"],
          perMinute: 600,
        },
      },
    ],
  ] as const)("reads “%s”", ([line, asked]) =>
    Effect.map(readArguments(words(line)), (read) => assert.deepStrictEqual<unknown>(read, asked)),
  )

  it.effect.each([
    ["--once", "Unknown option: --once."],
    ["key", "needs add, list or revoke"],
    ["key remove shop", "needs add, list or revoke"],
    ["key revoke", "needs the name of one key"],
    ["key revoke one two", "Unknown option: two."],
    ["key list shop", "Unknown option: shop."],
    ["key list --name shop", "Unknown option: --name."],
    ["key list --json=yes", "Unknown option: --json."],
    ["key add shop --project p --may read", "Unknown option: shop."],
    ["key add --name shop --project p", "--may must be what it may do"],
    ["key add --name shop --project p --may read,colect", "--may must be what it may do"],
    ["key add --name b --replaces a --may read", "Unknown option: --may."],
    ["key add --name b --old-until now", "Unknown option: --old-until."],
    ["key add --secret mine", "Unknown option: --secret."],
  ] as const)("refuses “%s”", ([line, problem]) =>
    Effect.map(Effect.flip(readArguments(words(line))), ({ message }) => assert.include(message, problem)),
  )

  it.effect.each(["2027-02-31", "tomorrow", "2027-13-01", "2027-1-1"])("knows no day “%s”", (text) =>
    Effect.map(readArguments(["key", "add", "--may", "read", "--expires", text]), (asked) =>
      assert.isNaN(asked.act === "add" && asked.input.expiresAt),
    ),
  )

  it.each(["en", "fr"] as const)("explains every command, flag and exit code in its help (%s)", (language) => {
    const help = helpText(language)
    const { about, ...flags } = tools[language].apiHelp
    for (const text of [about, ...Object.values(flags)]) assert.include(help, text)
    for (const act of ["add", "list", "revoke"]) assert.include(help, `cauri api key ${act}`)
    for (const code of Object.values(exitCodes)) assert.match(help, new RegExp(`: ?.* ${code} `))
  })
})
