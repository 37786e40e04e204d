import { run } from "./run.ts"
import { variants } from "./variants.ts"
const most = Number(process.argv[2] ?? 20)
for (const [does, broken] of Object.entries(variants)) {
  const began = performance.now()
  let found = ""
  let seed = 1
  for (; seed <= most && found === ""; seed++) {
    try {
      const { wrong } = await run({ seed, payments: 20, days: 3, broken })
      found = wrong[0] ?? ""
    } catch (error) {
      found = `THROWN ${String(error)}`
    }
  }
  console.log(
    found === "" ? "SURVIVES" : `seed ${seed - 1}`,
    "|",
    does,
    "|",
    found,
    `${Math.round(performance.now() - began)} ms`,
  )
}
