/**
 * Projects that this process has no credentials for. A worker acts on none of their payments: it leaves them to workers that can call the
 * service for them, and only delivers what became of them, which needs no credentials.
 */
import { Clock, Effect } from "effect"
import { Credentials } from "../ports/Credentials.ts"
import type { ProjectId } from "../model/Identifiers.ts"

/** How soon a project without credentials is looked at again. */
const askedAgainAfter = 30_000

/** Remembers the projects without credentials that this process met, and notices when credentials come. */
export const makeUnserved = Effect.gen(function* () {
  const credentials = yield* Credentials
  const askAgainAt = new Map<ProjectId, number>()

  /** Can this process call the service for the project? */
  const serves = Effect.fnUntraced(function* (project: ProjectId) {
    if ((yield* credentials.generation(project)) !== null) {
      if (askAgainAt.delete(project))
        yield* Effect.logInfo(`The credentials of the project ${project} have come: this worker acts on its payments.`)
      return true
    }
    if (!askAgainAt.has(project))
      yield* Effect.logError(
        `There are no credentials for the project ${project}: this worker leaves its payments to others. Give it the credentials, or see that another worker has them.`,
      )
    askAgainAt.set(project, (yield* Clock.currentTimeMillis) + askedAgainAfter)
    return false
  })

  /** The projects that were met without credentials and have none yet. */
  const current = Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    for (const [project, at] of askAgainAt) if (now >= at) yield* serves(project)
    return [...askAgainAt.keys()]
  })

  return { serves, current }
})
