/** The command line: the program that answers, and the commands of the keys. */
import { parseArgs } from "node:util"
import { Effect } from "effect"
import { type KeyInput, type Replacement, type Scope, scopes } from "@cauri/api"
import type { Language } from "@cauri/catalogue"
import { inBoth, type Tools, tools } from "@cauri/catalogue/tools"
import { BadUsage, programHelp, readFlags, unknownOption } from "@cauri/runtime"
import { variables } from "./config.ts"

/** What is asked of the keys. */
export type KeyCommand = { readonly json: boolean } & (
  | { readonly act: "add"; readonly input: KeyInput }
  | { readonly act: "replace"; readonly input: Replacement }
  | { readonly act: "list" }
  | { readonly act: "revoke"; readonly name: string }
)

type Asked = { readonly act: "serve" } | { readonly act: "help" } | { readonly act: "version" } | KeyCommand

/** The flags of `add`, each with its sentence in the catalogue. */
const flags = {
  name: "name",
  project: "project",
  may: "may",
  expires: "expires",
  from: "from",
  "per-minute": "per_minute",
  replaces: "replaces",
  "old-until": "old_until",
} as const satisfies Readonly<Record<string, keyof Tools["apiHelp"]>>

type Flag = keyof typeof flags

const flagOfField: ReadonlyMap<string, Flag> = new Map([
  ["expiresAt", "expires"],
  ["addresses", "from"],
  ["perMinute", "per-minute"],
  ["oldUntil", "old-until"],
])

const isFlag = (name: string): name is Flag => Object.hasOwn(flags, name)

const badUsage = (choose: (words: Tools["apiKeys"]) => string) =>
  new BadUsage({ problem: inBoth(({ apiKeys }) => choose(apiKeys)) })

/** The refusal of a flag of `add`; the API names the field that it fills. */
export const wrongFlag = (field: string): BadUsage => {
  const flag = flagOfField.get(field) ?? (isFlag(field) ? field : "name")
  return new BadUsage({
    problem: inBoth(({ apiHelp, settings }) => settings.must_be(`--${flag}`, apiHelp[flags[flag]])),
  })
}

/** The beginning of a day in UTC; not a number where there is no such day. */
const dayIn = (text: string): number => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return new Date(at || 0).toISOString().startsWith(text) ? at : Number.NaN
}

const listIn = (text: string): ReadonlyArray<string> => text.split(",").map((each) => each.trim())

const isScope = (text: string): text is Scope => scopes.some((scope) => scope === text)

/** The key that is asked for. What its fields may be is for `addKey` to say. */
const inputOf = (given: ReadonlyMap<string, string>): Effect.Effect<KeyInput, BadUsage> => {
  const [expires, from, perMinute] = [given.get("expires"), given.get("from"), given.get("per-minute")]
  const may = listIn(given.get("may") ?? "")
  if (!may.every(isScope)) return Effect.fail(wrongFlag("may"))
  return Effect.succeed({
    name: given.get("name") ?? "",
    project: given.get("project") ?? "",
    may,
    ...(expires !== undefined && { expiresAt: dayIn(expires) }),
    ...(from !== undefined && { addresses: listIn(from) }),
    ...(perMinute !== undefined && { perMinute: Number(perMinute) }),
  })
}

/** A key with a new secret may do what the old one may. */
const ofReplacement = ["name", "replaces", "old-until"]

const replacementOf = (given: ReadonlyMap<string, string>): Replacement => {
  const until = given.get("old-until")
  const named = { name: given.get("name") ?? "", replaces: given.get("replaces") ?? "" }
  return { ...named, ...(until !== undefined && { oldUntil: until === "now" ? 0 : dayIn(until) }) }
}

const readKeyCommand = Effect.fnUntraced(function* (given: ReadonlyArray<string>): Effect.fn.Return<Asked, BadUsage> {
  const text = { type: "string" } as const
  const { positionals, tokens } = parseArgs({
    args: [...given],
    options: Object.fromEntries(Object.keys(flags).map((flag) => [flag, text])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const [act, name, ...more] = positionals
  const options = tokens.filter((token) => token.kind === "option")
  const isSet = (...names: ReadonlyArray<string>) => options.some(({ rawName }) => names.includes(rawName))
  if (isSet("--help", "-h")) return { act: "help" }
  if (act !== "add" && act !== "list" && act !== "revoke") return yield* badUsage(({ needs_command }) => needs_command)
  const takes = (flag: string, value?: string) =>
    flag === "json"
      ? value === undefined
      : act === "add" && (isSet("--replaces") ? ofReplacement.includes(flag) : isFlag(flag) && flag !== "old-until")
  const strange = options.find((option) => !takes(option.name, option.value))?.rawName
  const unexpected = strange ?? (act === "revoke" ? more[0] : name)
  if (unexpected !== undefined) return yield* unknownOption(unexpected)
  const json = isSet("--json")
  if (act === "add") {
    const values = new Map(options.map((option) => [option.name, option.value ?? ""]))
    if (values.has("replaces")) return { act: "replace", json, input: replacementOf(values) }
    return { act, json, input: yield* inputOf(values) }
  }
  if (act === "list") return { act, json }
  return name === undefined ? yield* badUsage(({ needs_name }) => needs_name) : { act, json, name }
})

/** Reads the arguments after the program's name. */
export const readArguments = Effect.fnUntraced(function* (
  given: ReadonlyArray<string>,
): Effect.fn.Return<Asked, BadUsage> {
  if (given[0] === "key") return yield* readKeyCommand(given.slice(1))
  const asked = yield* Effect.fromResult(readFlags(given, ["help", "version"]))
  return { act: asked.has("help") ? "help" : asked.has("version") ? "version" : "serve" }
})

export const helpText = (language: Language): string => {
  const { about, json, ...texts } = tools[language].apiHelp
  const usage = [
    "cauri api",
    "cauri api key add --name <…> --project <…> --may <…> [--expires <…>] [--from <…>] [--per-minute <…>] [--json]",
    "cauri api key add --name <…> --replaces <…> [--old-until <…>] [--json]",
    "cauri api key list [--json]",
    "cauri api key revoke <…> [--json]",
  ]
  const shown = Object.entries(flags).map(([flag, text]) => [`--${flag}`, texts[text]] as const)
  return programHelp(language, { about, usage, flags: [...shown, ["--json", json]] }, variables)
}
