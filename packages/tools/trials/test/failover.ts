/**
 * Real fail-overs of Postgres: clients create payments at `cauri api` while the primary is killed, cut off, cut off from the cluster alone,
 * or frozen. `failoverCampaign.ts` runs it inside `unshare`.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { addApiKey, spawnApi, spawnApp, spawnReceiver, spawnReconciler, spawnSandbox, waitUntil } from "@cauri/programs"
import { layer as postgres } from "@cauri/store-postgres"
import { Clock, Effect, Fiber, Layer, Result } from "effect"
import { addEvidence, commit } from "../src/evidence.ts"
import { ask, startCluster, storeUrl } from "./failoverCluster.ts"
import { judge } from "./failoverJudge.ts"
import { create, type Ordered } from "./kills.ts"
import { atService, controlOf, disagreements } from "./scenarioLedger.ts"
import { policyAt } from "./scenarioPolicy.ts"

const clients = 4
/** Answers before the fault, and after it. */
const answers = 12
/** How the primary fails, in turn. The frozen one wakes when another has its place. */
const faults = {
  synchronous: ["kill", "cut", "kill", "part"],
  asynchronous: ["kill", "cut", "kill", "part"],
  frozen: ["freeze"],
} as const
type Mode = keyof typeof faults

/** Its customer or beneficiary answers at once, and its amount is its own. */
const orderOf = (number: number): Ordered => {
  const kind = number % 3 === 0 ? "payin" : "payout"
  return { kind, id: `${kind}-${number}`, amount: 500 + 5 * number, phone: "22660000090" }
}

const now = () => new Date().toISOString().slice(0, 19)

