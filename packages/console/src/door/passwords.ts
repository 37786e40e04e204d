/** Passwords as a file keeps them: the result of scrypt, which takes memory and time to guess at, in the form `$scrypt$ln=…,r=8,p=1$salt$hash`. */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { Effect, Semaphore, Schema } from "effect"

const form = /^\$scrypt\$ln=(1[4-8]),r=8,p=1\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

/** A password as the file keeps it. */
export const PasswordHash = Schema.String.check(Schema.isPattern(form))

/** 128 MB and a good third of a second for each guess. */
const usualCost = 17

/** Each takes up to 256 MB: no more of them at once, whatever comes in. */
const atOnce = Semaphore.makeUnsafe(2)

const derived = (password: string, salt: Buffer, cost: number): Effect.Effect<Buffer> =>
  atOnce.withPermits(1)(
    Effect.callback<Buffer>((resume) => {
      const limits = { N: 2 ** cost, r: 8, p: 1, maxmem: 2 ** (cost + 11) }
      scrypt(password.normalize("NFKC"), salt, 32, limits, (error, key) =>
        resume(error === null ? Effect.succeed(key) : Effect.die(error)),
      )
    }),
  )

const base64 = (bytes: Buffer): string => bytes.toString("base64").replaceAll("=", "")

/** The password as the file keeps it. */
export const hashOf = Effect.fnUntraced(function* (password: string, cost = usualCost) {
  const salt = randomBytes(16)
  return `$scrypt$ln=${cost},r=8,p=1$${base64(salt)}$${base64(yield* derived(password, salt, cost))}`
})

/** Is it this password? Takes as long for a right one as for a wrong one. */
export const isPassword = Effect.fnUntraced(function* (password: string, hash: string) {
  const [, cost = String(usualCost), salt = "", wanted = ""] = form.exec(hash) ?? []
  const key = yield* derived(password, Buffer.from(salt, "base64"), Number(cost))
  const expected = Buffer.from(wanted, "base64")
  return expected.length === key.length && timingSafeEqual(key, expected)
})

/** A hash of no password, which costs as much as these: what is compared where a name has none, so that time does not tell the names. */
export const decoyAmong = (hashes: ReadonlyArray<string>): string => {
  const cost = hashes.reduce((highest, hash) => Math.max(highest, Number(form.exec(hash)?.[1] ?? 0)), 0)
  return `$scrypt$ln=${cost === 0 ? usualCost : cost},r=8,p=1$${"A".repeat(22)}$${"A".repeat(43)}`
}
