/** Why core refused a decision, for people. */
import { catalogue, type Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import type { DecisionRefused } from "@cauri/core"
import { momentText } from "./momentText.ts"

/** Why a decision was refused, with the time that a statement must cover. */
export const refusedText = ({ because, missing }: DecisionRefused, language: Language): string => {
  const sentence = catalogue[language].refusals[because]
  if (missing === undefined) return sentence
  return `${sentence} ${tools[language].statements.missing(momentText(missing.from), momentText(missing.before))}`
}
