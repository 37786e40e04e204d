/**
 * Refuses unknown fields by name. Programs without types pass anything, and a mistyped field that is ignored makes a payment other than
 * the one that was meant.
 */
import { shownName, strayField } from "@cauri/core/adapter"
import { invalidInput } from "./PaymentsError.ts"

/** The fields of a shape. The compiler requires all of them, and allows no other. */
export type Fields<Shape> = Readonly<Record<Shape extends unknown ? keyof Shape : never, true>>

/** Refuses an object with an unknown field, and names the nearest known one. What is no object is checked where it is read. */
export const onlyFields = (value: unknown, fields: Readonly<Record<string, true>>, path = ""): void => {
  if (typeof value !== "object" || value === null) return
  const known = Object.keys(fields)
  const stray = Object.entries(value).find(([name, given]) => given !== undefined && !Object.hasOwn(fields, name))?.[0]
  if (stray === undefined) return
  const named = shownName(stray)
  throw invalidInput(`${path}${named}`, strayField(named, known))
}
