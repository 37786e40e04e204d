/** The door that the settings describe. Only its own code is loaded: who needs no provider loads no client of one. */
import { Effect, Redacted } from "effect"
import { Documents } from "@cauri/core/adapter"
import { proxiesAt } from "@cauri/runtime"
import { ConsoleUser } from "../deeds/who.ts"
import { secretText } from "./access.ts"
import type { Door } from "./Door.ts"
import type { DoorSettings } from "./doorSettings.ts"
import { watchPeople } from "./people.ts"
import { leftSessionsIn } from "./sessions.ts"
import { tokenDoor } from "./tokenDoor.ts"

/** A door, and where a person begins. */
interface OpenDoor {
  readonly door: Door
  /** The address that browsers open, where it is not that of the port. */
  readonly origin: URL | null
  /** The path after it. */
  readonly entry: string
}

/** Opens the door. Fails when its file of people cannot be used. */
export const openDoor = Effect.fnUntraced(function* (settings: DoorSettings) {
  if (settings._tag === "Token") {
    const token = settings.token ?? Redacted.make(secretText())
    const door = tokenDoor({ token, reusable: settings.token !== null }, (yield* ConsoleUser) ?? "")
    // The address carries the token only when the token was made for this run: a chosen one is known already.
    const opened: OpenDoor = {
      door,
      origin: null,
      entry: settings.token === null ? `enter/${Redacted.value(token)}` : "",
    }
    return opened
  }
  const { origin, proxies } = settings
  const standing = {
    origin,
    people: yield* watchPeople(settings.peopleFile),
    isProxy: proxiesAt(proxies),
    left: leftSessionsIn(yield* Documents),
  }
  const door = yield* Effect.promise(async (): Promise<Door> => {
    switch (settings._tag) {
      case "Accounts":
        return (await import("./accountsDoor.ts")).accountsDoor(standing, settings)
      case "Proxy":
        return (await import("./proxyDoor.ts")).proxyDoor(standing, { ...settings, byAddress: proxies.length > 0 })
      case "OpenId":
        return (await import("./oidcDoor.ts")).oidcDoor(standing, settings, settings)
    }
  })
  const opened: OpenDoor = { door, origin, entry: "" }
  return opened
})
