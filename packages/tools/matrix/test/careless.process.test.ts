/**
 * Samples that run only with packages of the registry, as a reader in a hurry writes them: each row works over its sample and fails over the
 * careless version. `carelessSamples.ts` of the house has those of the other samples.
 */
import { assert, describe, it } from "@effect/vitest"
import { rows } from "../src/rows.ts"
import { isBuilt, runRows } from "../src/runRows.ts"

const samples = [
  {
    name: "Nest",
    mistake: "lets the framework's parser take the body first",
    sample: "nest.ts",
    edit: ["bodyParser: false, ", ""],
    says: /^paid: A callback was unusual\..* TakenBefore, console: guarded$/,
  },
  {
    name: "Prisma 7",
    mistake: "writes the payment outside of the transaction",
    sample: "prismaOrder.ts",
    edit: ["through(transaction), payment", "through(prisma), payment"],
    says: /^PaymentsError: insertWithin: no transaction is open on this connection/,
  },
]

/** A step that makes the mistake in the folder of the row. */
const making = (sample: string, [text, instead]: ReadonlyArray<string>) => [
  "--eval",
  `const [sample, text, instead] = ${JSON.stringify([sample, text, instead])}
  const code = fs.readFileSync(sample, "utf8")
  if (!code.includes(text)) throw new Error(\`\${sample} no longer says "\${text}"\`)
  fs.writeFileSync(sample, code.replace(text, () => instead))`,
]

describe.skipIf(!isBuilt()).each(samples)("a careless version of the sample for $name", (each) => {
  it(`that ${each.mistake} is caught`, async () => {
    const row = rows.find(({ name }) => name === each.name) ?? assert.fail(each.name)
    const steps = [making(each.sample, each.edit), ...row.steps]
    const [careful, careless] = await runRows([row, { ...row, name: `careless ${row.name}`, steps }])
    assert.isNull(careful?.failure)
    assert.match(careless?.failure ?? "", each.says)
  })
})
