/** The examples, which the README and the guide show: each of them runs, and stands there as it is. `UPDATE_DOCS=1` writes it again. */
import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { payInPlainJavaScript } from "../examples/plain.js"
import { fromCreationToCompletion } from "../examples/ownTests.ts"
import { oneTransaction } from "../examples/oneTransaction.ts"
import { payoutInDoubt } from "../examples/payoutInDoubt.ts"

const folderOf = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "cauri-promise-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const readme = new URL("../README.md", import.meta.url)
const guide = new URL("../docs/guide.md", import.meta.url)
const front = new URL("../../../README.md", import.meta.url)
const shown: ReadonlyArray<readonly [name: string, page: URL]> = [
  ["firstPayment", readme],
  ["ownTests", guide],
  ["oneTransaction", guide],
  ["payoutInDoubt", guide],
  ["transactions", guide],
  ["callbackRoutes", guide],
]
const part = (name: string) => new RegExp(`(<!-- ${name} -->\n)([\\s\\S]*?)(\n<!-- end -->)`)
const read = (name: string): string =>
  readFileSync(new URL(`../examples/${name}.ts`, import.meta.url), "utf8")
    .replaceAll(/^ *\/\/ #(?:end)?region.*\n/gm, "") // the pages of the site show single parts
    .trimEnd()
/** The adapter of an example in `transactions/`: what stands between the imports and the shop's own order. */
const adapterFor = (library: string): string =>
  /^\/\*\* A transaction of [^]*?^}\)$/m.exec(read(`transactions/${library}`))?.[0].replace("through", library) ?? ""
const fenced = (name: string): string => {
  const text =
    name === "transactions" ? ["drizzle", "kysely", "knex", "prisma"].map(adapterFor).join("\n\n") : read(name)
  return `\`\`\`ts\n${text}\n\`\`\``
}

describe("the examples", () => {
  it("take a payin from creation to completion on time of its own", async () => {
    assert.deepStrictEqual(await fromCreationToCompletion(), ["order-17: 500 francs"])
  })

  it("store order and payment together, and fulfil the order once", async () => {
    assert.deepStrictEqual(await oneTransaction(join(folderOf(), "shop.db")), [{ id: "order-17", fulfilled: 1 }])
  })

  it("send a payout once whose answer is lost, and let a person decide", async () => {
    assert.deepStrictEqual(await payoutInDoubt(), ["in_doubt", "sent: 1", "completed"])
  })

  it("work in plain JavaScript, errors included", async () => {
    assert.deepStrictEqual(await payInPlainJavaScript("22660000090"), ["order-17 is paid"])
    assert.deepStrictEqual(await payInPlainJavaScript("+226 60"), ["method.phone: Please check what you entered."])
    assert.deepStrictEqual(await payInPlainJavaScript(undefined), ["method.phone: Please check what you entered."])
  })

  if (process.env["UPDATE_DOCS"] === "1") {
    for (const [name, page] of shown) {
      const text = readFileSync(page, "utf8")
      writeFileSync(
        page,
        text.replace(part(name), (_, open: string, _old: string, end: string) => open + fenced(name) + end),
      )
    }
  }
  for (const [name, page] of shown) {
    it(`stand in the README or the guide as they are: ${name}`, () => {
      assert.strictEqual(part(name).exec(readFileSync(page, "utf8"))?.[2], fenced(name))
    })
  }

  it("stand first in the repository's README, which fits on one screen", () => {
    const text = readFileSync(front, "utf8")
    const wanted = text.replace(
      part("firstPayment"),
      (_, open: string, _old: string, end: string) => open + fenced("firstPayment") + end,
    )
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(front, wanted)
    else assert.strictEqual(text, wanted)
    assert.match(text, part("firstPayment"))
    assert.isAtMost(text.split("\n").length, 61)
  })

  it("take a first payment in fifteen lines, imports aside", () => {
    const lines = fenced("firstPayment").split("\n").slice(1, -1)
    assert.isAtMost(lines.filter((line) => line !== "" && !line.startsWith("import")).length, 15)
  })
})
