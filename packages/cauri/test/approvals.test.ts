/** What two people do, as promises: one requests, another approves. */
import { assert, describe, it } from "@effect/vitest"
import { simulatedPayments } from "../src/simulated.ts"
import { failureOf, payout, silent } from "./samples.ts"

const approvals = { payoutsAbove: 100, afterRestore: true, approvers: ["Awa Exemple"] }
const open = () => simulatedPayments({ logger: silent, policy: { approvals } })

const reasonOf = async (promise: Promise<unknown>) => {
  const { code, reason } = await failureOf(promise)
  return `${code} ${reason}`
}

const asked = { by: "A colleague", reason: "the salaries of May" }

describe("a payout above the policy's amount", () => {
  it("is held, requested by one person and approved by another, and then sent", async () => {
    await using payments = await open()
    const held = await payments.payouts.create(payout("large", { amount: 500 }))
    assert.deepInclude(held, { status: "held", heldBecause: "needs_approval", notSentBecause: "held", request: null })
    const alone = payments.review.release(held, { ...asked, asOf: held.seq })
    assert.strictEqual(await reasonOf(alone), "decision_refused needs_second_person")
    const requested = await payments.review.request(held, { ...asked, decision: "release", asOf: held.seq })
    if (requested.kind !== "payout" || requested.request === null) throw new Error("There is no request.")
    assert.deepInclude(requested.request, { ...asked, decision: "release", evidence: "", isVoid: false })
    assert.notInclude(requested.request.digest, payout("large").phone)
    const approval = { asOf: requested.seq, digest: requested.request.digest }
    const approve = (...args: Parameters<typeof payments.review.approve>) => payments.review.approve(...args)
    assert.strictEqual(
      await reasonOf(approve(held, { ...approval, by: "a colleague" })),
      "decision_refused same_person",
    )
    assert.strictEqual(
      await reasonOf(approve(held, { ...approval, by: "Another" })),
      "decision_refused not_an_approver",
    )
    const other = { ...approval, by: "Awa Exemple", digest: "another" }
    assert.strictEqual(await reasonOf(approve(held, other)), "decision_refused changed")
    assert.strictEqual((await approve(held, { ...approval, by: "Awa Exemple" })).status, "intended")
    await payments.advance("5 minutes")
    assert.strictEqual((await payments.payouts.get("large")).status, "completed")
    const lines = (await payments.review.history(held)).map(({ by, event }) => [event, by])
    assert.deepInclude(lines, ["approval_requested", "A colleague"])
    assert.deepInclude(lines, ["released", "A colleague"])
  })

  it("stays held when its request is withdrawn", async () => {
    await using payments = await open()
    const held = await payments.payouts.create(payout("large", { amount: 500 }))
    const requested = await payments.review.request(held, { ...asked, decision: "release", asOf: held.seq })
    const withdrawn = await payments.review.withdraw(held, { by: "Awa Exemple", asOf: requested.seq })
    assert.deepInclude(withdrawn, { status: "held", request: null })
  })

  it("is requested with what a program without types leaves out named", async () => {
    await using payments = await open()
    const held = await payments.payouts.create(payout("large", { amount: 500 }))
    // @ts-expect-error a program without types may misspell a decision
    const misspelt = payments.review.request(held, { ...asked, decision: "released", asOf: held.seq })
    assert.include(await reasonOf(misspelt), "invalid_input")
    const unseen = payments.review.approve(held, { by: "Awa Exemple", asOf: Number.NaN, digest: "" })
    assert.include(await reasonOf(unseen), "invalid_input")
    const bare = payments.review.request(held, { ...asked, decision: "send_again", asOf: held.seq })
    assert.strictEqual(await reasonOf(bare), "decision_refused needs_evidence")
    const proven = { ...asked, decision: "send_again" as const, evidence: "letter 7", asOf: held.seq }
    assert.strictEqual(await reasonOf(payments.review.request(held, proven)), "decision_refused wrong_state")
  })
})
