import { run } from "./run.ts"
const [, , first = "1", last = first, payments = "8"] = process.argv
const began = performance.now()
let days = 0
for (let seed = Number(first); seed <= Number(last); seed++) {
  const at = performance.now()
  const { fingerprint, paymentDays, story, struck, wrong } = await run({ seed, payments: Number(payments) })
  days += paymentDays
  console.log(seed, fingerprint, `${struck.length} faults`, `${Math.round(performance.now() - at)} ms`, wrong)
  if (process.env["STORY"]) for (const line of story) console.log("   ", line)
}
console.log(`${(days / ((performance.now() - began) / 1000)).toFixed(0)} payment-days a second`)
