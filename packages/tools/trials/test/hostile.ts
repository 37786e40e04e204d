/**
 * `cauri api` over SQLite under requests of a hostile client: every answer must be one that the document has, none a 500, and the memory
 * must come back.
 */
import { join } from "node:path"
import { addApiKey, spawnApi, spawnApp, spawnSandbox, temporaryFolder } from "@cauri/programs"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"
import { Effect } from "effect"
import { document, type Hostile, hostileRequest, ofThePort } from "./hostileRequests.ts"
import { type Answer, type Exchange, makeWire } from "./hostileWire.ts"

const ajv = new Ajv2020({ strict: false, formats: { "date-time": true } })
ajv.addSchema(document, "document")
const pointer = (...parts: ReadonlyArray<string>): string =>
  `document#/${parts.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}`
const isProblem = ajv.compile({ $ref: pointer("components", "schemas", "Problem") })
const schemas = new Map<string, ValidateFunction>()

const has = (made: Hostile, status: number, body: string): boolean => {
  if (made.operation === null) return true
  const { method, path } = made.operation
  const at = pointer("paths", path, method, "responses", String(status), "content", "application/json", "schema")
  const validate = schemas.get(at) ?? ajv.compile({ $ref: at })
  schemas.set(at, validate)
  return validate(JSON.parse(body))
}

/** What is wrong with an answer; null: nothing. */
const wrongWith = (made: Hostile, { body, head, status }: Answer): string | null => {
  if (/^x-injected/im.test(head)) return "has a header of the client's"
  const isPlain = !/^content-type: application\//im.test(head)
  if (isPlain && ofThePort.includes(status) && (!made.isWhole || made.statuses.has(status))) return null
  if (!made.statuses.has(status)) return "has a status that the document does not name"
  if (made.method === "HEAD" || /^content-type: text\/event-stream/im.test(head)) return null
  if (!/^content-type: application\/problem\+json$/im.test(head))
    return status < 300 && has(made, status, body) ? null : "is not as the document says"
  const problem: unknown = JSON.parse(body)
  return isProblem(problem) && JSON.parse(body).status === status ? null : "is no problem of the document"
}

/** What is wrong with what came back; null: nothing. */
export const faultIn = (made: Hostile, { answers, rest }: Exchange): string | null => {
  if (answers.length > made.most) return `${answers.length} answers`
  if (rest > 0 && made.isWhole && !made.leaves) return "bytes behind the answer"
  if (made.isWhole && !made.leaves && answers.length === 0) return "no answer"
  for (const answer of answers) {
    const wrong = wrongWith(made, answer)
    if (wrong !== null) return `${wrong}: ${answer.head.split("\r\n")[0]} ${answer.body.slice(0, 300)}`
  }
  return null
}

interface Memory {
  readonly heapUsed: number
  readonly rss: number
}

/** Makes this many requests on a few connections. The first share of them warms the program up; what it holds then is compared. */
export const hostileRun = Effect.fnUntraced(function* (
  { connections = 8, requests, seed, warm }: { connections?: number; requests: number; seed: number; warm: number },
  say: (line: string) => void = () => {},
) {
  const file = join(yield* temporaryFolder, "payments.db")
  const sandbox = yield* spawnSandbox()
  const keys = yield* Effect.forEach(
    ["read,collect,pay_out,refund", "read", "collect", "pay_out", "refund", "read,refund", "read"],
    (may, index) => addApiKey({ file }, { name: `key-${index}`, may, ...(index === 5 && { project: "other" }) }),
    { concurrency: 1 },
  )
  const revoking = { app: "api", arguments: ["key", "revoke", "key-6"], environment: { STORE_URL: `sqlite:${file}` } }
  yield* Effect.flatMap(spawnApp(revoking), ({ ended }) => ended)
  const [first = "", ...others] = keys
  const given = [first, ...others, "cauri_", `cauri_${"a".repeat(43)}`, "", "\xff", "x".repeat(3_000)] as const
  const logged: Array<string> = []
  let onMemory: ((memory: Memory) => void) | null = null
  const api = yield* spawnApi(
    {
      file,
      callbackKeys: `k1:${"a secret of the hostile run ".repeat(2).trim().replaceAll(" ", "-")}`,
      callbackBase: "http://127.0.0.1:9",
    },
    sandbox,
    {
      environment: { NODE_OPTIONS: `--import ${new URL("memory.ts", import.meta.url).href}` },
      onLine: (line) => {
        if (line.startsWith('{"memory"')) onMemory?.(JSON.parse(line).memory)
        else if (/"level":"(ERROR|FATAL)"/i.test(line)) logged.push(line)
      },
    },
  )
  const memory = Effect.callback<Memory>((resume) => {
    onMemory = (read) => resume(Effect.succeed(read))
    process.kill(api.pid, "SIGUSR2")
  })
  const statuses = new Map<string, number>()
  const findings: Array<string> = []
  const count = (name: string) => statuses.set(name, (statuses.get(name) ?? 0) + 1)
  let next = 0
  const workTo = (end: number) =>
    Effect.promise(async () => {
      const ask = makeWire(api.port)
      while (next < end && findings.length < 20) {
        const number = next++
        const made = hostileRequest(seed, number, given)
        const exchange = await ask(made)
        if (exchange.answers.length === 0) count("none")
        for (const { status } of exchange.answers) count(String(status))
        const fault = faultIn(made, exchange)
        if (fault === null) continue
        findings.push(`${number} ${JSON.stringify(made.bytes.toString("latin1").slice(0, 600))}: ${fault}`)
        say(findings.at(-1) ?? "")
      }
    })
  const memories: Array<Memory> = []
  const share = Math.ceil(requests / 20)
  const ends = Array.from({ length: 20 }, (_, index) => (index + 1) * share).filter((end) => end > warm)
  for (const end of [warm, ...ends]) {
    const workers = Array.from({ length: connections }, () => workTo(Math.min(end, requests)))
    yield* Effect.all(workers, { concurrency: "unbounded", discard: true })
    memories.push(yield* memory)
    say(`${next} requests, heap ${megabytes(memories.at(-1)?.heapUsed)} MB, ${findings.length} findings`)
  }
  return {
    requests: next,
    statuses: Object.fromEntries([...statuses].toSorted(([one], [other]) => one.localeCompare(other))),
    heapMegabytes: memories.map(({ heapUsed }) => megabytes(heapUsed)),
    residentMegabytes: memories.map(({ rss }) => megabytes(rss)),
    findings,
    logged,
  }
}, Effect.scoped)

/** What more the heap may hold at the end than when the program was warm, and what more of the machine's memory, in megabytes. */
const bounds = { heap: 16, resident: 100 }

/** Everything that was wrong in a run. */
export const wrongIn = ({ findings, heapMegabytes, logged, residentMegabytes }: HostileRun): ReadonlyArray<string> => [
  ...findings,
  ...logged,
  ...(
    [
      ["heap", heapMegabytes],
      ["resident", residentMegabytes],
    ] as const
  ).flatMap(([name, [first = 0, ...others]]) =>
    (others.at(-1) ?? 0) > first + bounds[name] ? [`${name}: ${first} MB became ${others.at(-1)} MB`] : [],
  ),
]

export type HostileRun = Effect.Success<ReturnType<typeof hostileRun>>

const megabytes = (bytes = 0): number => Math.round(bytes / 1e6)
