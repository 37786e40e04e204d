import { assert, describe, it } from "@effect/vitest"
import { progressBar, progressOn } from "../src/progress.ts"

const screen = (isTTY: boolean) => {
  const written: Array<string> = []
  return { isTTY, written, write: (text: string) => written.push(text) }
}

describe("progress", () => {
  it("is a bar that fills up, also where there is nothing to do", () => {
    assert.strictEqual(progressBar(0, 60), `[${"-".repeat(30)}] 0/60`)
    assert.strictEqual(progressBar(20, 60), `[${"#".repeat(10)}${"-".repeat(20)}] 20/60`)
    assert.strictEqual(progressBar(60, 60), `[${"#".repeat(30)}] 60/60`)
    assert.strictEqual(progressBar(70, 60), `[${"#".repeat(30)}] 70/60`)
    assert.strictEqual(progressBar(0, 0), `[${"#".repeat(30)}] 0/0`)
  })

  it("redraws one line on a terminal and ends it", () => {
    const out = screen(true)
    const progress = progressOn(out)
    progress.tell(1, 2)
    progress.tell(2, 2)
    progress.end()
    assert.deepStrictEqual(out.written, [`\r\u001B[K${progressBar(1, 2)}`, `\r\u001B[K${progressBar(2, 2)}`, "\n"])
  })

  it("is plain lines elsewhere", () => {
    const out = screen(false)
    const progress = progressOn(out)
    progress.tell(1, 2)
    progress.end()
    assert.deepStrictEqual(out.written, ["1 of 2 due payments\n"])
  })
})
