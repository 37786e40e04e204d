/** The examples, which the README and the site show: each of them runs, and the README shows the first as it is. `UPDATE_DOCS=1` writes it again. */
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
const front = new URL("../../../README.md", import.meta.url)
const part = /(<!-- firstPayment -->\n)([^]*?)(\n<!-- end -->)/
const example = readFileSync(new URL("../examples/firstPayment.ts", import.meta.url), "utf8").trimEnd()
const fenced = `\`\`\`ts\n${example}\n\`\`\``

describe("the examples", () => {
  it("take a payin from creation to completion on time of its own", async () => {
    assert.deepStrictEqual(await fromCreationToCompletion(), ["order-17: 500 francs"])
  })

  it("store order and payment together, and fulfil the order once", async () => {
    assert.deepStrictEqual(await oneTransaction(join(folderOf(), "shop.db")), [{ id: "order-17", fulfilled: 1 }])
  })

  it("fulfil no order that the customer does not pay", async () => {
    const refusing = "22660000092"
    assert.deepStrictEqual(await oneTransaction(join(folderOf(), "shop.db"), refusing), [
      { id: "order-17", fulfilled: 0 },
    ])
  })

  it("send a payout once whose answer is lost, and let a person decide", async () => {
    assert.deepStrictEqual(await payoutInDoubt(), ["in_doubt", "sent: 1", "completed"])
  })

  it("work in plain JavaScript, errors included", async () => {
    assert.deepStrictEqual(await payInPlainJavaScript("22660000090"), ["order-17 is paid"])
    assert.deepStrictEqual(await payInPlainJavaScript("+226 60"), ["method.phone: Please check what you entered."])
    assert.deepStrictEqual(await payInPlainJavaScript(undefined), ["method.phone: Please check what you entered."])
  })

  it.each([readme, front])("stand in the README as they are: %s", (page) => {
    const text = readFileSync(page, "utf8")
    const wanted = text.replace(part, (_, open: string, _old: string, end: string) => open + fenced + end)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, wanted)
    else assert.strictEqual(text, wanted)
    assert.match(text, part)
  })

  it("leave the repository's README on one screen", () =>
    assert.isAtMost(readFileSync(front, "utf8").split("\n").length, 61))

  it("take a first payment in fifteen lines, imports aside", () => {
    const lines = fenced.split("\n").slice(1, -1)
    assert.isAtMost(lines.filter((line) => line !== "" && !line.startsWith("import")).length, 15)
  })
})
