/**
 * `serve`: the same worklist, payments and decisions as a page, for a browser on this machine.
 */
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { tools } from "@cauri/catalogue/tools"
import { untilStopped } from "@cauri/runtime"
import { servePage } from "./serve.ts"
import { PageDoor } from "../door/doorSettings.ts"
import { Screen } from "../terminal/Screen.ts"
import { WrongInput } from "../words/WrongInput.ts"

const host = Flag.String("host").pipe(Flag.withDefault("127.0.0.1"))

const port = Flag.Int("port").pipe(Flag.withDefault(4_600))

export const serve = Command.make(
  "serve",
  { host, port },
  Effect.fnUntraced(function* (given) {
    const { language, out } = yield* Screen
    const words = tools[language].serveCommand
    if (given.port < 0 || given.port > 65_535) {
      return yield* new WrongInput({ name: "--port", expected: ["between", 0, 65_535] })
    }
    const door = yield* PageDoor
    const how = door._tag !== "Token" ? "door" : door.token === null ? "once" : "token"
    const page = servePage({ ...given, door }, (address) => out(`${words[how](address)}\n`))
    return yield* untilStopped(Effect.scoped(page))
  }),
).pipe(Command.withExamples([{ command: "cauri console serve --port 4600" }]))
