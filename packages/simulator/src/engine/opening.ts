/** The state that the options describe: projects with their balances, operators, fault rules, and no payments yet. */
import { funded } from "../acts/backstageActs.ts"
import type { Options } from "../options/Options.ts"
import type { Project } from "../model/Project.ts"
import { emptyState, type State } from "../model/State.ts"

/** The state at the start, or after a reset. */
export const openingState = (options: Options, now: number): State => {
  const empty: State = {
    ...emptyState,
    now,
    timeFactor: options.timeFactor,
    // Two streams that do not overlap in practice: far apart, and both from the seed.
    random: { codes: options.seed | 0, faults: (options.seed ^ 0x5bd1e995) | 0 },
    operators: options.operators,
    projects: options.projects.map((project) => withLifetime(project, options, now)),
    faultRules: options.faultRules,
  }
  return options.projects.reduce<State>((state, project) => funded(state, options, project), empty)
}

// N6: credentials without an expiry of their own live as long as the assumption says.
const withLifetime = (project: Project, { assumptions }: Options, now: number): Project =>
  assumptions.credentialLifetime === null || project.credentialsExpireAt !== null
    ? project
    : { ...project, credentialsExpireAt: now + assumptions.credentialLifetime }
