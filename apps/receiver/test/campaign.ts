/**
 * What takes too long for every run, or needs what not every machine has: a hundred thousand callbacks upon one payment, fifty kills
 * under load on each store, how long fifty thousand wrong addresses of two kinds take, and the wire table through nginx. Prints one line
 * for each and appends it to `CAMPAIGN.md`. A number that is 0 leaves its part out.
 *
 *   node test/campaign.ts [callbacks] [kills] [addresses] [proxies]
 */
import { execFileSync } from "node:child_process"
import { appendFileSync } from "node:fs"
import { join } from "node:path"
import { Clock, Effect } from "effect"
import { TestClock } from "effect/testing"
import { home } from "./home.ts"
import { flood } from "./flood.ts"
import { killUnderLoad } from "./loading.ts"
import { disagreementOf, nginxVersion, noNginx, throughNginx } from "./proxied.ts"
import { bound, isTelling, measure, realVerify } from "./timing.ts"
import { newWorld, type StoreKind } from "./world.ts"

const [callbacks = 100_000, kills = 50, addresses = 50_000, proxies = 1] = process.argv.slice(2).map(Number)

const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: home, encoding: "utf8" }).trim()

const note = (line: string) =>
  Effect.sync(() => {
    process.stdout.write(`${line}\n`)
    appendFileSync(join(home, "CAMPAIGN.md"), `${line}\n`)
  })

const killOften = Effect.fnUntraced(function* (kind: StoreKind) {
  const world = yield* newWorld(kind, 400)
  const acknowledged = new Set<string>()
  for (let run = 0; run < kills; run++) {
    for (const each of (yield* killUnderLoad(world, run)).acknowledged) acknowledged.add(each)
  }
  const noted = yield* world.fingerprints
  const lost = [...acknowledged].filter((fingerprint) => !noted.has(fingerprint)).length
  yield* note(
    `- ${commit}, ${kind}: killed ${kills} times under load: of ${acknowledged.size} acknowledged callbacks ${lost} were lost.`,
  )
})

const timeAddresses = Effect.gen(function* () {
  const { right, verify } = yield* realVerify
  const timing = measure(verify, right, addresses, (yield* Clock.currentTimeMillis) >>> 0)
  const [late, early] = [timing.rightBeginning, timing.wrongBeginning].map((time) => `${(time / 1_000).toFixed(2)} µs`)
  const difference = ((100 * (timing.rightBeginning - timing.wrongBeginning)) / timing.wrongBeginning).toFixed(2)
  yield* note(
    `- ${commit}: ${addresses} wrong addresses of each kind: the median is ${late} where all but the end of the mac is right, ${early} where it is wrong from its beginning: ${difference} % apart, which ${isTelling(timing) ? "TELLS" : "does not tell"} them apart (bound: ${100 * bound} %).`,
  )
}).pipe(Effect.scoped)

const proxy = Effect.gen(function* () {
  if (noNginx)
    return yield* note(`- ${commit}: no nginx is installed on this machine, so nothing was sent through one.`)
  const results = yield* throughNginx
  const wrong = results.filter((each) => disagreementOf(each) !== null)
  const passedOn = results.reduce((sum, each) => sum + each.passedOn.length, 0)
  const arrived = results.reduce((sum, each) => sum + each.arrived.length, 0)
  yield* note(
    `- ${commit}, nginx ${nginxVersion()}: ${results.length} rows of the wire table: ${passedOn} requests passed on, ${arrived} of them requests to the server too, ${wrong.length} rows read otherwise or felt by the next caller${wrong.map(({ what }) => `; ${what}`).join("")}.`,
  )
}).pipe(Effect.scoped)

const program = Effect.gen(function* () {
  if (callbacks > 0) {
    const { after, answers, before, confirms } = yield* Effect.provide(flood(callbacks), TestClock.layer())
    yield* note(
      `- ${commit}, SQLite: ${callbacks} callbacks upon one payment in a minute of virtual time (${JSON.stringify(answers)}): ${confirms} confirms, and the payment is ${after === before ? "as it was" : "CHANGED"}.`,
    )
  }
  if (kills > 0)
    yield* Effect.forEach(["SQLite", "Postgres"] as const, (kind) => Effect.scoped(killOften(kind)), { concurrency: 1 })
  if (addresses > 0) yield* timeAddresses
  if (proxies > 0) yield* proxy
})

Effect.runPromise(program).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
})
