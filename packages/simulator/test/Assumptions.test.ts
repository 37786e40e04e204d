import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as everyAssumption from "../src/options/Assumptions.ts"
import { unknowns } from "./spec/unknowns.ts"

const here = "packages/simulator/src/options/Assumptions.ts:"
const named = unknowns
  .filter(({ constant }) => constant.startsWith(here))
  .map(({ constant }) => constant.slice(here.length))

describe("Assumptions", () => {
  it("holds every constant that the list of unknowns names, and puts it among the options #111 #128 #129 #130 #194", () => {
    assert.isAbove(named.length, 20)
    for (const name of named) {
      assert.property(everyAssumption, name)
      assert.property(everyAssumption.assumptions, name)
    }
  })

  it("names no assumption that the list of unknowns does not know #211 #212 #213 #241 #242", () => {
    assert.deepStrictEqual(Object.keys(everyAssumption.assumptions).toSorted(), named.toSorted())
  })

  it("says beside each constant which unknown it answers", () => {
    const source = readFileSync(new URL("../src/options/Assumptions.ts", import.meta.url), "utf8")
    for (const { constant, id } of unknowns.filter(({ constant }) => constant.startsWith(here))) {
      assert.match(source, new RegExp(`${id}\\b[^]*?export const ${constant.slice(here.length)}\\b`))
    }
  })

  it("gives no code that the specification states to a problem for which it states none #218 #242", () => {
    const stated: Readonly<Record<string, ReadonlyArray<string>>> = {
      createHostedInvoice: ["00", "01", "02", "03"],
      createDirectInvoice: ["00", "01", "02", "03"],
      submitWalletInvoice: ["00", "01", "02", "03"],
      confirmInvoice: ["00", "02"],
      createWalletPayout: ["00", "01", "02", "04", "06"],
      createDirectPayout: ["00", "01", "06", "08"],
      confirmPayout: ["00"],
    }
    const possible: Readonly<Record<string, ReadonlyArray<string>>> = {
      createWalletPayout: ["field", "phone", "operator", "payout_amount"],
      createDirectPayout: ["field", "phone", "operator", "payout_amount"],
    }
    for (const [endpoint, codes] of Object.entries(everyAssumption.faultSubCodes)) {
      for (const [problem, code] of Object.entries(codes)) {
        if (possible[endpoint]?.includes(problem) ?? true) assert.notInclude(stated[endpoint] ?? [], code, endpoint)
      }
    }
  })
})
