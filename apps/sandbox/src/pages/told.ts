/**
 * What the simulator writes into phones and histories, in French. It speaks English itself, because its texts are part of the control
 * API; a sentence that is not known here stays as it is.
 */
import type { Language } from "@cauri/simulator/pages"

/** A sentence in the page's language. */
export const toldText = (language: Language, text: string): string => {
  if (language === "en") return text
  for (const [pattern, french] of sentences) {
    const found = pattern.exec(text)
    if (found !== null) return french(...found.slice(1))
  }
  return text
}

type Sentence = readonly [english: RegExp, french: (...parts: ReadonlyArray<string>) => string]

/** An amount as the French write it. */
const francs = (digits = ""): string => `${Number(digits).toLocaleString("fr-FR")} XOF`

const decisions: Readonly<Record<string, string>> = {
  Completed: "payé",
  Refused: "refusé par le client",
  NoFunds: "pas assez d'argent",
  Failed: "échec",
}
const decision = (word = ""): string => decisions[word] ?? word

const sentences: ReadonlyArray<Sentence> = [
  [
    /^Your payment code is ([0-9]+) for ([0-9]+) XOF\.$/,
    (code, sum) => `Votre code de paiement est ${code}, pour ${francs(sum)}.`,
  ],
  [/^Your code is ([0-9]+) for ([0-9]+) XOF\.$/, (code, sum) => `Votre code est ${code}, pour ${francs(sum)}.`],
  [
    /^Dial (\S+) and enter your PIN to pay ([0-9]+) XOF to ([^]*)\.$/,
    (dial, sum, shop) => `Composez ${dial} et entrez votre code secret pour payer ${francs(sum)} à ${shop}.`,
  ],
  [/^created$/, () => "créé"],
  [/^an attempt to pay on operator (\S+)$/, (operator) => `un essai de payer chez l'opérateur ${operator}`],
  [/^the operator confirmed$/, () => "l'opérateur a confirmé"],
  [/^the operator said (\w+)$/, (word) => `l'opérateur a répondu : ${decision(word)}`],
  [/^(\w+), which is not definite$/, (word) => `${decision(word)}, ce qui n'est pas définitif`],
  [/^the customer cancelled$/, () => "le client a annulé"],
  [/^the operator changed its mind$/, () => "l'opérateur a changé d'avis"],
  [/^it arrived$/, () => "c'est arrivé"],
  [/^the onward transfer arrived$/, () => "le transfert vers le mobile money est arrivé"],
  [/^the onward transfer failed$/, () => "le transfert vers le mobile money a échoué"],
  [/^a failed onward transfer ends it$/, () => "un transfert échoué y met fin"],
]
