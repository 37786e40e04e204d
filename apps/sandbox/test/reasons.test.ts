/** What people see of a refused request: on the page in their language, on the terminal, and one number that leads on. */
import { assert, describe } from "@effect/vitest"
import { Context } from "effect"
import { it } from "@cauri/house/it"
import { Engine, RequestLog, type RequestLine } from "@cauri/simulator"
import { explained } from "../src/narration.ts"
import { call, payin, startSandbox, visitor } from "./site.ts"

const wrong = () => {
  const { commande } = payin("order-1", "22660000001")
  return { commande: { ...commande, invoice: { ...commande.invoice, devise: "EUR", total_amount: "4200" } } }
}

describe("a refused request", () => {
  it("is explained on the page of the requests, in both languages, with every wrong field #35 #36", function* () {
    const served = yield* startSandbox()
    yield* call(served, "createDirectInvoice", wrong())
    const { ask, enter } = visitor(served)
    yield* enter
    const french = (yield* ask("/control/requests")).text
    assert.include(french, "Envoyez XOF.")
    assert.include(french, "Envoyez 4200\u00A0: un nombre entier de francs, sans guillemets ni décimales.")
    assert.include(french, "#36")
    const english = (yield* ask("/control/requests?lang=en")).text
    assert.include(english, "Send XOF.")
    assert.include(english, "Code08")
    assert.notInclude(english, "22660000001")
  })

  it("is printed on the terminal, line by line", function* () {
    const lines: Array<RequestLine> = []
    const served = yield* startSandbox({ onRefusal: (line) => lines.push(line) })
    yield* call(served, "createDirectInvoice", payin("order-1", "22660000001"))
    yield* call(served, "createDirectInvoice", wrong())
    assert.deepStrictEqual(
      lines.map((line) => explained(line, "en")),
      [
        [
          "POST /pay/v01/straight/checkout-invoice/create: 200, Code08",
          '  commande.invoice.total_amount cannot be "4200". Send 4200: a whole number of francs, without quotes or decimals.',
          '  commande.invoice.devise cannot be "EUR". Send XOF.',
        ].join("\n"),
      ],
    )
  })
})

describe("the number of a payment at the service", () => {
  it("leads from the payment to its requests, and stands beside its callbacks #93", function* () {
    const served = yield* startSandbox()
    yield* call(served, "createDirectInvoice", payin("order-1", "22660000090"))
    yield* call(served, "createDirectInvoice", payin("order-2", "22660000001"))
    const engine = Context.get(served.services, Engine)
    yield* engine.passTime(60_000)
    yield* engine.settled
    const [line] = yield* Context.get(served.services, RequestLog).lines
    const id = line?.requestId ?? assert.fail("the request has no number")
    const { ask, enter } = visitor(served)
    yield* enter
    const requests = (yield* ask(`/control/requests?id=${id}`)).text
    assert.include(requests, "order-1")
    assert.notInclude(requests, "order-2")
    assert.include((yield* ask("/control/callbacks")).text, id)
  })
})
