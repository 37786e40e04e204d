/**
 * `serve`: the same worklist, payments and decisions as a page, for a browser on this machine.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { untilStopped } from "@cauri/runtime"
import { PageToken, servePage } from "../page/serve.ts"
import { Screen } from "../Screen.ts"
import { WrongInput } from "../who.ts"

const host = Flag.String("host").pipe(
  Flag.withDescription("The address of the loopback to listen on; no other is taken"),
  Flag.withMetavar("address"),
  Flag.withDefault("127.0.0.1"),
)

const port = Flag.Int("port").pipe(
  Flag.withDescription("The port; 0 takes any that is free"),
  Flag.withMetavar("port"),
  Flag.withDefault(4_600),
)

/** `serve`. */
export const serve = Command.make(
  "serve",
  { host, port },
  Effect.fnUntraced(function* (given) {
    const { out } = yield* Screen
    if (given.port < 0 || given.port > 65_535) {
      return yield* new WrongInput({ name: "--port", expected: "from 0 to 65535" })
    }
    const token = yield* PageToken
    const page = servePage({ ...given, token }, (address) =>
      out(
        token === null
          ? `Open ${address}\nThe address lets in one browser, once. Ctrl-C ends the page.\n`
          : `Open ${address} and enter CONSOLE_TOKEN. Ctrl-C ends the page.\n`,
      ),
    )
    return yield* untilStopped(Effect.scoped(page))
  }),
).pipe(
  Command.withDescription("Serves the same as a page, for a browser on this machine and behind a token"),
  Command.withExamples([{ command: "cauri console serve --port 4600", description: "Prints the address to open" }]),
)
