/** Spans of time that people of the control room choose: leaps of the simulated clock, delays of callbacks. */
import { duration } from "@cauri/catalogue"
import { html, type Markup } from "@cauri/pages"
import { form, type View } from "./View.ts"

const minute = 60_000
/** In milliseconds. */
export const leaps: ReadonlyArray<number> = [minute, 15 * minute, 60 * minute, 24 * 60 * minute, 72 * 60 * minute]

/** A button for each span, to move some time ahead. */
export const leapButtons = (view: View, act: string, hidden: Readonly<Record<string, string>> = {}): Markup =>
  html`<div class="row">
    ${leaps.map((millis) =>
      form(view, act, {
        hidden: { ...hidden, millis: String(millis) },
        button: `+ ${duration(millis, view.language)}`,
        kind: "quiet",
      }),
    )}
  </div>`

/** The button that stops some time, or lets it run again. */
export const pause = (view: View, act: string, factor: number, hidden: Readonly<Record<string, string>> = {}): Markup =>
  html`<div class="row">
    ${form(view, act, {
      hidden: { ...hidden, factor: factor === 0 ? "1" : "0" },
      button: factor === 0 ? view.words.let_time_run : view.words.stop_time,
      kind: "quiet",
    })}
  </div>`
