/** The search finds a secret in every spelling that programs use, and nothing where there is none. */
import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { inspect } from "node:util"
import { canaries, leakSearch } from "@cauri/conformance"

const all = canaries()
const search = leakSearch(all.all)
const apiKey = Redacted.value(all.credentials.apiKey)

const base64 = (text: string): string => Buffer.from(text).toString("base64")

/** What programs do to a text before it is seen somewhere. */
const spellings: { readonly [how: string]: (text: string) => string } = {
  "as it is": (text) => `<${text}>`,
  "in JSON": (text) => JSON.stringify({ text }),
  "in JSON within JSON": (text) => JSON.stringify({ body: JSON.stringify({ text }) }),
  "in a query": (text) => `https://host.example/?a=${encodeURIComponent(text)}&b`,
  "in a path": (text) => encodeURI(`https://host.example/${text}/`),
  "in an address within an address": (text) =>
    encodeURIComponent(`https://host.example/?a=${encodeURIComponent(text)}`),
  "in a form": (text) => new URLSearchParams({ text }).toString(),
  "in hexadecimal digits": (text) => Buffer.from(`ab${text}`).toString("hex").toUpperCase(),
  "in base64, at the first place": (text) => base64(`${text} and more`),
  "in base64, at the second place": (text) => base64(`.${text}, and more`),
  "in base64, at the third place": (text) => base64(`::${text}`),
  "in base64, at the end": (text) => base64(`Bearer ${text}`),
  "in base64 for URLs": (text) => Buffer.from(`.${text}?>`).toString("base64url"),
  "in base64 of JSON": (text) => base64(JSON.stringify({ a: 1, text })),
  "in base64 of an address": (text) => base64(`/x?y=${encodeURIComponent(text)}`),
}

describe("leakSearch", () => {
  for (const [how, spell] of Object.entries(spellings)) {
    it(`finds every canary ${how}`, () => {
      for (const { name, value } of all.all) {
        assert.include(
          search(spell(value)).map((leak) => leak.name),
          name,
          spell(value),
        )
      }
    })
  }

  it("finds nothing where there is nothing, nor another run's canaries", () => {
    assert.deepStrictEqual(search("22670000001 408162 usual-api-key PCEtLSBub3RoaW5n"), [])
    for (const { value } of canaries().all) assert.deepStrictEqual(search(value), [])
  })

  it("finds nothing in what hides a secret", () => {
    assert.deepStrictEqual(search(inspect(all.credentials, { depth: 9, showHidden: true })), [])
    assert.deepStrictEqual(search(JSON.stringify(all.credentials)), [])
    assert.notDeepEqual(search(apiKey), [])
  })
})
