import { assert, describe } from "@effect/vitest"
import { tools } from "@cauri/catalogue/tools"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { endpoints } from "@cauri/wire"
import { asObserved, strict } from "@cauri/simulator"
import { addressForms } from "../src/addressForms.ts"
import { startBanner } from "../src/project.ts"
import { payin, startSandbox, visitor } from "./site.ts"

const { path } = endpoints.createDirectInvoice

/** What a program calls that joins a form with the rest of a path. */
const joined = ({ adds, form }: ReturnType<typeof addressForms>[number]): string => {
  if (adds === "http://") return `http://${form}${path}`
  const start = adds.replace("…", "")
  return `${form}${path.slice(path.indexOf(start))}`
}

describe("the forms of the address", () => {
  it.live.each([strict, asObserved])("all lead to the service, whatever a program adds ($name)", (profile) =>
    Effect.gen(function* () {
      const { credentials, url } = yield* startSandbox({}, { profile })
      const [{ apiKey, apiToken } = { apiKey: "", apiToken: "" }] = credentials
      const forms = addressForms(url)
      assert.strictEqual(forms.length, 6)
      for (const form of forms) {
        const answer = yield* Effect.promise(() =>
          fetch(joined(form), {
            method: "POST",
            headers: {
              Apikey: apiKey,
              Authorization: `Bearer ${apiToken}`,
              Accept: "application/json",
              "Content-Type": "application/json",
            },
            body: JSON.stringify(payin(`order-${form.form}`, "22660000001")),
          }).then((response) => response.text()),
        )
        assert.include(answer, '"response_code":"00"', joined(form))
      }
    }),
  )

  it.live("are on the first page and on the terminal, in both languages", () =>
    Effect.gen(function* () {
      const served = yield* startSandbox()
      const { ask, enter } = visitor(served)
      yield* enter
      for (const [language, words] of [
        ["en", "where a program adds pay/v01/…"],
        ["fr", "si votre programme y ajoute lui-même pay/v01/…"],
      ] as const) {
        const { text } = yield* ask(`/?lang=${language}`)
        const banner = startBanner(served, strict, false, language)
        for (const { form } of addressForms(served.url)) {
          assert.include(text, `<code>${form}</code>`)
          assert.include(banner, `${form} `)
        }
        assert.include(text, words)
        assert.include(banner, words)
      }
    }),
  )

  it.live("stand on the terminal beside the face that the sandbox has", function* () {
    const served = yield* startSandbox()
    for (const language of ["en", "fr"] as const) {
      const { faces } = tools[language].sandboxStart
      assert.include(startBanner(served, strict, false, language), faces.strict)
      assert.include(startBanner(served, asObserved, false, language), faces["as-observed"])
    }
    assert.include(startBanner(served, asObserved, true, "en"), '"face":"as-observed"')
  })

  it("leave the host alone out where the address has a path of its own", () => {
    assert.notInclude(
      addressForms("https://host.example/service").map(({ form }) => form),
      "host.example",
    )
  })
})
