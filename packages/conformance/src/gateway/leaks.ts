/**
 * Canaries: values that occur nowhere else, put where a program is trusted with something, and searched for wherever a program
 * talks. A secret is a secret in every spelling: as it is, escaped, percent-encoded, in hexadecimal digits, and in base64 at any of
 * the three places where a text can begin.
 */
import { randomBytes } from "node:crypto"
import { Redacted } from "effect"
import { CreationToken } from "@cauri/core/model"
import type { Facts } from "./calls.ts"
import type { ProjectCredentials } from "./GatewayUnderTest.ts"

/** One value that must not be found. */
export interface Canary {
  readonly name: string
  readonly value: string
}

/** Everything that a gateway is trusted with. */
export interface Canaries {
  readonly credentials: ProjectCredentials
  readonly facts: Facts
  /** A token to ask with. */
  readonly token: CreationToken
  readonly all: ReadonlyArray<Canary>
}

const letters = (): string => randomBytes(9).toString("base64url").replaceAll(/[-_]/g, "x")
const digits = (): string => String(randomBytes(6).readUIntBE(0, 6) % 1_000_000).padStart(6, "0")

/** New canaries. Where a field allows it, they hold what encodings change. */
export const canaries = (): Canaries => {
  const facts = {
    id: `order-${letters()}`,
    phone: `22670${digits()}`,
    otp: `otp"${letters()}`,
    firstName: `First "${letters()}"`,
    lastName: `L\u00E4st+${letters()}`,
    email: `${letters()}+mail@shop.example`,
  }
  const apiKey = `key/${letters()}+"\\%&`
  const apiToken = `tok.${letters()}=="/?&`
  const token = CreationToken.make(`eyJ.${letters()}+A&b=/"\\%20.sig`)
  const { email, firstName, lastName, otp, phone } = facts
  return {
    credentials: { apiKey: Redacted.make(apiKey), apiToken: Redacted.make(apiToken) },
    facts,
    token,
    all: Object.entries({ apiKey, apiToken, token, phone, otp, firstName, lastName, email }).map(([name, value]) => ({
      name,
      value,
    })),
  }
}

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1)

/** The part of a value's base64 that is independent of what surrounds it. */
const base64At = (value: Buffer, offset: number): string => {
  const shifted = Buffer.concat([Buffer.alloc(offset), value])
  const from = Math.ceil((offset * 4) / 3)
  return shifted.toString("base64").slice(from, Math.floor((shifted.length * 4) / 3))
}

const inUrlAlphabet = (text: string): string => text.replaceAll("+", "-").replaceAll("/", "_")

const spellings = (value: string): ReadonlyArray<readonly [form: string, spelling: string]> => {
  const percent = encodeURIComponent(value)
  // What is written in other digits may have been written for JSON or for an address before.
  const originals = { "": value, ", escaped": escaped(value), ", percent-encoded": percent }
  const hex = Object.entries(originals).map(
    ([how, text]) => [`hexadecimal digits${how}`, Buffer.from(text).toString("hex")] as const,
  )
  const bases = Object.entries(originals).flatMap(([how, text]) =>
    [0, 1, 2].map((offset) => [`base64, begun at ${offset}${how}`, base64At(Buffer.from(text), offset)] as const),
  )
  return [
    ["as it is", value],
    ["escaped for JSON", escaped(value)],
    ["escaped for JSON twice", escaped(escaped(value))],
    ["percent-encoded", percent],
    ["percent-encoded in a path", encodeURI(value)],
    ["percent-encoded twice", encodeURIComponent(percent)],
    ["as a field of a form", new URLSearchParams([["", value]]).toString().slice(1)],
    ...hex,
    ...bases,
    ...bases.map(([form, text]) => [`${form}, in the alphabet of URLs`, inUrlAlphabet(text)] as const),
  ]
}

/** A canary that was found, and how it was spelled. */
export interface Leak {
  readonly name: string
  readonly form: string
}

/** A search for every spelling of every canary; upper and lower case are one, as in hexadecimal digits and percent signs. */
export const leakSearch = (all: ReadonlyArray<Canary>): ((text: string) => ReadonlyArray<Leak>) => {
  const sought = all.flatMap(({ name, value }) =>
    spellings(value).map(([form, spelling]) => ({ name, form, spelling: spelling.toLowerCase() })),
  )
  return (text) => {
    const lower = text.toLowerCase()
    return sought.filter(({ spelling }) => lower.includes(spelling)).map(({ form, name }) => ({ name, form }))
  }
}
