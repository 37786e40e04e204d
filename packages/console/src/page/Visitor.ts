/** Who looks at the pages, and what they may do there. */
import type { Act } from "../decisions.ts"

/**
 * What a person may do: look; decide; let money leave or leave again; see what is masked; import a
 * statement; approve what another person requested.
 */
export const permissions = ["look", "decide", "release", "reveal", "import", "approve"] as const
/** What a person may do. */
export type Permission = (typeof permissions)[number]

/** A person as the host of the pages knows them. Decisions are recorded under the name for ever. */
export interface Person {
  readonly name: string
  readonly may: ReadonlyArray<Permission>
}

/** Who sent a request. */
export interface Visitor {
  /** The name under which decisions are recorded; where people type it, the one that this browser typed last. */
  name: string
  /** The host knows the person: no form asks for the name. */
  readonly known: boolean
  readonly may: (permission: Permission) => boolean
}

/** The visitor that the host names. */
export const visitorFrom = ({ may, name }: Person): Visitor => ({
  name,
  known: true,
  may: (permission) => may.includes(permission),
})

/** What a decision takes: one that lets money leave, or leave again, takes more. */
export const permissionFor = (act: Act): Permission => {
  if (act === "Approve") return "approve"
  return act === "Release" || act === "SendAgain" ? "release" : "decide"
}
