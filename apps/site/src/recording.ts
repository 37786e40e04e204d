/**
 * `pnpm --filter @cauri/site recording`: the demo as it runs on a terminal, as an animated SVG in each language. By hand, when the demo
 * changes; the pictures are committed. It needs `script` of util-linux, which gives the demo a terminal.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type Language, languages } from "./languages.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const folder = `${root}docs/pictures`
const size = { columns: 96, rows: 36 }
const lineHeight = 17
const letterWidth = 7.85
const locales: Readonly<Record<Language, string>> = { en: "en_GB.UTF-8", fr: "fr_FR.UTF-8" }

/** A part of a line in one style: the number that the terminal calls it by, or 0. */
interface Piece {
  readonly text: string
  readonly style: number
}
type Line = ReadonlyArray<Piece>

/** Stands for the character that begins an order. */
const escape = "⎋"

/** The few orders that the demo gives to a terminal: up, to the line's start, clear the rest, clear below, a style. */
const makeTerminal = () => {
  const lines: Array<Array<Piece>> = [[]]
  let [row, style, fresh] = [0, 0, true]
  const lineAt = (at: number): Array<Piece> => (lines[at] ??= [])
  const feed = (text: string): void => {
    for (const [, order, amount, letter, control, plain = ""] of text
      .replaceAll("\u001B", escape)
      .matchAll(/(⎋\[\??([0-9;]*)([A-Za-z]))|([\r\n])|([^⎋\r\n]+)/g)) {
      if (order !== undefined) {
        if (letter === "A") [row, fresh] = [Math.max(0, row - Number(amount === "" ? 1 : amount)), true]
        if (letter === "J") lines.length = row + 1
        if (letter === "m") style = Number(amount === "" ? 0 : amount)
      } else if (control === "\r") fresh = true
      else if (control === "\n") [row, fresh] = [row + 1, true]
      else {
        if (fresh) lines[row] = []
        fresh = false
        lineAt(row).push({ text: plain, style })
      }
    }
  }
  /** What the window shows: the newest lines. */
  const shown = (): ReadonlyArray<Line> => {
    const all = Array.from({ length: Math.max(lines.length, row + 1) }, (_, at) => [...(lines[at] ?? [])])
    return all.slice(-size.rows)
  }
  return { feed, shown }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const drawn = (line: Line, at: number): string => {
  const parts = line.map(({ style, text }) =>
    style === 0 ? escaped(text) : `<tspan class="s${style}">${escaped(text)}</tspan>`,
  )
  return parts.length === 0 ? "" : `<text y="${(at + 1) * lineHeight}">${parts.join("")}</text>`
}

/** The frames as one picture that plays for ever, and stands still at its end for readers who want no motion. */
const animated = (frames: ReadonlyArray<ReadonlyArray<Line>>, title: string): string => {
  const last = 8
  const all = frames.length - 1 + last
  const share = (seconds: number) => `${Math.round((seconds / all) * 10_000) / 100}%`
  const rules = frames.map((_, at) => {
    const end = at === frames.length - 1 ? all : at + 1
    const before = at === 0 ? "" : "0%{opacity:0}"
    const after = end === all ? "" : `${share(end)}{opacity:0}`
    return `@keyframes k${at}{${before}${share(at)}{opacity:1}${after}}#f${at}{animation:k${at} ${all}s step-end infinite}`
  })
  const groups = frames.map((lines, at) => `<g id="f${at}">${lines.map(drawn).join("")}</g>`)
  const [width, height] = [Math.ceil(size.columns * letterWidth) + 24, size.rows * lineHeight + 24]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-12 -8 ${width} ${height}" role="img"><title>${escaped(title)}</title><style>text{font:13px ui-monospace,Menlo,Consolas,monospace;white-space:pre;fill:#dfe7e4}.s1{font-weight:700;fill:#fff}.s2{fill:#8fa39d}.s31{fill:#ff9d9d}.s32{fill:#7fd8a4}.s33{fill:#f2cf7a}.s36{fill:#86cfe0}g{opacity:0}${rules.join("")}@media(prefers-reduced-motion:reduce){g{animation:none!important}#f${frames.length - 1}{opacity:1}}</style><rect x="-12" y="-8" width="${width}" height="${height}" rx="10" fill="#10211d"/>${groups.join("")}</svg>\n`
}

const titles: Readonly<Record<Language, string>> = {
  en: "The demo: hundreds of payments while everything goes wrong, and the proof that nothing is lost",
  fr: "La démonstration : des centaines de paiements pendant que tout va mal, et la preuve que rien n’est perdu",
}

mkdirSync(folder, { recursive: true })
for (const language of languages) {
  const terminal = makeTerminal()
  const frames: Array<ReadonlyArray<Line>> = []
  const command = `stty cols ${size.columns} rows ${size.rows}; exec env LC_ALL=${locales[language]} '${process.execPath}' '${root}apps/demo/src/main.ts' demo --seed 7`
  const demo = spawn("script", ["-qefc", command, "/dev/null"], {
    env: { ...process.env, TERM: "xterm-256color" },
    stdio: ["pipe", "pipe", "inherit"],
  })
  demo.stdout.setEncoding("utf8").on("data", (text: string) => terminal.feed(text))
  const camera = setInterval(() => frames.push(terminal.shown()), 1_500)
  const [code] = await once(demo, "close")
  clearInterval(camera)
  if (code !== 0) throw new Error(`The demo ended with ${String(code)}.`)
  const begun = frames.filter((lines) => lines.some((line) => line.length > 0))
  writeFileSync(`${folder}/demo-${language}.svg`, animated([...begun.slice(0, 40), terminal.shown()], titles[language]))
}
