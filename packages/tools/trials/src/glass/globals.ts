/** What JavaScript itself would draw or do elsewhere: dice by the seed, digests at once instead of on a thread, and no timer of the machine. */
import { createHash } from "node:crypto"
import { draws } from "./time.ts"

/** Makes this process's own dice those of the seed. Returns what undoes it. */
export const loadDice = (seed: number): (() => void) => {
  const { random } = Math
  const { setTimeout: timer } = globalThis
  const draw = draws(seed, "process")
  const byte = () => Math.floor(draw() * 256)
  Math.random = draw
  const fill = <A extends ArrayBufferView>(view: A): A => {
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    for (let at = 0; at < bytes.length; at++) bytes[at] = byte()
    return view
  }
  const hex = (count: number) => Array.from({ length: count }, () => Math.floor(draw() * 16).toString(16)).join("")
  Object.assign(globalThis.crypto, {
    getRandomValues: fill,
    randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  })
  Object.assign(globalThis.crypto.subtle, {
    digest: async (_: string, data: Uint8Array) => {
      const { buffer, byteLength, byteOffset } = createHash("sha256").update(data).digest()
      return buffer.slice(byteOffset, byteOffset + byteLength)
    },
  })
  // A pool closes what is idle by the machine's time, which is none of the world's: nothing in it waits by that.
  const never = { ref: () => never, unref: () => never, refresh: () => never, hasRef: () => false, close: () => never }
  Object.assign(globalThis, { setTimeout: () => never })
  return () => {
    Math.random = random
    globalThis.setTimeout = timer
    // What stood on the prototypes is there again once our own is gone.
    for (const name of ["getRandomValues", "randomUUID"]) Reflect.deleteProperty(globalThis.crypto, name)
    Reflect.deleteProperty(globalThis.crypto.subtle, "digest")
  }
}
