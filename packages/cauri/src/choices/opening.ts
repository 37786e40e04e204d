/** Refuses at the start what would make payments a second time: a store that a restart empties, and a default project under a new name. */
import { PaymentStore, ProjectId } from "@cauri/core"
import { Credentials, SharedState } from "@cauri/core/adapter"
import { Clock, Effect, Layer } from "effect"
import { HostSide } from "./choices.ts"
import { PaymentsError } from "@cauri/plain"

const refused = (field: "project" | "store", message: string) =>
  new PaymentsError({ code: "misconfigured", field, message })

const checkStore = Effect.gen(function* () {
  if ((yield* HostSide).keepsPayments) return
  return yield* Effect.fail(
    refused(
      "store",
      "NODE_ENV is production, and this store is in memory: with a restart every payment would look new, and its money would move again. Use sqlite(file) or postgres(url), or unset NODE_ENV.",
    ),
  )
})

const role = (name: string) => `project ${name}`

/** Credentials are noted among the heartbeats, in a role of their project: so every store keeps them, and the newest of each project. */
const checkName = Effect.fnUntraced(function* (project: string) {
  const shared = yield* SharedState
  const store = yield* PaymentStore
  const generation = yield* (yield* Credentials).generation(ProjectId.make(project))
  if (generation === null) return
  const process = `credentials ${generation}`
  const before = (yield* shared.heartbeats()).find((beat) => beat.process === process)?.role ?? role(project)
  const name = before.slice(role("").length)
  if (name !== project && (yield* store.page({ project: name, limit: 1 })).length > 0) {
    return yield* Effect.fail(
      refused(
        "project",
        `These credentials are those of the project "${name}" in this store, and not of "${project}": under another name every payment of "${name}" would look new and could be made again, and no program would finish the open ones. Start with project: "${name}".`,
      ),
    )
  }
  // A full disk keeps no program from saving its answers.
  yield* Effect.ignore(shared.beat({ process, role: role(project), at: yield* Clock.currentTimeMillis }))
})

/** Refuses a store or a default project with which payments would be made a second time. */
export const layerOpened = (needsDurable: boolean, project: string | null) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      if (needsDurable) yield* checkStore
      if (project !== null) yield* checkName(project)
    }),
  )
