/**
 * The seed file of a team, `sandbox.json`: projects with fixed credentials, the face with its differences, assumptions, rates and faults.
 * What it leaves out keeps its default; a variable of the environment decides before it. Every wrong entry is reported at once.
 */
import { readFileSync } from "node:fs"
import { Effect, Schema, Struct } from "effect"
import type { Language, Texts } from "@cauri/catalogue"
import { inBoth, type Tools, tools } from "@cauri/catalogue/tools"
import { formEncodings } from "@cauri/simulator"
import { Assumptions, FaultRule, maximumTimeFactor, Profile, Project, ruleIn, wrongFieldsOf } from "@cauri/simulator"

/** Credentials as a header can carry them. */
export const Credential = Schema.String.check(
  Schema.makeFilter((text) => /^[\x21-\x7E]+$/.test(text) || "must be printable characters without spaces"),
)

/** A host that callbacks may go to: a name, an address, or a suffix that begins with a dot, each perhaps with a port. */
export const CallbackHost = Schema.String.check(
  Schema.makeFilter(
    (text) =>
      (/^[A-Za-z0-9.:[\]-]+$/.test(text) && URL.canParse(`http://${text.replace(/^\./, "")}/`)) ||
      "must be a host name, or a suffix such as .shop.example, perhaps with a port",
  ),
)

export const CallbackRate = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(10_000))

/** How much faster simulated time runs. */
export const TimeFactor = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(maximumTimeFactor))

const Xof = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

const SeededProject = Schema.Struct({
  ...Struct.map(Project.fields, Schema.optionalKey),
  id: Schema.NonEmptyString,
  apiKey: Schema.optionalKey(Credential),
  apiToken: Schema.optionalKey(Credential),
})

const areApart = (texts: ReadonlyArray<string | undefined>): boolean => {
  const given = texts.filter((text) => text !== undefined)
  return new Set(given).size === given.length
}

const SeedFile = Schema.Struct({
  face: Schema.optionalKey(Schema.Literals(["strict", "as-observed"])),
  profile: Schema.optionalKey(Schema.Struct(Struct.map(Struct.omit(Profile.fields, ["name"]), Schema.optionalKey))),
  assumptions: Schema.optionalKey(Schema.Struct(Struct.map(Assumptions.fields, Schema.optionalKey))),
  projects: Schema.optionalKey(
    Schema.Array(SeededProject).check(
      Schema.isMinLength(1),
      Schema.makeFilter((projects) => areApart(projects.map(({ id }) => id)) || "must have another id in each project"),
      Schema.makeFilter(
        (projects) => areApart(projects.map(({ apiKey }) => apiKey)) || "must have another apiKey in each project",
      ),
    ),
  ),
  callbackHosts: Schema.optionalKey(Schema.Array(CallbackHost)),
  callbackRate: Schema.optionalKey(CallbackRate),
  formEncoding: Schema.optionalKey(Schema.Literals(formEncodings)),
  faultRules: Schema.optionalKey(Schema.Array(FaultRule)),
  magicNumbers: Schema.optionalKey(Schema.Boolean),
  wallets: Schema.optionalKey(Schema.Array(Schema.String)),
  merchantBalanceXof: Schema.optionalKey(Xof),
  customerBalanceXof: Schema.optionalKey(Xof),
  pin: Schema.optionalKey(Schema.NonEmptyString),
  seed: Schema.optionalKey(Schema.Int),
  timeFactor: Schema.optionalKey(TimeFactor),
})

export type SeedFile = typeof SeedFile.Type

export class SeedFileRefused extends Schema.TaggedError<SeedFileRefused>()("SeedFileRefused", {
  file: Schema.String,
  problems: Schema.Array(Schema.Struct({ fr: Schema.String, en: Schema.String })),
}) {
  messageIn(language: Language): string {
    const { endings, sandboxEndings } = tools[language]
    const first = endings.does_not_start("sandbox", sandboxEndings.seed_file(this.file))
    return [first, ...this.problems.map((each) => each[language])].join("\n  ")
  }

  override get message() {
    return this.messageIn("en")
  }
}

const decode = Schema.decodeUnknownEffect(SeedFile, { onExcessProperty: "error", errors: "all" })

const problem = (choose: (words: Tools["seedFile"]) => string): Texts => inBoth((words) => choose(words.seedFile))

export const readSeedFile = Effect.fn("readSeedFile")(function* (
  file: string,
): Effect.fn.Return<SeedFile, SeedFileRefused> {
  const refused = (...problems: ReadonlyArray<Texts>) => new SeedFileRefused({ file, problems })
  const text = yield* Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: () => refused(problem((words) => words.unreadable)),
  })
  const value: unknown = yield* Effect.try({
    try: () => JSON.parse(text),
    catch: (cause) => {
      const where = / \(line \d+ column \d+\)/.exec(cause instanceof Error ? cause.message : "")?.[0] ?? ""
      return refused(problem((words) => words.not_json(where)))
    },
  })
  return yield* Effect.mapError(decode(value), ({ issue }) =>
    refused(
      ...wrongFieldsOf(issue, value).map(({ given, message, name }) => {
        if (message.includes("excess property")) return problem((words) => words.unknown_key(name))
        if (name === "") return problem((words) => words.no_object)
        return message === "Missing key"
          ? problem((words) => words.missing(name))
          : problem((words) => words.wrong(name, given, ruleIn(message)))
      }),
    ),
  )
})
