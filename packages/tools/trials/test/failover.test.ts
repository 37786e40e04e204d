/** The judge of fail-overs, on books with a planted fault. `pnpm --filter @cauri/trials campaign failover` makes real ones. */
import { assert, it } from "@effect/vitest"
import { judge } from "./failoverJudge.ts"

const [a, b] = [
  { reference: "a", calls: 1 },
  { reference: "b", calls: 1 },
]
const right = { answered: new Set(["a", "b"]), stored: new Set(["a", "b"]), sent: [a], found: new Set<string>() }
const none = { twice: [], lost: [], unseen: [] }

it.each([
  ["accepts what is stored and was sent once", {}, none],
  ["accepts what a statement shows", { answered: new Set<string>(), sent: [b], found: new Set(["b"]) }, none],
  ["names what was answered and never written", { answered: new Set(["never"]) }, { ...none, lost: ["never"] }],
  ["names what was sent as two payments", { sent: [b, b] }, { ...none, twice: ["b"] }],
  ["names what reached the service twice", { sent: [{ ...b, calls: 2 }] }, { ...none, twice: ["b"] }],
  ["names what was sent and nothing shows", { sent: [{ reference: "c", calls: 1 }] }, { ...none, unseen: ["c"] }],
])("%s", (_, planted, expected) => {
  assert.deepStrictEqual(judge({ ...right, ...planted }), expected)
})
