/**
 * Opens a store by its address: `sqlite:` and the path of its file.
 */
import type { StoreOpener } from "@cauri/core/adapter"
import { Redacted } from "effect"
import { layer } from "./layer.ts"
import { markFileOf } from "./place.ts"

const fileIn = (address: string): string => address.slice("sqlite:".length)

/** Opens a store by its address. */
export const opener: StoreOpener = {
  accepts: (address) => fileIn(address).trim() !== "",
  markFileOf: (address) => markFileOf(fileIn(address)),
  open: (address, { create, expected, restoring }) =>
    layer({ file: fileIn(Redacted.value(address)), create, restoring, ...(expected === null ? {} : { expected }) }),
}
