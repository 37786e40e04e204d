/** The judge of fail-overs, on books with a planted fault. `pnpm --filter @cauri/trials campaign failover` makes real ones. */
import { assert, it } from "@effect/vitest"
import { judge } from "./failoverJudge.ts"

const [a, b] = [
  { reference: "a", calls: 1 },
  { reference: "b", calls: 1 },
]
const right = { answered: new Set(["a", "b"]), stored: new Set(["a", "b"]), sent: [a], found: null }

it.each([
  [0, "accepts what is stored and was sent once", {}],
  [
    0,
    "accepts what is missing where the statement shows it",
    { stored: new Set(["a"]), sent: [b], found: new Set(["b"]) },
  ],
  [1, "names what was answered and never written", { answered: new Set(["never"]) }],
  [1, "names what was sent as two payments", { sent: [b, b] }],
  [1, "names what reached the service twice", { sent: [{ ...b, calls: 2 }] }],
  [1, "names what was sent and nothing shows", { stored: new Set(["a"]), sent: [b], found: new Set<string>() }],
])("finds %i problems: it %s", (problems, _, planted) => {
  assert.lengthOf(judge({ ...right, ...planted }), problems)
})
