/** A sandbox on loopback for the tests, with a merchant who can create payments and a browser's manners without a browser. */
import { Context, Effect, Schema } from "effect"
import { type EndpointName, endpoints, requestHeaders } from "@cauri/wire"
import {
  Backstage,
  Engine,
  merchantSays,
  type OptionsInput,
  Phones,
  ScenarioRuns,
  serve,
  type Served,
  type ServeOptionsInput,
} from "@cauri/simulator"
import { pageRoutes } from "../src/pages/site.ts"
import { newProject } from "../src/project.ts"

const decodeCreated = Schema.decodeUnknownSync(Schema.Struct({ response_text: Schema.String, token: Schema.String }))

/** What opens the pages of the tests. */
export const controlToken = "the control token of the tests"

/** Serves a sandbox until the scope closes. */
export const startSandbox = (settings: ServeOptionsInput = {}, options: OptionsInput = {}) =>
  serve(
    { seed: 3, operatorDelayMillis: 0, projects: [newProject({})], ...options },
    { controlToken, routes: pageRoutes, limits: { closingMillis: 10 }, ...settings },
  )

/** One of the service's calls, as the ready project makes it. */
export const call = ({ credentials, url }: Served, endpoint: EndpointName, body: unknown) =>
  Effect.promise(async () => {
    const { apiKey, apiToken } = credentials[0] ?? { apiKey: "", apiToken: "" }
    const response = await fetch(`${url}${endpoints[endpoint].path}`, {
      method: "POST",
      headers: requestHeaders(endpoints[endpoint], { apiKey, apiToken }),
      body: JSON.stringify(body),
    })
    const { response_text: text, token } = decodeCreated(await response.json())
    return { text, token }
  })

/** A payin; without a number it is a hosted one. */
export const payin = (
  reference: string,
  phone = "",
  texts: { shop?: string; description?: string; item?: string; back?: string } = {},
) => {
  const hosted = phone === ""
  const item = { name: texts.item ?? "Livre", description: "", quantity: 2, unit_price: 2_100, total_price: 4_200 }
  return {
    commande: {
      invoice: {
        items: hosted ? [item] : [],
        total_amount: 4_200,
        devise: "XOF",
        description: texts.description ?? "Commande 1042",
        customer: phone,
        customer_firstname: "",
        customer_lastname: "",
        customer_email: "",
        external_id: "",
        otp: "",
      },
      store: { name: texts.shop ?? "Librairie du Port", website_url: "https://shop.example" },
      actions: {
        cancel_url: hosted ? `${texts.back ?? "http://127.0.0.1:9"}/cancel` : "",
        return_url: hosted ? `${texts.back ?? "http://127.0.0.1:9"}/return` : "",
        callback_url: "http://127.0.0.1:9/callback",
      },
      custom_data: { transaction_id: reference },
    },
  }
}

/** A sandbox in which something of every kind has happened, so that every page has something to show. */
export const livelySandbox = Effect.gen(function* () {
  const served = yield* startSandbox()
  yield* call(served, "createDirectInvoice", payin("order-1", "22660000001"))
  yield* call(served, "createDirectInvoice", payin("order-2", "22650000001"))
  yield* call(served, "createDirectInvoice", payin("order-3", "22640000001"))
  yield* call(served, "createDirectInvoice", payin("order-90", "22660000090"))
  const held = yield* call(served, "createDirectInvoice", payin("order-91", "22660000090"))
  yield* Context.get(served.services, Backstage).act({ _tag: "HoldCallbacks", token: held.token })
  const hosted = yield* call(served, "createHostedInvoice", payin("order-4"))
  // Refused, with reasons of several kinds to show.
  yield* call(served, "createDirectPayout", payin("order-5", "22660000001"))
  yield* Effect.promise(() => fetch(`${served.url}/payin/check-status/`))
  const engine = Context.get(served.services, Engine)
  yield* Context.get(served.services, Phones).look("22670000001")
  yield* Context.get(served.services, ScenarioRuns).start("late-completion")
  yield* engine.passTime(1_000)
  yield* engine.settled
  // A program that believes what it should not, so that the grades have a red line.
  yield* Effect.provideContext(merchantSays({ order: "order-1", says: "Paid" }), served.services)
  return { served, engine, hosted: hosted.text }
})

interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A visitor: keeps cookies as a browser does, and follows no redirect by itself. */
export const visitor = ({ url }: Served) => {
  const cookies = new Map<string, string>()
  const ask = (
    path: string,
    init: Omit<RequestInit, "headers"> & { headers?: Readonly<Record<string, string>> } = {},
  ) =>
    Effect.promise(async (): Promise<Answer> => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const response = await fetch(path.startsWith("http") ? path : `${url}${path}`, {
        redirect: "manual",
        ...init,
        headers: { "accept-language": "fr-FR,fr;q=0.9", cookie, ...init.headers },
      })
      for (const each of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(each) ?? []
        cookies.set(name, value)
      }
      return { status: response.status, headers: response.headers, text: await response.text() }
    })
  const submit = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    ask("/act", {
      method: "POST",
      body: new URLSearchParams(fields).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    })
  const enter = ask(`/?key=${encodeURIComponent(controlToken)}`)
  return { ask, enter, submit }
}

export interface FoundForm {
  readonly act: string
  readonly fields: Readonly<Record<string, string>>
}

/** The forms of a page that send acts, with what a browser would send if nobody typed anything. */
export const formsOf = (page: string): ReadonlyArray<FoundForm> =>
  [...page.matchAll(/<form method="post"[\s\S]*?<\/form>/g)].map(([form]) => {
    const inputs = [...form.matchAll(/<input\s[^>]*?name="([^"]*)"[^>]*?value="([^"]*)"/g)]
    const fields = Object.fromEntries(inputs.map(([, name = "", value = ""]) => [name, unescaped(value)]))
    return { act: fields["act"] ?? "", fields }
  })

const unescaped = (text: string): string =>
  text.replaceAll(/&#([0-9]+);/g, (_, code) => String.fromCharCode(Number(code)))
