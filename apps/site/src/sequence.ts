/** A story between a few actors as a picture: who says what to whom, from top to bottom. The same story as text is what a screen reader and a program get. */

/** One step: an arrow from one actor to another (`lost`: it does not arrive), or what one of them thinks. */
export type Step =
  | { readonly from: number; readonly to: number; readonly says: string; readonly lost?: boolean }
  | { readonly at: number; readonly notes: string; readonly tone?: "good" | "bad" }

export interface Story {
  readonly title: string
  readonly actors: ReadonlyArray<string>
  readonly steps: ReadonlyArray<Step>
}

const width = 420
const rowHeight = 46
const top = 66
const noteWidth = 150

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Breaks a text into lines of about this many characters. */
const wrapped = (text: string, most: number): ReadonlyArray<string> =>
  text.split(" ").reduce<ReadonlyArray<string>>((lines, word) => {
    const last = lines.at(-1)
    return last === undefined || last.length + word.length >= most
      ? [...lines, word]
      : [...lines.slice(0, -1), `${last} ${word}`]
  }, [])

const textAt = (x: number, y: number, lines: ReadonlyArray<string>, kind = ""): string =>
  lines
    .map((line, index) => `<text x="${x}" y="${y + index * 15}" text-anchor="middle"${kind}>${escaped(line)}</text>`)
    .join("")

/** The story as an SVG without a style of its own: the site's sheet colours it. */
export const pictureOf = ({ actors, steps, title }: Story): string => {
  const gap = width / actors.length
  const middle = (actor: number) => gap * actor + gap / 2
  const height = top + steps.length * rowHeight + 16
  const lines = actors.map(
    (name, index) =>
      `<line class="life" x1="${middle(index)}" y1="${top - 8}" x2="${middle(index)}" y2="${height - 6}"/>${textAt(middle(index), 46, [name], ' class="actor"')}`,
  )
  const drawn = steps.map((step, index) => {
    const y = top + index * rowHeight + 24
    if ("notes" in step) {
      const texts = wrapped(step.notes, 21)
      const tall = texts.length * 15 + 8
      const x = Math.min(Math.max(middle(step.at), noteWidth / 2 + 2), width - noteWidth / 2 - 2)
      return `<rect class="note ${step.tone ?? ""}" x="${x - noteWidth / 2}" y="${y - 18}" width="${noteWidth}" height="${tall}" rx="5"/>${textAt(x, y - 3, texts)}`
    }
    const [from, to] = [middle(step.from), middle(step.to)]
    const end = step.lost === true ? from + (to - from) * 0.62 : to
    const sign = Math.sign(to - from)
    const head =
      step.lost === true
        ? `<path class="cross" d="M${end - 5} ${y - 5}l10 10m0 -10l-10 10"/>`
        : `<path class="head" d="M${end} ${y}l${-9 * sign} -5v10z"/>`
    return `<line class="arrow" x1="${from}" y1="${y}" x2="${end}" y2="${y}"/>${head}${textAt((from + to) / 2, y - 7, [step.says])}`
  })
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(`${title}. ${sentencesOf({ title, actors, steps })}`)}" class="story"><text class="title" x="2" y="16">${escaped(title)}</text>${[...lines, ...drawn].join("")}</svg>`
}

const sentencesOf = ({ actors, steps }: Story): string =>
  steps
    .map((step) =>
      "notes" in step
        ? `${actors[step.at]}: ${step.notes}.`
        : `${actors[step.from]} → ${actors[step.to]}: ${step.says}${step.lost === true ? " ✗" : ""}.`,
    )
    .join(" ")

export const listOf = ({ actors, steps, title }: Story): string =>
  [
    `**${title}**`,
    "",
    ...steps.map((step) =>
      "notes" in step
        ? `- ${actors[step.at]}: ${step.notes}`
        : `- ${actors[step.from]} → ${actors[step.to]}: ${step.says}${step.lost === true ? " ✗" : ""}`,
    ),
  ].join("\n")
