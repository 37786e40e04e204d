/**
 * The parsed form of a body: plain values, whose objects have no prototype, so that `__proto__` and its like are ordinary keys. A key that
 * appears twice in one object counts as absent, because two readers could read it differently.
 */

export type Value = string | number | boolean | null | ReadonlyArray<Value> | Branch

/** An object without a prototype. */
export interface Branch {
  [key: PropertyKey]: Value
}

export interface Tree {
  readonly value: Value
  /** Whether a key appeared twice somewhere. */
  readonly repeatedKey: boolean
}

/** A new object without a prototype. */
export const emptyBranch = (): Branch => Object.create(null)

/** Whether a value is a list. `Array.isArray` alone does not narrow a read-only list for the compiler. */
export const isList = (value: Value | undefined): value is ReadonlyArray<Value> => Array.isArray(value)

export const isBranch = (value: Value | undefined): value is Branch =>
  typeof value === "object" && value !== null && !isList(value)
