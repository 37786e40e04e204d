/** Who looks at the pages, and what they may do there. */

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
  /** From where they ask, such as the address of their machine; it is recorded with what they do. */
  readonly from?: string
}

/** Who sent a request. */
export interface Visitor {
  /** The name under which decisions are recorded; where people type it, the one that this browser typed last. */
  name: string
  /** From where the request came, as far as the door trusts it; empty: unknown. It is recorded with what the visitor does. */
  from: string
  /** The door knows the person: no form asks for the name. */
  readonly known: boolean
  /** The visitor can leave: there is a session to end. */
  readonly leaves: boolean
  readonly may: (permission: Permission) => boolean
}

/** The visitor whom a door names. */
export const visitorFrom = ({ may, name }: Person, from: string, leaves = false): Visitor => ({
  name,
  from,
  known: true,
  leaves,
  may: (permission) => may.includes(permission),
})
