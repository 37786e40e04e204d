/** The events of the reconciler's webhook, and everything that is none. */
import { assert, describe, it } from "@effect/vitest"
import { createHmac, randomBytes } from "node:crypto"
import { PaymentsError, readWebhook, type WebhookRequest } from "../src/index.ts"

const newest = `whsec_${randomBytes(32).toString("base64")}`
const previous = `whsec_${randomBytes(24).toString("base64")}`
const now = 1_700_000_000_000
const event = {
  id: "payin shop/order-17#3",
  type: "payin.completed",
  payment: { kind: "payin", project: "shop", id: "order-17" },
  seq: 3,
  at: "2023-11-14T22:13:20.000Z",
  status: "completed",
  amount: 5_000,
  rail: "ussd_push",
  orderRef: null,
  late: false,
  operator: "Operator",
}
const written = (change: object = {}, type: unknown = event.type) =>
  JSON.stringify({ type, timestamp: event.at, data: { ...event, ...change } })

interface Sent {
  readonly body?: string
  readonly id?: string
  readonly at?: number
  readonly secrets?: ReadonlyArray<string>
}

/** A request as the reconciler makes it. */
const sent = ({ at = now, body = written(), id = event.id, secrets = [newest] }: Sent = {}) => {
  const seconds = String(Math.floor(at / 1_000))
  const signatures = secrets.map((secret) => {
    const hmac = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    return `v1,${hmac.update(`${id}.${seconds}.${body}`).digest("base64")}`
  })
  return {
    headers: { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": signatures.join(" ") },
    body,
  }
}

const reasonOf = async (request: WebhookRequest, secret: string | ReadonlyArray<string> = newest) => {
  const thrown: unknown = await readWebhook(request, secret, { now }).catch((error: unknown) => error)
  assert.instanceOf(thrown, PaymentsError)
  assert.notInclude(JSON.stringify(thrown), newest)
  return thrown.code === "webhook_refused" ? thrown.reason : thrown.code
}

describe("a webhook of the reconciler", () => {
  it("is read from a Fetch request, and from the headers and body of any framework", async () => {
    const { body, headers } = sent()
    const request = new Request("https://shop.example/events", { method: "POST", headers, body })
    assert.deepStrictEqual<unknown>(await readWebhook(request, newest, { now }), event)
    assert.deepStrictEqual<unknown>(await readWebhook({ headers, body }, newest, { now }), event)
    const bytes = new TextEncoder().encode(body)
    assert.deepStrictEqual<unknown>(await readWebhook({ headers, body: bytes }, newest, { now }), event)
  })

  it("is read with either secret while it is changed", async () => {
    const both = sent({ secrets: [newest, previous] })
    for (const secret of [newest, previous, [previous], [previous, newest]]) {
      assert.strictEqual((await readWebhook(both, secret, { now })).id, event.id)
    }
    assert.strictEqual((await readWebhook(sent(), [previous, newest], { now })).id, event.id)
  })

  it("is refused when its body, id or time was changed, or another secret signed it", async () => {
    const { body, headers } = sent()
    assert.strictEqual(await reasonOf({ headers, body: body.replace("5000", "9000") }), "wrong_signature")
    assert.strictEqual(await reasonOf({ headers, body: body.slice(0, -1) }), "wrong_signature")
    assert.strictEqual(await reasonOf({ headers, body: "" }), "wrong_signature")
    assert.strictEqual(await reasonOf({ headers: { ...headers, "webhook-id": "other" }, body }), "wrong_signature")
    assert.strictEqual(await reasonOf({ headers, body }, previous), "wrong_signature")
    const later = { ...headers, "webhook-timestamp": String(now / 1_000 + 1) }
    assert.strictEqual(await reasonOf({ headers: later, body }), "wrong_signature")
    for (const signature of ["v1,", "v1,not base64!", "v2,AAAA", headers["webhook-signature"].slice(3)]) {
      assert.strictEqual(
        await reasonOf({ headers: { ...headers, "webhook-signature": signature }, body }),
        "wrong_signature",
      )
    }
  })

  it("is refused when it is a recording of more than five minutes ago, or of the future", async () => {
    for (const at of [now - 300_000, now + 300_000]) {
      assert.strictEqual((await readWebhook(sent({ at }), newest, { now })).id, event.id)
    }
    for (const at of [now - 301_000, now + 301_000]) assert.strictEqual(await reasonOf(sent({ at })), "wrong_time")
    // Without a time given, the machine's own counts: this one is years old.
    const thrown: unknown = await readWebhook(sent(), newest).catch((error: unknown) => error)
    assert.instanceOf(thrown, PaymentsError)
    assert.deepInclude(thrown, { reason: "wrong_time", status: 400, retryable: false })
  })

  it("is refused without its three headers", async () => {
    const { body, headers } = sent()
    for (const name of Object.keys(headers)) {
      assert.strictEqual(await reasonOf({ headers: { ...headers, [name]: undefined }, body }), "no_signature", name)
    }
    assert.strictEqual(await reasonOf({ headers: { ...headers, "webhook-timestamp": "soon" }, body }), "no_signature")
    assert.strictEqual(await reasonOf({ headers: {}, body }), "no_signature")
  })

  it("is refused when what was signed is no event of this version", async () => {
    for (const body of [
      "text",
      "[]",
      "null",
      "{}",
      '{"data":null}',
      written({}, "payin.refused"),
      written({ type: "payin.teleported" }, "payin.teleported"),
      written({ id: "payin shop/order-17#4" }),
    ]) {
      assert.strictEqual(await reasonOf(sent({ body })), "not_an_event", body)
    }
  })

  it("names a secret that is none, and does not repeat it", async () => {
    for (const secret of ["", "secret", "whsec_", "whsec_%%%", "whsec_c2hvcnQ=", [newest, "whsec_c2hvcnQ="], []]) {
      assert.strictEqual(await reasonOf(sent(), secret), "invalid_input")
    }
  })
})
