/** Who works here: people with a name, a role and a password. The mounted console asks here too. */
import { createHash, timingSafeEqual } from "node:crypto"
import type { Person } from "cauri/console"
import type { MiddlewareHandler } from "hono"
import { auth } from "hono/utils/basic-auth"

/** What a role may do, in the shop as in the console. */
const roles: Readonly<Record<string, Person["may"]>> = {
  owner: ["look", "decide", "release", "reveal", "import", "approve"],
  clerk: ["look"],
}

/** Digests are compared in constant time, so not even the length leaks. */
const digest = (text: string) => createHash("sha256").update(text).digest()

export const makeStaff = (settings: string) => {
  const people = settings.split(",").map((each) => {
    const [name = "", role = "", ...password] = each.split(":")
    return { name, may: roles[role] ?? [], password: digest(password.join(":")) }
  })
  let [minute, wrong] = [0, 0]

  /** Who sends this request, or null. */
  const personOf = (request: Request): Person | null => {
    const given = auth(request)
    const person = people.find(({ name }) => name === given?.username)
    if (given === undefined || person === undefined) return null
    return timingSafeEqual(digest(given.password), person.password) ? person : null
  }
  /**
   * Lets people of the staff pass. The right password always opens; wrong ones are answered five a minute,
   * for all callers together. That slows guesses and locks no person out; the length is what stops guessing.
   */
  const door: MiddlewareHandler = async (c, next) => {
    if (personOf(c.req.raw) !== null) return await next()
    const now = Math.trunc(Date.now() / 60_000)
    if (now !== minute) [minute, wrong] = [now, 0]
    if (c.req.header("authorization") !== undefined && ++wrong > 5) {
      return c.text("Too many wrong passwords: wait a minute.", 429)
    }
    return c.text("Unauthorized", 401, { "www-authenticate": 'Basic realm="Admin", charset="UTF-8"' })
  }
  return { door, personOf }
}
