/** Makes a failing run small: fewer orders, faults and days, as long as the same promise is broken. */
import { wageLines } from "./town.ts"
import { run, type Run, type RunOptions } from "./run.ts"

/** Which promise a sentence says is broken. */
const letterOf = ({ wrong: [sentence = ""] }: Run): string => /\(([^()]+)\)\.$/.exec(sentence)?.[1] ?? sentence

/** How many runs a shrinking may take. */
const mostRuns = 150

/** Keeps of these only what is needed: halves first, then one by one. */
const needed = async <A>(all: ReadonlyArray<A>, fails: (some: ReadonlyArray<A>) => Promise<boolean>) => {
  let kept = all
  for (let size = Math.ceil(all.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = 0; at < kept.length;) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)]
      if (await fails(fewer)) kept = fewer
      else at += size
    }
  }
  return kept
}

/** The smallest run that still breaks the same promise. */
export const shrink = async (failing: RunOptions): Promise<{ readonly options: RunOptions; readonly run: Run }> => {
  let options: RunOptions = failing
  let best = await run(options)
  const letter = letterOf(best)
  let runs = 0
  const attempt = async (changed: RunOptions): Promise<boolean> => {
    if (runs++ >= mostRuns) return false
    const tried = await run(changed).catch(() => null)
    if (tried === null || tried.wrong.length === 0 || letterOf(tried) !== letter) return false
    options = changed
    best = tried
    return true
  }
  const { payments = 8 } = failing
  const places = Array.from({ length: payments + wageLines }, (_, place) => place)
  await needed(places, (some) => {
    const kept = new Set(some)
    return attempt({ ...options, withoutOrders: new Set(places.filter((place) => !kept.has(place))) })
  })
  await needed(
    best.struck.map(({ name }) => name),
    (some) => attempt({ ...options, only: new Set(some) }),
  )
  for (let days = (options.days ?? 5) - 1; days >= 1; days--) if (!(await attempt({ ...options, days }))) break
  return { options, run: best }
}

/** A case as it is kept in a file, and back. */
export const caseOf = ({ days, isRestored, meets, only, payments, rare, seed, store, withoutOrders }: RunOptions) => ({
  seed,
  ...(days !== undefined && { days }),
  ...(payments !== undefined && { payments }),
  ...(store !== undefined && { store }),
  ...(meets !== undefined && { meets }),
  ...(isRestored !== undefined && { isRestored }),
  ...(only !== undefined && { only: [...only] }),
  ...(rare !== undefined && { rare: [...rare] }),
  ...(withoutOrders !== undefined && { withoutOrders: [...withoutOrders] }),
})

export type Case = ReturnType<typeof caseOf>

export const optionsOf = ({ only, rare, withoutOrders, ...rest }: Case): RunOptions => ({
  ...rest,
  ...(only !== undefined && { only: new Set(only) }),
  ...(rare !== undefined && { rare: new Set(rare) }),
  ...(withoutOrders !== undefined && { withoutOrders: new Set(withoutOrders) }),
})
