/** Shows the progress while it runs: a picture that is drawn over itself on a terminal, plain lines elsewhere. */
import { Clock, Effect, Schedule } from "effect"
import { frame, newsLine, plainLine, smallestTerminal } from "./frame.ts"
import type { Paint } from "./paint.ts"
import type { Progress } from "./Progress.ts"

/** Where it is shown. */
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

/** Is there room for the picture? */
const hasRoom = (screen: Screen): boolean => {
  const size = screen.size()
  return size !== null && size.columns >= smallestTerminal.columns && size.rows >= smallestTerminal.rows
}

const drawn = (screen: Screen, progress: Progress, seed: number, paint: Paint): Effect.Effect<never> => {
  let height = 0
  const draw = Effect.map(Clock.currentTimeMillis, (now) => {
    const rows = screen.size()?.rows ?? smallestTerminal.rows
    const lines = frame(progress, { seed, now, height: rows, paint })
    screen.write(over(height, lines))
    height = lines.length
  })
  return Effect.sync(() => screen.write(hideCursor)).pipe(
    Effect.andThen(Effect.repeat(draw, Schedule.spaced("120 millis"))),
    Effect.andThen(Effect.never),
    Effect.ensuring(
      Effect.andThen(
        draw,
        Effect.sync(() => screen.write(showCursor)),
      ),
    ),
  )
}

const told = (screen: Screen, progress: Progress): Effect.Effect<never> => {
  let read = 0
  const news = Effect.sync(() => {
    for (const each of progress.news.slice(read)) screen.write(`${newsLine(progress, each)}\n`)
    read = progress.news.length
  })
  const line = Effect.map(Clock.currentTimeMillis, (now) => screen.write(`${plainLine(progress, now)}\n`))
  return Effect.repeat(news, Schedule.spaced("100 millis")).pipe(
    Effect.raceFirst(Effect.repeat(line, Schedule.spaced("2 seconds"))),
    Effect.andThen(Effect.never),
    Effect.ensuring(news),
  )
}

/** Shows it for as long as the work takes. */
export const showing = <A, E, R>(
  work: Effect.Effect<A, E, R>,
  screen: Screen,
  progress: Progress,
  { paint, seed }: { readonly paint: Paint; readonly seed: number },
): Effect.Effect<A, E, R> =>
  Effect.raceFirst(work, hasRoom(screen) ? drawn(screen, progress, seed, paint) : told(screen, progress))