const failoverRun = Effect.fnUntraced(function* (folder: string, failovers: number, mode: Mode) {
  const synchronous = mode !== "asynchronous"
  const cluster = yield* startCluster(folder, synchronous)
  yield* cluster.whole
  const sandbox = yield* spawnSandbox({ environment: { SANDBOX_SEED: "1" } })
  const { control } = yield* controlOf(sandbox)
  const books = { file: storeUrl, callbackKeys: `k1:${"0123456789".repeat(4)}` }
  const key = yield* addApiKey(books)
  const asking = { STORE_MARK_FILE: `${folder}/mark`, POLICY_FILE: `${folder}/policy.json` }
  writeFileSync(asking.POLICY_FILE, JSON.stringify(policyAt(60)))
  const accepting = { ...asking, STORE_ACCEPT_TIMELINE: "any" }
  const given = { environment: synchronous ? accepting : asking }
  const start = Effect.fnUntraced(function* (ports: { readonly api: number; readonly receiver: number }) {
    const { POLICY_FILE: _, ...environment } = given.environment
    const receiver = yield* spawnReceiver(books, { environment, port: ports.receiver })
    const access = { ...books, callbackBase: receiver.url }
    const api = yield* spawnApi(access, sandbox, { ...given, port: ports.api })
    const reconciler = (environment: Readonly<Record<string, string>>) =>
      spawnReconciler(access, sandbox, { environment })
    return { api, receiver, reconciler, all: [api, receiver, yield* reconciler(given.environment)] }
  })
  let running = yield* start({ api: 0, receiver: 0 })
  const ports = { api: running.api.port, receiver: running.receiver.port }

  const [answered, found, closed, wrong] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()]
  const outages: Array<number> = []
  let foundByMark = 0
  const require = (isRight: boolean, sentence: string) => {
    if (!isRight && !wrong.has(sentence)) console.error(sentence)
    if (!isRight) wrong.add(sentence)
  }
  const stored = Effect.map(ask("select id from cauri.payments"), (all) => new Set(all.map(([id = ""]) => id)))
  const sent = Effect.map(Effect.all([atService({ control }, "payins"), atService({ control }, "payouts")]), (each) =>
    each.flat(),
  )
  const answersMore = (more: number) =>
    Effect.suspend(() => {
      const least = answered.size + more
      return waitUntil(
        Effect.sync(() => answered.size),
        (all) => all >= least,
      )
    })
  const judged = Effect.gen(function* () {
    const verdict = judge({ answered, stored: yield* stored, sent: yield* sent, found })
    for (const id of verdict.twice) require(false, `${id} was sent twice`)
    for (const id of verdict.unseen) require(false, `${id} was sent, and nothing here shows it`)
    for (const id of verdict.lost)
      require(mode !== "synchronous", `${id} was answered, and the new primary does not have it`)
    return verdict
  })
  const person = Effect.fnUntraced(function* (words: ReadonlyArray<string>) {
    const service = { SERVICE_URL: sandbox.url, API_KEY_shop: sandbox.apiKey, API_TOKEN_shop: sandbox.apiToken }
    const environment = { ...asking, ...service, STORE_URL: storeUrl, CONSOLE_USER: "A. Colleague" }
    const app = yield* spawnApp({ app: "console", arguments: words, environment })
    const code = yield* app.ended
    // A statement ends with 1 where it differs from us, which is what it is for; one that was refused opens no resumption.
    if (words[0] !== "statement")
      require(code === 0, `console ${words.join(" ")} ended with ${code}: ${yield* app.err}`)
    return yield* app.out
  }, Effect.scoped)

  let next = 1
  const load = { isOpen: false }
  const client = Effect.gen(function* () {
    while (load.isOpen) {
      const order = orderOf(next++)
      const count = (what: string) => void (what === "answered" && answered.add(order.id))
      // Where the store may have forgotten it, a person looks for it, and no client repeats it.
      yield* Effect.promise(() =>
        create(running.api.url, key, order, count, () => mode === "synchronous" || load.isOpen),
      )
      yield* Effect.sleep("150 millis")
    }
  })

  let [opening, balance] = [now(), 100_000_000]
  /** What a person does after an asynchronous fail-over, by the runbook. */
  const restore = Effect.gen(function* () {
    for (const each of running.all) require((yield* each.ended) === 64, `The ${each.name} did not end with 64`)
    load.isOpen = false
    const [before, known] = [yield* sent, yield* stored]
    const [[water = ""] = []] = yield* ask("select sum(mark) from cauri.high_water")
    const isBehind = Number(water) < Number(readFileSync(asking.STORE_MARK_FILE, "utf8").trim().split("@")[1])
    const isLost = (id: string) => id.startsWith("payout") && !known.has(id) && !found.has(id)
    require(mode !== "synchronous", "The programs refused a primary that has everything")
    const hasLost = before.some(({ reference }) => isLost(reference))
    require(isBehind || !hasLost, "A payout was sent and is missing, and the mark does not show it")
    if (isBehind) foundByMark += 1
    // The mark alone refuses it where the store has come less far; else the timeline does.
    const refused = yield* Effect.flip(Effect.scoped(running.reconciler(isBehind ? accepting : asking)))
    require(refused.ended === 64, `A store that went back was opened: ${refused.message}`)
    yield* person(["restored", "--reason", "a standby took over"])
    const there = yield* waitUntil(sent, (all) => all.every(({ moved }) => moved))
    require(there.length === before.length, "Something left before a person said restored")
    const moved = now()
    const closing = yield* waitUntil(Effect.sync(now), (time) => time > moved)
    const lines = [`${opening},opening,,,${balance}`]
    for (const { amountXof, reference } of there.filter((each) => !closed.has(each.reference))) {
      closed.add(reference)
      balance += reference.startsWith("payin") ? amountXof : -amountXof
      lines.push(`${moved},${reference.split("-")[0]},${amountXof},${reference},${balance}`)
    }
    opening = closing
    const file = `${folder}/statement.csv`
    writeFileSync(file, ["time,kind,amount,reference,balance", ...lines, `${closing},closing,,,${balance}`].join("\n"))
    yield* person(["statement", "import", "--project", "shop", "--file", file, "--reason", "a standby took over"])
    const period = ["--from", closing.slice(0, 10), "--until", "2100-01-01"]
    const compared = yield* person(["statement", "compare", "--project", "shop", ...period, "--json"])
    const { theirs }: { theirs: ReadonlyArray<{ amount: number }> } = JSON.parse(compared)
    const amounts = new Set(theirs.map(({ amount }) => Math.abs(amount)))
    for (const { amountXof, reference } of there) if (amounts.has(amountXof)) found.add(reference)
    yield* person(["resume", "payouts", "--reason", "compared with the statement"])
    running = yield* start(ports)
  })

  const failover = Effect.fnUntraced(function* (fault: (typeof faults)[Mode][number]) {
    const primary = yield* cluster.whole
    load.isOpen = true
    const all = Array.from({ length: clients }, () => client)
    const working = yield* Effect.forkChild(Effect.all(all, { concurrency: "unbounded" }))
    yield* answersMore(answers)
    if (fault !== "part") {
      cluster.lag(primary)
      yield* synchronous ? cluster.commitsWait : answersMore(clients)
    }
    cluster[fault](primary)
    const begun = yield* Clock.currentTimeMillis
    yield* cluster.replaced(primary)
    if (synchronous) yield* answersMore(1)
    outages.push((yield* Clock.currentTimeMillis) - begun)
    if (fault !== "kill") cluster.heal(primary)
    const ended = Effect.raceAll(running.all.map((each) => each.ended))
    const goesOn = Effect.as(answersMore(answers), true)
    if (!synchronous || !(yield* Effect.raceFirst(goesOn, Effect.as(ended, false)))) yield* restore
    load.isOpen = false
    yield* Fiber.join(working)
    const { lost } = yield* judged
    console.log(outages.length, fault, outages.at(-1), answered.size, lost.length, foundByMark, wrong.size)
  })
  const end = (yield* Clock.currentTimeMillis) + Number(process.env["CAURI_MINUTES"] ?? "600") * 60_000
  for (let round = 0; round < failovers && (yield* Clock.currentTimeMillis) < end; round++) {
    const fault = faults[mode][round % faults[mode].length] ?? "kill"
    if (Result.isFailure(yield* Effect.result(Effect.timeout(failover(fault), "5 minutes")))) {
      require(false, `Fail-over ${round + 1} (${fault}) did not end`)
      break
    }
  }
  const merchant = yield* Layer.build(postgres({ url: storeUrl, acceptTimeline: "any" }))
  const look = disagreements({ control, merchant }).pipe(
    // What a statement showed is known.
    Effect.map((all) =>
      all.filter((each) => ![...found].some((id) => each.includes(` ${id}, and the store does not`))),
    ),
  )
  const rest = waitUntil(look, (all) => all.length === 0)
  const healed = yield* Effect.result(Effect.timeout(rest, "2 minutes"))
  for (const each of Result.isSuccess(healed) ? [] : yield* look) require(false, each)
  const { lost, twice } = yield* judged
  const known = yield* stored
  const all = (yield* sent).filter(({ moved }) => moved)
  const [fastest, slowest] = [Math.min(...outages), Math.max(...outages)].map((millis) => Math.round(millis / 100) / 10)
  return {
    failovers: outages.length,
    acknowledged: answered.size,
    present: answered.size - lost.length,
    lost: lost.length,
    paid: all.length,
    paidAndLost: all.filter(({ reference }) => !known.has(reference)).length,
    foundByStatement: found.size,
    foundByMark,
    paidTwice: twice.length,
    fastest,
    slowest,
    wrong: [...wrong],
  }
}, Effect.scoped)

const [folder = "", named = "", failovers = ""] = process.argv.slice(2)
const mode = named === "synchronous" || named === "frozen" ? named : "asynchronous"
const begun = Date.now()
const { wrong, ...figures } = await Effect.runPromise(failoverRun(folder, Number(failovers), mode))
const seconds = Math.round((Date.now() - begun) / 1_000)
addEvidence("failover", { commit: commit(), mode, seconds, ...figures, wrong: wrong.length })
process.exit(wrong.length === 0 ? 0 : 1)
