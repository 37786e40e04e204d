/** The commands of the keys, over the store alone. A secret is printed once, by the command that makes it. */
import { Effect, Redacted } from "effect"
import { addKey, type ApiKey, listKeys, replaceKey, revokeKey } from "@cauri/api"
import { localeLanguage, tools } from "@cauri/catalogue/tools"
import { exitCodes } from "@cauri/runtime"
import { type KeyCommand, wrongFlag } from "./arguments.ts"
import { hasCredentials } from "./credentials.ts"

const textOf = (millis: number | null): string | null => (millis === null ? null : new Date(millis).toISOString())

/** A key as programs read it. */
const dataOf = ({ createdAt, expiresAt, revokedAt, ...key }: ApiKey) => ({
  ...key,
  createdAt: textOf(createdAt),
  expiresAt: textOf(expiresAt),
  revokedAt: textOf(revokedAt),
})

const language = localeLanguage(process.env)
const words = tools[language].apiKeys

/** A moment to the minute, such as 2027-01-01 09:00. */
const minuteOf = (millis: number): string => new Date(millis).toISOString().slice(0, 16).replace("T", " ")

const cellsOf = ({ addresses, createdAt, expiresAt, may, name, perMinute, project, revokedAt }: ApiKey) => [
  name,
  project,
  may.join(","),
  minuteOf(createdAt),
  revokedAt !== null ? words.revoked_at(minuteOf(revokedAt)) : expiresAt === null ? words.never : minuteOf(expiresAt),
  addresses.length === 0 ? words.everywhere : addresses.join(","),
  perMinute === null ? words.unlimited : String(perMinute),
]

/** The keys in columns, without an end of the last line. */
const tableOf = (keys: ReadonlyArray<ApiKey>): string => {
  const rows = [Object.values(words.columns), ...keys.map(cellsOf)]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

const say = (text: string) => Effect.sync(() => process.stdout.write(`${text}\n`))

/** Does what is asked of the keys, and returns the exit code. */
export const runKeyCommand = (command: KeyCommand) =>
  Effect.gen(function* () {
    switch (command.act) {
      case "add":
      case "replace": {
        const { key, secret } = yield* command.act === "add" ? addKey(command.input) : replaceKey(command.input)
        const shown = Redacted.value(secret)
        const lines = [
          words.added(key.name, key.project, key.may.join(", ")),
          words.secret("Authorization: Bearer <secret>"),
          "",
          shown,
        ]
        yield* say(command.json ? JSON.stringify({ ...dataOf(key), secret: shown }) : lines.join("\n"))
        if (!(yield* hasCredentials(process.env, key.project))) yield* warn(words.no_credentials(key.project))
        break
      }
      case "list": {
        const keys = yield* listKeys
        const lines = keys.length === 0 ? words.none : tableOf(keys)
        yield* say(command.json ? JSON.stringify(keys.map(dataOf)) : lines)
        break
      }
      case "revoke": {
        const key = yield* revokeKey(command.name)
        yield* say(command.json ? JSON.stringify(dataOf(key)) : words.revoked(key.name))
      }
    }
    return exitCodes.fine
  }).pipe(
    Effect.catchTags({
      InvalidInput: ({ field }) => wrongFlag(field),
      KeyExists: ({ name }) => refuse(words.exists(name)),
      KeyNotFound: ({ name }) => refuse(words.not_found(name)),
    }),
  )

const warn = (sentence: string) => Effect.sync(() => process.stderr.write(`${sentence}\n`))

const refuse = (sentence: string) => Effect.as(warn(sentence), exitCodes.usage)
