/**
 * Real fail-overs of Postgres: clients create payments at `cauri api` while the primary is killed, cut off, or cut off from the cluster
 * alone. `failoverCampaign.ts` runs it inside `unshare`.
 */
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { addApiKey, spawnApi, spawnApp, spawnReconciler, spawnSandbox, waitUntil } from "@cauri/programs"
import { Clock, Effect, Fiber } from "effect"
import { addEvidence, commit } from "../src/evidence.ts"
import { ask, startCluster, storeUrl } from "./failoverCluster.ts"
import { judge } from "./failoverJudge.ts"
import { bodyOf, type Ordered } from "./kills.ts"
import { controlOf } from "./scenarioApps.ts"
import { atService } from "./scenarioLedger.ts"
import { policyAt } from "./scenarioPolicy.ts"

const clients = 4
/** Answers before the fault, and after it. */
const answers = 12

/** Its customer or beneficiary answers at once, and its amount is its own. */
const orderOf = (number: number): Ordered => {
  const kind = number % 3 === 0 ? "payin" : "payout"
  return { kind, id: `${kind}-${number}`, amount: 500 + 5 * number, phone: "22660000090" }
}

/** Creates a payment, and repeats it until it is answered whole; false when the client gave up. */
const create = async (url: string, key: string, order: Ordered, goesOn: () => boolean): Promise<boolean> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const request = { method: "PUT", headers, body: JSON.stringify(bodyOf(order)) }
  while (goesOn()) {
    const timed = { ...request, signal: AbortSignal.timeout(5_000) }
    const answer = await fetch(`${url}/v1/${order.kind}s/${order.id}`, timed).catch(() => null)
    const text = await answer?.text().catch(() => null)
    if (answer?.ok === true && typeof text === "string") return true
    if (answer !== null && answer.status < 500) throw new Error(`${order.id}: ${answer.status} ${text}`)
    await setTimeout(100)
  }
  return false
}

const until = <A>(look: () => A, isSo: (found: A) => boolean) => waitUntil(Effect.sync(look), isSo)
const isThere = (all: unknown) => all !== null
/** The answer of the primary, once there is one. */
const rows = (query: string) =>
  Effect.map(
    until(() => ask(query), isThere),
    (all) => all ?? [],
  )
const payouts = "from cauri.payments where kind = 'payout'"

const now = () => new Date().toISOString().slice(0, 19)

