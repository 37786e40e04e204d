/** The questions on a terminal. */
import { isCancel, select, text } from "@clack/prompts"
import { answersOf, type PartialChoices, possibleAnswers, questionNames, questions } from "./choices.ts"
import type { Language } from "@cauri/catalogue"
import { folderProblem } from "./createProject.ts"
import { words } from "./words.ts"

/** Asks for what was not given. Null: the person ended it. */
export const ask = async (
  language: Language,
  named: string | null,
  given: PartialChoices,
): Promise<{ readonly folder: string; readonly choices: PartialChoices } | null> => {
  const say = words[language]
  const folder =
    named ??
    (await text({
      message: say.askFolder,
      initialValue: "shop",
      validate: (typed = "") => {
        const problem = folderProblem(typed)
        if (problem === null) return undefined
        return problem.reason === "cannotWrite" ? say.cannotWrite(typed, problem.code) : say[problem.reason](typed)
      },
    }))
  if (isCancel(folder)) return null
  const choices: Record<string, string> = { ...given }
  for (const name of questionNames) {
    const [first = "", ...others] = possibleAnswers(name, choices)
    if (choices[name] !== undefined) continue
    choices[name] = first
    if (others.length === 0) continue
    const options = answersOf(name)
      .filter(([answer]) => answer === first || others.includes(answer))
      .map(([value, { label }]) => ({ value, label: label[language] }))
    const initialValue = name === "language" ? language : first
    const answer = await select({
      message: questions[name].ask[language],
      options,
      initialValue,
      showInstructions: false, // They exist in English only.
    })
    if (isCancel(answer)) return null
    choices[name] = answer
  }
  return { folder: folder || "shop", choices }
}
