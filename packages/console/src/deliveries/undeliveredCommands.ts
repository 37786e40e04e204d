/** The commands about consumers and their deliveries: `undelivered`, `forget`. */
import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { keyText, PaymentStore } from "@cauri/core"
import { consumerIsAlive } from "@cauri/core/adapter"
import { ConsumerAlive, undelivered as undeliveredOf, undeliveredData } from "./undelivered.ts"
import { recordDeed } from "../deeds/recordDeed.ts"
import { printable, printableJson } from "../words/printable.ts"
import { Screen } from "../terminal/Screen.ts"
import { momentText } from "../words/momentText.ts"
import { tableOf } from "../terminal/table.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { by, json, needed } from "../terminal/flags.ts"

export const undelivered = Command.make(
  "undelivered",
  { json },
  Effect.fnUntraced(function* (given) {
    const screen = yield* Screen
    const all = yield* undeliveredOf()
    if (given.json) return yield* screen.out(printableJson(all.map(undeliveredData)))
    const words = tools[screen.language].deliveryCommands
    if (all.length === 0) return yield* screen.out(`${words.none}\n`)
    const { consumer, next, payment, refusals, since, up_to } = words
    const columns = [consumer, payment, up_to, since, refusals, next].map((title) => ({ title }))
    const rows = all.map(({ consumer, dueAt, key, newest, since, tries }) => [
      consumer,
      keyText(key),
      String(newest),
      momentText(since),
      String(tries),
      momentText(dueAt),
    ])
    yield* screen.out(tableOf(columns, rows, screen.colours))
  }),
).pipe(Command.withExamples([{ command: "cauri console undelivered" }]))

export const forget = Command.make(
  "forget",
  { consumer: Argument.String("consumer"), reason: needed("reason"), by, json },
  Effect.fnUntraced(function* ({ consumer, json, ...given }) {
    const name = yield* whoDecides(given)
    if (yield* consumerIsAlive(consumer)) return yield* new ConsumerAlive({ consumer })
    const store = yield* PaymentStore
    const waiting = (yield* store.deliveries({ consumer, limit: 1_000 })).length
    // The consumer's undelivered events go too: this record is what remains.
    yield* recordDeed("forget", {
      scope: `consumer ${consumer}`,
      by: name,
      from: yield* OwnPlace,
      reason: given.reason,
    })
    yield* store.unsubscribe(consumer)
    const screen = yield* Screen
    const line = `${tools[screen.language].deliveryCommands.forgotten(printable(consumer), waiting)}\n`
    yield* screen.out(json ? printableJson({ consumer, waiting }) : line)
  }),
).pipe(Command.withExamples([{ command: 'cauri console forget webhook --reason "the shop reads lines now"' }]))
