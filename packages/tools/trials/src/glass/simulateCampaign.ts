/**
 * Whole systems for simulated days, one seed after the other. It adds a line to `evidence/simulate.jsonl`, and fails with the story of the
 * first seed that breaks a promise. `CAURI_MINUTES` says how long it may take (5 by default), `CAURI_SEED` with which seed it begins.
 * `CAURI_CASE`: a case to replay instead, as such a story names it.
 */
import { availableParallelism, cpus } from "node:os"
import { addEvidence, commit } from "../evidence.ts"
import { pairOf } from "./faults.ts"
import { run } from "./run.ts"
import { variants } from "./variants.ts"
import { type Case, caseOf, optionsOf, shrink } from "./shrink.ts"

const payments = 20
const days = 30

/** A run that is made twice must come out the same: one of so many is. */
const twice = 100

/** Every pair of a fault and a place is to be struck so often. After some seeds three of four seek those that were not. */
const [often, seeksFrom] = [20, 40]

const storyOf = (
  seed: Case,
  { story, wrong }: { wrong: ReadonlyArray<string>; story: ReadonlyArray<string> },
): string =>
  [
    ...wrong,
    ...story.map((line) => `  ${line}`),
    `Replay it: CAURI_CASE='${JSON.stringify(seed)}' pnpm campaign simulate`,
  ].join("\n")

const replay = async (text: string): Promise<boolean> => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what a story printed
  const given = JSON.parse(text) as Case
  const replayed = await run(optionsOf(given))
  console.log(storyOf(given, replayed))
  return replayed.wrong.length === 0
}

/** Looks for each broken promise for so many seeds (`CAURI_SEEDS`, 2,000 by default), and says which were never seen. */
export const variantsCampaign = async (): Promise<boolean> => {
  const most = Number(process.env["CAURI_SEEDS"] ?? "2000")
  let survivors = 0
  for (const [does, broken] of Object.entries(variants)) {
    let [seed, found] = [0, ""]
    while (seed < most && found === "") {
      const { wrong } = await run({ seed: ++seed, payments, days, broken, meets: seed % 2 === 0 })
      found = wrong[0] ?? ""
    }
    if (found === "") survivors++
    console.log(found === "" ? `in none of ${most} seeds: ${does}` : `seed ${seed}: ${does}. ${found}`)
  }
  return survivors === 0
}

/** Runs seeds until the time is over, and returns whether every promise was kept. */
export const simulateCampaign = async (): Promise<boolean> => {
  const { CAURI_CASE: text, CAURI_MINUTES: minutes = "5", CAURI_SEED: first = "1" } = process.env
  if (text !== undefined) return replay(text)
  const began = performance.now()
  const until = began + Number(minutes) * 60_000
  const pairs = new Map<string, number>()
  const findings: Array<string> = []
  let [seeds, paymentDays, faults, unequal] = [0, 0, 0, 0]
  for (let seed = Number(first); performance.now() < until; seed++) {
    const seldom = [...pairs].flatMap(([pair, count]) => (count < often ? [pair] : []))
    const seeks = seeds > seeksFrom && seeds % 4 !== 0
    const options = { seed, payments, days, ...(seeks && { rare: new Set(seldom), isRestored: seeds % 2 === 1 }) }
    const made = await run(options)
    if (seed % twice === 0 && (await run(options)).fingerprint !== made.fingerprint) unequal++
    seeds++
    paymentDays += made.paymentDays
    const struck = made.struck.filter(({ fault }) => fault !== "waits for another")
    faults += struck.length
    for (const pair of struck.map(pairOf)) {
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
    if (made.wrong.length === 0) continue
    findings.push(`${seed}: ${made.wrong.join(" ")}`)
    console.error(`Seed ${seed}: ${made.wrong.join(" ")}`)
    if (findings.length > 1) continue
    const small = await shrink(options)
    console.error(storyOf(caseOf(small.options), small.run))
  }
  const seconds = (performance.now() - began) / 1_000
  const counts = [...pairs.values()]
  const line = {
    commit: commit(),
    first: Number(first),
    seeds,
    days,
    paymentDays,
    perSecond: Math.round(paymentDays / seconds),
    seconds: Math.round(seconds),
    faults,
    pairs: pairs.size,
    pairsStruckTwentyTimes: counts.filter((count) => count >= often).length,
    unequal,
    findings: findings.length === 0 ? 0 : findings,
    machine: `${availableParallelism()} cores, ${cpus()[0]?.model ?? "unknown"}`,
  }
  console.log(
    [...pairs]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([pair, count]) => `${String(count).padStart(6)}  ${pair}`)
      .join("\n"),
  )
  console.log(JSON.stringify(line))
  addEvidence("simulate", line)
  return findings.length === 0 && unequal === 0
}
