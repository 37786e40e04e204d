/**
 * The template: files as they lie in `template/`, with lines for some choices only and with names to fill in.
 *
 * A line `//? store=sqlite run=embedded` (`#?` and `<!--? … -->` elsewhere) begins lines for these choices, `//?` ends them; `a=b|c` is
 * either. `{{name}}` is filled in.
 */
import { readFileSync } from "node:fs"

const mark = /^\s*(?:\/\/|#|<!--)\?(.*?)(?:-->)?\s*$/
const place = /\{\{(\w+)\}\}/g

/** Does a condition such as `store=sqlite deploy=compose|systemd` hold? The empty one does. */
export const holds = (condition: string, facts: Readonly<Record<string, string>>): boolean =>
  condition
    .split(" ")
    .filter(Boolean)
    .every((each) => {
      const [name = "", values = ""] = each.split("=")
      return values.split("|").includes(facts[name] ?? "")
    })

/** The text with what does not apply left out, and with every place filled. */
export const render = (text: string, facts: Readonly<Record<string, string>>): string => {
  let applies = true
  const kept: Array<string> = []
  for (const line of text.split("\n")) {
    const condition = mark.exec(line)?.[1]?.trim()
    if (condition !== undefined) applies = holds(condition, facts)
    else if (applies) kept.push(line)
  }
  return kept.join("\n").replaceAll(place, (_, name: string) => {
    const value = facts[name]
    if (value === undefined) throw new Error(`The template has nothing to put in the place of ${name}.`)
    return value
  })
}

/** A file of the template as it lies there. It is beside the sources, beside what is built of them, and beside the programs of `cauri`. */
export const templateText = (name: string): string =>
  readFileSync(new URL(`../template/${name}`, import.meta.url), "utf8")
