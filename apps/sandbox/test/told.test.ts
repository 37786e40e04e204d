import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, HashMap } from "effect"
import { Engine, Phones } from "@cauri/simulator"
import { toldText } from "../src/pages/told.ts"
import { call, payin, startSandbox } from "./site.ts"

/** The French sentence, with spaces of one kind. */
const told = (text: string) => toldText("fr", text).replaceAll(/[\u202f\u00a0]/g, " ")

describe("told texts", () => {
  it.live("are in French wherever the simulator writes to phones and into histories", () =>
    Effect.gen(function* () {
      const served = yield* startSandbox()
      const engine = Context.get(served.services, Engine)
      const phones = Context.get(served.services, Phones)
      for (const phone of ["22660000090", "22660000092", "22660000094", "22650000001", "22640000001"])
        yield* call(served, "createDirectInvoice", payin(`order-${phone}`, phone))
      yield* phones.dialForCode("22670000001", 4_200)
      yield* engine.passTime(60_000)
      const { invoices, phones: known } = yield* engine.state
      const causes = [...HashMap.values(invoices)].flatMap(({ history }) => history.map(({ cause }) => cause))
      const texts = [...HashMap.values(known)].flatMap(({ inbox }) => inbox.map(({ text }) => text))
      assert.strictEqual(texts.length, 3)
      assert.isAbove(new Set(causes).size, 4)
      for (const text of [...causes, ...texts]) {
        assert.strictEqual(toldText("en", text), text)
        assert.notStrictEqual(toldText("fr", text), text)
      }
    }),
  )

  it("keep codes, what to dial and names, and write amounts as the French do", () => {
    assert.strictEqual(
      told("Dial *555*4*420543# and enter your PIN to pay 14200 XOF to Chez <b>nous</b>.\nParis."),
      "Composez *555*4*420543# et entrez votre code secret pour payer 14 200 XOF à Chez <b>nous</b>.\nParis.",
    )
    assert.strictEqual(told("Your code is 012345 for 500 XOF."), "Votre code est 012345, pour 500 XOF.")
    assert.strictEqual(told("the operator said NoFunds"), "l'opérateur a répondu : pas assez d'argent")
    assert.strictEqual(told("something else"), "something else")
  })
})
