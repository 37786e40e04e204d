/**
 * Who decides, and why. A decision is recorded under a name for ever, so the person gives the name. Where the policy asks for two people,
 * a typed name would let one play both, so there it is the name of the operating system's user. A text that cannot be recorded is refused
 * before any other work.
 */
import { hostname, userInfo } from "node:os"
import { Context, Effect, Option } from "effect"
import { Policy, type PolicyShape } from "@cauri/core"
import { isPersonsText } from "@cauri/core/model"
import { WrongInput } from "../words/WrongInput.ts"

/** The name in CONSOLE_USER; null when it is not set. */
export const ConsoleUser = Context.Reference<string | null>("@cauri/console/ConsoleUser", { defaultValue: () => null })

/** The operating system's user; null: a container may run under a number that no user has. */
export const OwnUser = Context.Reference<string | null>("@cauri/console/OwnUser", {
  defaultValue: () => {
    try {
      return userInfo().username
    } catch {
      return null
    }
  },
})

/** From where a command is given: the user of this machine, and the machine. */
export const OwnPlace = Context.Reference<string>("@cauri/console/OwnPlace", {
  defaultValue: () => {
    const user = OwnUser.defaultValue()
    return user === null ? hostname() : `${user}@${hostname()}`
  },
})

/** Does the policy ask for two people anywhere? */
const asksForTwo = ({ approvals: { afterRestore, payoutsAbove } }: PolicyShape): boolean =>
  afterRestore || payoutsAbove !== null

/** The person who decides. A required reason and evidence must not be empty. */
export const whoDecides = Effect.fn("whoDecides")(function* (given: {
  readonly by: Option.Option<string>
  readonly reason?: string
  readonly evidence?: string
}) {
  // An empty name is a mistake; the default does not replace it.
  const typed = (Option.isSome(given.by) ? given.by.value : ((yield* ConsoleUser) ?? "")).trim()
  const user = asksForTwo(yield* Policy) ? ((yield* OwnUser) ?? "") : null
  if (user !== null && (user === "" || (Option.isSome(given.by) && typed !== user)))
    return yield* new WrongInput({ name: "--by", expected: ["own_user", user] })
  const name = user ?? typed
  if (!isPersonsText(name)) {
    return yield* new WrongInput({ name: "--by", expected: ["name"] })
  }
  for (const flag of ["reason", "evidence"] as const) {
    const text = given[flag]
    if (text !== undefined && !isPersonsText(text))
      return yield* new WrongInput({ name: `--${flag}`, expected: ["text"] })
  }
  return name
})
