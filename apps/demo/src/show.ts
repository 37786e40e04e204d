/** Shows the progress while it runs: a picture that is drawn over itself on a terminal, plain lines elsewhere. */
import type { Language } from "@cauri/catalogue"
import { Clock, Effect, Exit, Schedule } from "effect"
import { frame, newsLine, plainLine, smallestTerminal } from "./frame.ts"
import type { Paint } from "./paint.ts"
import type { Progress } from "./Progress.ts"

export interface Screen {
  readonly write: (text: string) => void
  /** Its size; null: it is no terminal. */
  readonly size: () => { readonly columns: number; readonly rows: number } | null
}

const hideCursor = "\u001B[?25l"
const showCursor = "\u001B[?25h"
const clearRest = "\u001B[K"
const clearBelow = "\u001B[J"

/** Draws over a picture that is so many lines high: line by line, because a screen that is cleared first flickers. */
const over = (height: number, lines: ReadonlyArray<string>): string =>
  `${height === 0 ? "" : `\u001B[${height}A\r`}${lines.map((line) => `${line}${clearRest}\n`).join("")}${clearBelow}`

const hasRoom = (screen: Screen): boolean => {
  const size = screen.size()
  return size !== null && size.columns >= smallestTerminal.columns && size.rows >= smallestTerminal.rows
}

interface Look {
  readonly paint: Paint
  readonly seed: number
  readonly language: Language
}

interface Show {
  readonly running: Effect.Effect<never>
  readonly last: Effect.Effect<void>
}

const drawn = (screen: Screen, progress: Progress, { language, paint, seed }: Look): Show => {
  let height = 0
  const draw = Effect.map(Clock.currentTimeMillis, (now) => {
    const rows = screen.size()?.rows ?? smallestTerminal.rows
    const lines = frame(progress, { seed, now, height: rows, paint, language })
    screen.write(over(height, lines))
    height = lines.length
  })
  const running = Effect.sync(() => screen.write(hideCursor)).pipe(
    Effect.andThen(Effect.repeat(draw, Schedule.spaced("120 millis"))),
    Effect.andThen(Effect.never),
    Effect.ensuring(Effect.sync(() => screen.write(showCursor))),
  )
  return { running, last: draw }
}

const printed = (screen: Screen, progress: Progress, language: Language): Show => {
  let read = 0
  const news = Effect.sync(() => {
    for (const each of progress.news.slice(read)) screen.write(`${newsLine(progress, each, language)}\n`)
    read = progress.news.length
  })
  const line = Effect.map(Clock.currentTimeMillis, (now) => screen.write(`${plainLine(progress, now, language)}\n`))
  const running = Effect.repeat(news, Schedule.spaced("100 millis")).pipe(
    Effect.raceFirst(Effect.repeat(line, Schedule.spaced("2 seconds"))),
    Effect.andThen(Effect.never),
  )
  return { running, last: news }
}

/** Shows it for as long as the work takes. Of work that is stopped nothing more is shown: others write below the picture now. */
export const showing = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  screen: Screen,
  progress: Progress,
  look: Look,
): Effect.Effect<A, E, R> => {
  const { last, running } = hasRoom(screen) ? drawn(screen, progress, look) : printed(screen, progress, look.language)
  const ended = Effect.onExit(work, (exit) => (Exit.hasInterrupts(exit) ? Effect.void : last))
  return Effect.raceFirst(ended, running)
}