const failoverRun = Effect.fnUntraced(function* (fails: number, synchronous: boolean) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync("/dev/shm/cauri-failover-")),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
  )
  chmodSync(folder, 0o755)
  const cluster = yield* startCluster(folder, synchronous)
  yield* cluster.whole
  const sandbox = yield* spawnSandbox({ environment: { SANDBOX_SEED: "1" } })
  const { control } = yield* controlOf(sandbox)
  const access = { file: storeUrl, callbackKeys: `k1:${"0123456789".repeat(4)}`, callbackBase: "http://127.0.0.1:9" }
  const key = yield* addApiKey(access)
  const asking = { STORE_MARK_FILE: `${folder}/mark`, POLICY_FILE: `${folder}/policy.json` }
  writeFileSync(asking.POLICY_FILE, JSON.stringify(policyAt(60)))
  const accepting = { ...asking, STORE_ACCEPT_TIMELINE: "any" }
  const given = { environment: synchronous ? accepting : asking }
  const start = (port: number) =>
    Effect.all([spawnApi(access, sandbox, { ...given, port }), spawnReconciler(access, sandbox, given)])
  let running = yield* start(0)
  const [{ port, url }] = running

  const [answered, found, closed, wrong] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  const counts = { unanswered: 0, missing: 0, missingSent: 0, behindMark: 0, resolved: 0, waiting: 0 }
  const outages: Array<number> = []
  const note = (isWrong: boolean, sentence: string) => void (isWrong && wrong.add(sentence) && console.error(sentence))
  const stored = Effect.map(rows("select id from cauri.payments"), (all) => new Set(all.map(([id = ""]) => id)))
  const both = [atService({ control }, "payins"), atService({ control }, "payouts")] as const
  const sent = Effect.map(Effect.all(both), (each) => each.flat())
  const answersOver = (count: number) =>
    until(
      () => answered.size,
      (all) => all > count,
    )
  if (process.env["CAURI_PLANT"] !== undefined) answered.add("payout-never-written")
  const person = Effect.fnUntraced(function* (...words: ReadonlyArray<string>) {
    const service = { SERVICE_URL: sandbox.url, API_KEY_shop: sandbox.apiKey, API_TOKEN_shop: sandbox.apiToken }
    const environment = { ...asking, ...service, STORE_URL: storeUrl, CONSOLE_USER: "A. Colleague" }
    const app = yield* spawnApp({ app: "console", arguments: words, environment })
    const code = yield* app.ended
    const out = yield* app.out
    // A statement ends with 1 where it differs from us, which is what it is for; one that was refused opens no resumption.
    note(
      code !== 0 && words[0] !== "statement",
      `console ${words.join(" ")} ended with ${code}: ${out}${yield* app.err}`,
    )
    return out
  }, Effect.scoped)

  let next = 1
  const load = { isOpen: false }
  const client = Effect.promise(async () => {
    while (load.isOpen) {
      const order = orderOf(next++)
      // Where the store may have forgotten it, a person looks for it, and no program repeats it.
      if (await create(url, key, order, () => synchronous || load.isOpen)) answered.add(order.id)
      else counts.unanswered += 1
      await setTimeout(150)
    }
  })

  let [opening, balance] = [now(), 100_000_000]
  /** What a person does after an asynchronous fail-over, by the runbook. */
  const restore = Effect.gen(function* () {
    for (const each of running) note((yield* each.ended) !== 64, `The ${each.name} did not end with 64`)
    load.isOpen = false
    const [before, known] = [yield* sent, yield* stored]
    const [[water = ""] = []] = yield* rows("select sum(mark) from cauri.high_water")
    const isBehind = Number(water) < Number(readFileSync(asking.STORE_MARK_FILE, "utf8").trim().split("@")[1])
    if (isBehind) counts.behindMark += 1
    // The timeline refuses it, and the mark alone does as well where the store has come less far.
    for (const environment of isBehind ? [asking, accepting] : [asking]) {
      const started = yield* Effect.flip(Effect.scoped(spawnReconciler(access, sandbox, { environment })))
      note(started.ended !== 64, `A store that went back was opened: ${started.message}`)
    }
    const gone = [...new Set([...answered, ...before.map(({ reference }) => reference)])].filter((id) => !known.has(id))
    const goneSent = gone.filter((id) => before.some(({ reference }) => reference === id))
    counts.missing = gone.filter((id) => answered.has(id)).length
    counts.missingSent = goneSent.length
    for (const id of goneSent)
      note(
        !isBehind && id.startsWith("payout") && !found.has(id),
        `${id} was sent and is missing, and the mark does not show it`,
      )
    yield* person("restored", "--reason", "a standby took over")
    const there = yield* waitUntil(sent, (all) => all.every(({ moved }) => moved))
    note(there.length !== before.length, "Something left before a person said restored")
    yield* Effect.sleep("1 second")
    const closing = now()
    const fresh = there.filter(({ reference }) => !closed.has(reference))
    const lines = [`${opening},opening,,,${balance}`]
    for (const { amountXof, reference } of fresh) {
      closed.add(reference)
      balance += reference.startsWith("payin") ? amountXof : -amountXof
      lines.push(`${closing},${reference.split("-")[0]},${amountXof},${reference},${balance}`)
    }
    opening = closing
    const file = `${folder}/statement.csv`
    writeFileSync(file, ["time,kind,amount,reference,balance", ...lines, `${closing},closing,,,${balance}`].join("\n"))
    yield* person("statement", "import", "--project", "shop", "--file", file, "--reason", "a standby took over")
    const period = ["--from", closing.slice(0, 10), "--until", "2100-01-01"]
    const compared = yield* person("statement", "compare", "--project", "shop", ...period, "--json")
    const { theirs }: { theirs: ReadonlyArray<{ amount: number }> } = JSON.parse(compared)
    const amounts = new Set(theirs.map(({ amount }) => Math.abs(amount)))
    for (const { amountXof, reference } of there) if (amounts.has(amountXof)) found.add(reference)
    const doubts = yield* rows(`select id, amount, seq ${payouts} and state = 'in_doubt'`)
    for (const [id = "", amount = "", seq = ""] of doubts.filter(([id = ""]) => closed.has(id))) {
      const why = ["--reason", "in the statement", "--evidence", "its line"]
      yield* person("resolve", `payout:shop/${id}`, "--to", "completed", "--amount", amount, "--as-of", seq, ...why)
      counts.resolved += 1
    }
    counts.waiting = doubts.filter(([id = ""]) => !closed.has(id)).length
    yield* person("resume", "payouts", "--reason", "compared with the statement")
    running = yield* start(port)
  })

  const look = Effect.gen(function* () {
    const all = { answered, stored: yield* stored, sent: yield* sent, found: synchronous ? null : found }
    for (const each of judge(all)) note(!wrong.has(each), each)
  })
  for (let fail = 0; fail < fails; fail++) {
    const how = (["kill", "cut", "part"] as const)[fail % 3] ?? "kill"
    const primary = yield* cluster.whole
    load.isOpen = true
    const all = Array.from({ length: clients }, () => client)
    const working = yield* Effect.forkScoped(Effect.all(all, { concurrency: "unbounded" }))
    yield* answersOver(answered.size + answers)
    if (how !== "part") cluster.lag(primary)
    yield* Effect.sleep("1 second")
    cluster[how](primary)
    const begun = yield* Clock.currentTimeMillis
    yield* cluster.replaced(primary)
    if (synchronous) yield* answersOver(answered.size)
    outages.push((yield* Clock.currentTimeMillis) - begun)
    if (how !== "kill") cluster.heal(primary)
    yield* synchronous ? answersOver(answered.size + answers) : restore
    load.isOpen = false
    yield* Fiber.join(working)
    yield* look
    console.log(fail + 1, how, outages.at(-1), answered.size, JSON.stringify(counts), wrong.size)
  }
  const open = rows(`select id ${payouts} and state in ('intended', 'submitting', 'pending')`)
  yield* waitUntil(open, (still) => still.length === 0)
  yield* look
  const moved = new Set((yield* sent).flatMap((each) => (each.moved ? [each.reference] : [])))
  const ends = yield* rows(`select id, state, open_flags ${payouts}`)
  for (const [id = "", state = "", flags] of ends)
    note(moved.has(id) !== (state === "completed") && state !== "in_doubt" && flags === "0", `${id} is ${state}`)
  counts.waiting = ends.filter(([, state]) => state === "in_doubt").length
  const [fastest, slowest] = [Math.min(...outages), Math.max(...outages)].map((millis) => Math.round(millis / 100) / 10)
  return { fails, answered: answered.size, moved: moved.size, ...counts, fastest, slowest, wrong: [...wrong] }
}, Effect.scoped)

const [mode = "synchronous", fails = "15"] = process.argv.slice(2)
const begun = Date.now()
const { wrong, ...figures } = await Effect.runPromise(failoverRun(Number(fails), mode === "synchronous"))
const seconds = Math.round((Date.now() - begun) / 1_000)
addEvidence("failover", { commit: commit(), mode, seconds, ...figures, wrong: wrong.length })
process.exit(wrong.length === 0 ? 0 : 1)
