/** The proof as people read it, in ten seconds; and as programs do. */
import { count, money, number, seconds } from "@cauri/catalogue"
import type { Paint } from "./paint.ts"
import type { Disagreement, Proof, Side, Waiting } from "./proof.ts"

const sign = (isSo: boolean, paint: Paint): string => (isSo ? paint("good", "✓") : paint("bad", "✗"))

/** Why a person is asked, in a few words. */
const reasons: Readonly<Record<string, string>> = {
  timed_out: "in doubt: no answer came",
  connection_lost: "in doubt: the connection was cut",
  unreadable: "in doubt: the answer could not be read",
  token_missing: "in doubt: the answer held no token",
  unrecognised_code: "in doubt: the answer held an unknown code",
  worker_lost: "in doubt: the process that sent it was killed",
  held: "held: the same wage under another id",
  unanswered: "one of its calls got no answer",
  callback_without_token: "no token came, and a callback says that it exists",
  accepted_without_token: "it was taken, and no token came",
  amount_mismatch: "another amount was paid",
  unknown_status: "its status is an unknown word",
  terminal_contradiction: "the service said so, and then the opposite",
}

const waitingLine = ({ francs: amount, kind, moved, payments, why }: Waiting): string => {
  const found = moved === 0 ? "no money moved" : moved === payments ? "money moved" : `money moved for ${moved}`
  return `    ${count(payments, "en", kind).padStart(10)} ${money(amount, "en").padStart(15)}   ${reasons[why] ?? why}: ${found}`
}

const sideText = (verb: string, { forPerson, here, there }: Side): string => {
  const rest = forPerson.francs < 0 ? `- ${money(-forPerson.francs, "en")}` : `+ ${money(forPerson.francs, "en")}`
  return `${money(there.francs, "en")} ${verb} there = ${money(here.francs, "en")} completed here ${rest} for a person`
}

/** What a run was, beside its proof. */
export interface About {
  readonly seed: number
  readonly payments: number
  readonly payouts: number
  readonly seconds: number
  readonly forged: number
}

const maximumShown = 20

/** The text. */
export const printProof = (proof: Proof, about: About, paint: Paint): string => {
  const { calls, disagreements, doublePayouts, open, payins, payouts, told, toldAgain, waiting } = proof
  const none = (about: Disagreement["about"]) => disagreements.every((each) => each.about !== about)
  const lines: ReadonlyArray<readonly [boolean, string, string]> = [
    [none("payin"), "payins", sideText("collected", payins)],
    [none("payout"), "payouts", sideText("paid out", payouts)],
    [
      none("twice"),
      "double payouts",
      `${doublePayouts} of ${about.payouts} (${open} are still under way, there and here)`,
    ],
    [
      none("calls"),
      "calls",
      `${number(calls.arrived, "en")} creations arrived there, ${calls.repeated === 0 ? "none" : calls.repeated} of them twice`,
    ],
    [
      none("told"),
      "announcements",
      `${count(told.payments, "en", "completion")}, ${money(told.francs, "en")}: the host heard of each once${toldAgain === 0 ? "" : ` (${toldAgain} again, under the same id)`}`,
    ],
    [none("payin") && none("payout"), "forged callbacks", `${about.forged} came, none was believed`],
  ]
  return [
    `  ${paint("strong", "The proof")}${paint("faint", "   there: the service's own ledger · here: our store, read past the library")}`,
    "",
    ...lines.map(([isSo, name, text]) => `  ${sign(isSo, paint)} ${name.padEnd(17)} ${text}`),
    "",
    ...(waiting.length === 0
      ? []
      : [
          `  ${paint("strong", "For a person")}${paint("faint", "   nothing of it is sent again by itself; the service's ledger tells what each will find out")}`,
          ...waiting.map((each) => paint("warn", waitingLine(each))),
          "",
        ]),
    ...disagreements.slice(0, maximumShown).map(({ id, what }) => `  ${paint("bad", `✗ ${id}: ${what}`)}`),
    disagreements.length === 0
      ? `  ${paint("good", paint("strong", "Everything agrees, franc by franc."))} ${count(about.payments, "en", "payment")}, ${seconds(about.seconds * 1_000, "en")}, seed ${about.seed}.`
      : `  ${paint("bad", `${count(disagreements.length, "en", "disagreement")}.`)} Seed ${about.seed}: the same payments and faults again with --seed ${about.seed}.`,
    "",
  ].join("\n")
}
