/**
 * Examples stand in doc comments. Each package runs its own (`docExamples.test.ts` in core and in cauri); here none is missing:
 * - every value that an entry exports has one: a function, a class, a service, a schema, a constant;
 * - so has everything that a merchant calls of a service or an interface;
 * - a type needs none of its own: its name stands in an example, or a name with an example takes it, gives it or is made of it.
 */
import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { asserting, examplesIn, examplesUnder } from "../src/docExamples.ts"
import { calledOf, type ExportedName, exportedNames, reachedFrom } from "../src/exportedNames.ts"
import { repository, writeTree } from "./fixture.ts"

interface Package {
  readonly folder: string
  readonly entries: ReadonlyArray<string>
  /** The services and interfaces that a merchant calls, by their files. */
  readonly called: Readonly<Record<string, ReadonlyArray<string>>>
}

const packages: Readonly<Record<string, Package>> = {
  core: {
    folder: "packages/core/src",
    entries: ["index", "model", "adapter"],
    called: {
      "services/Payins.ts": ["Payins"],
      "services/Payouts.ts": ["Payouts"],
      "services/Review.ts": ["Review"],
      "services/Worker.ts": ["Worker"],
    },
  },
  cauri: {
    folder: "packages/cauri/src",
    entries: ["index", "api", "console", "https", "own", "phone", "postgres", "simulated", "sqlite"],
    called: {
      "api.ts": ["ApiKeys"],
      "payments/Payments.ts": ["Common", "Payins", "Payouts", "Review", "Payments"],
      "https.ts": ["HttpsGateway"],
      "simulated.ts": ["SimulatedPayments"],
      "simulation/simulatedService.ts": ["SimulatedPhones", "SimulatedService"],
    },
  },
}

const hasExample = (comment: string): boolean => examplesIn("", `/*${comment}*/`).length > 0

/** The values without an example. */
const bare = (names: ReadonlyArray<ExportedName>): ReadonlyArray<string> =>
  names.filter(({ comment, isValue }) => isValue && !hasExample(comment)).map(({ name }) => name)

/** The types that no example shows, and that no name with an example takes, gives or is made of. */
const unseen = (names: ReadonlyArray<ExportedName>, examples: ReadonlyArray<string>): ReadonlyArray<string> => {
  const shown = new Set(examples.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []))
  const withExample = names.filter(({ comment, name }) => hasExample(comment) || shown.has(name))
  const reached = reachedFrom(withExample.map(({ declared }) => declared))
  const isReached = ({ declared: { file, name } }: ExportedName) =>
    reached.some((each) => each.file === file && each.name === name)
  return names.filter((each) => !each.isValue && !isReached(each)).map(({ name }) => name)
}

describe.each(Object.entries(packages))("the doc comments of %s", (_, { called, entries, folder }) => {
  const at = join(repository, folder)
  const names = entries.flatMap((entry) => exportedNames(join(at, `${entry}.ts`)))
  const examples = examplesUnder(at)

  it("show an example of every value that an entry exports", () => assert.deepStrictEqual(bare(names), []))

  it.each(Object.entries(called).flatMap(([file, all]) => all.map((name) => [name, file] as const)))(
    "show an example of everything that is called of %s",
    (name, file) => {
      const members = calledOf({ file: join(at, file), name })
      assert.isNotEmpty(members)
      assert.deepStrictEqual(
        members.filter(({ comment }) => !hasExample(comment)).map((member) => member.name),
        [],
      )
    },
  )

  it("leave no type without a place at which it is seen", () =>
    assert.deepStrictEqual(
      unseen(
        names,
        examples.map(({ text }) => text),
      ),
      [],
    ))

  it("are short, and none repeats another", () => {
    const long = examples.filter(({ text }) => text.split("\n").length > 6)
    assert.deepStrictEqual(
      long.map(({ file, line }) => `${file}:${line}`),
      [],
    )
    assert.strictEqual(new Set(examples.map(({ text }) => text)).size, examples.length)
  })
})

describe("a missing example", () => {
  it("is found, of a value, of a member and of a type", () => {
    const { remove, root } = writeTree(
      {
        "index.ts": 'export { bare, shown, type Far, type Near } from "./own.ts"\nexport { other } from "elsewhere"\n',
        "own.ts": `/** Nothing. */
          export const bare = 1
          /**
           * Something.
           *
           * \`\`\`ts
           * shown({}) // => 1
           * \`\`\`
           */
          export const shown = (near: Near) => 1
          export interface Near {
            /** Calls. */
            call(): void
            readonly size: number
          }
          export interface Far {}
        `,
      },
      {},
    )
    const names = exportedNames(join(root, "index.ts"))
    assert.deepStrictEqual(bare(names), ["bare"])
    assert.deepStrictEqual(unseen(names, ["shown({}) // => 1"]), ["Far"])
    assert.deepStrictEqual(
      calledOf({ file: join(root, "own.ts"), name: "Near" }).map(({ name }) => name),
      ["call"],
    )
    remove()
  })

  it.each([
    ["const a = 1", "shows no value"],
    ["if (true) { 1 } // => 1", "Nothing gives"],
    ["const { a } = b // => 1", "Nothing gives"],
  ])("is what %s is", (text, why) => assert.throws(() => asserting({ file: "a.ts", line: 1, text }), why))
})
