/** The proof as people read it, in ten seconds; and as programs do. */
import { catalogue, type Language, money, seconds } from "@cauri/catalogue"
import { say, tools } from "@cauri/catalogue/tools"
import type { Paint } from "./paint.ts"
import type { Disagreement, Proof, Side, Waiting } from "./proof.ts"

const sign = (isSo: boolean, paint: Paint): string => (isSo ? paint("good", "✓") : paint("bad", "✗"))

/** Why a person must look, by the code of the proof: the demo's own words, or the name of a flag. */
const reasonOf = (why: string, language: Language): string => {
  const reasons: Readonly<Record<string, string>> = tools[language].demoWaiting
  const flags: Readonly<Record<string, { readonly name: string }>> = catalogue[language].flags
  return reasons[why] ?? flags[why]?.name ?? why
}

const waitingLine = ({ francs, kind, moved, payments, why }: Waiting, language: Language): string => {
  const { proof } = tools[language]
  const found = moved === 0 ? proof.nothing_moved : moved === payments ? proof.all_moved : proof.some_moved(moved)
  return `    ${proof[kind](payments).padStart(16)} ${money(francs, language).padStart(15)}   ${reasonOf(why, language)}, ${found}`
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

interface Printing {
  readonly paint: Paint
  readonly language: Language
}

const sumsOf = ({ forPerson, here, there }: Side) => [there.francs, here.francs, forPerson.francs] as const

export const printProof = (proof: Proof, about: About, { language, paint }: Printing): string => {
  const { calls, disagreements, doublePayouts, open, payins, payouts, completions, receivedAgain, waiting } = proof
  const { disagreements: sentences, proof: words } = tools[language]
  const none = (about: Disagreement["about"]) => disagreements.every((each) => each.about !== about)
  const lines: ReadonlyArray<readonly [boolean, string, string]> = [
    [none("payin"), words.payins, words.collected(...sumsOf(payins))],
    [none("payout"), words.payouts, words.paid(...sumsOf(payouts))],
    [none("twice"), words.double_payouts, words.doubles(doublePayouts, about.payouts, open)],
    [none("calls"), words.calls, words.arrived(calls.arrived, calls.repeated)],
    [none("host"), words.events, words.completions(completions.payments, completions.francs, receivedAgain)],
    [none("payin") && none("payout"), words.forged, words.believed(about.forged)],
  ]
  const width = Math.max(...lines.map(([, name]) => name.length))
  return [
    `  ${paint("strong", words.title)}${paint("faint", `   ${words.legend}`)}`,
    "",
    ...lines.map(([isSo, name, text]) => `  ${sign(isSo, paint)} ${name.padEnd(width)}  ${text}`),
    "",
    ...(waiting.length === 0
      ? []
      : [
          `  ${paint("strong", words.person)}${paint("faint", `   ${words.person_legend}`)}`,
          ...waiting.map((each) => paint("warn", waitingLine(each, language))),
          "",
        ]),
    ...disagreements
      .slice(0, maximumShown)
      .map(({ found, id }) => `  ${paint("bad", `✗ ${id}: ${say(sentences, found)}`)}`),
    disagreements.length === 0
      ? `  ${paint("good", paint("strong", words.agrees))} ${words.run(about.payments, seconds(about.seconds * 1_000, language), about.seed)}`
      : `  ${paint("bad", words.disagrees(disagreements.length))} ${words.repeat(about.seed)}`,
    "",
  ].join("\n")
}
