import { request } from "node:http"
import { catalogue, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { assert, describe } from "@effect/vitest"
import { Context, Effect, HashMap } from "effect"
import { OpenApi } from "effect/http-api"
import { it } from "@cauri/house/it"
import {
  asObserved,
  Backstage,
  ControlApi,
  Engine,
  exampleRequests,
  Phones,
  RequestLog,
  ScenarioRuns,
  type Served,
} from "@cauri/simulator"
import { endpointNames, endpoints, requestHeaders } from "@cauri/wire"
import { formActs } from "../src/pages/forms.ts"
import { pages } from "../src/pages/site.ts"
import { call, controlToken, formsOf, livelySandbox, payin, startSandbox, visitor } from "./site.ts"

const paths = [
  ...Object.keys(pages).filter((path) => !["/control/payment", "/control/callback"].includes(path)),
  "/phones?n=22660000001&n=22650000001&n=22670000001&n=22699000001",
  "/control/payment?number=",
  "/control/callback?id=",
]

const stateOf = (engine: Engine["Service"]) => engine.state

/** The addresses to look at, with the numbers of payments that are there. */
const allPaths = (engine: Engine["Service"]) =>
  Effect.map(stateOf(engine), ({ callbackLog, held, invoices }) =>
    paths.flatMap((path) => {
      if (path.endsWith("number=")) return [...HashMap.values(invoices)].map(({ number }) => `${path}${number}`)
      const posts = [...held, ...callbackLog.map(({ post }) => post)]
      return path.endsWith("id=") ? posts.map(({ id }) => `${path}${id}`) : [path]
    }),
  )

const statusFor = (url: string, path: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers: { host }, agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on("error", reject)
      .end()
  })

/** The form of somebody without a cookie. */
const keyForm = (key: string) => ({
  method: "POST",
  body: new URLSearchParams({ key, back: "/phones" }).toString(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
})

/** Opens a sandbox to someone who has entered it. */
const within =
  <Site extends { readonly served: Served }, SE, SR>(opened: Effect.Effect<Site, SE, SR>) =>
  <A, E, R>(body: (site: Site & ReturnType<typeof visitor>) => Effect.gen.Return<A, E, R>) =>
    Effect.gen(function* () {
      const site = yield* opened
      const visiting = visitor(site.served)
      yield* visiting.enter
      return yield* Effect.gen(() => body({ ...site, ...visiting }))
    })
const lively = within(livelySandbox)
const quiet = within(Effect.map(startSandbox(), (served) => ({ served })))

/** The sentences beside the wrong fields of a page. */
const wrongIn = (page: string) =>
  [...page.matchAll(/<span class="wrong" id="[^"]+">([^<]*)</g)].map(([, sentence]) => sentence)

/** How many rows the tables of a page have. */
const rowsOf = (page: string): number => page.split('<tr role="row">').length - 1

const formOf = (page: string, act: string) =>
  formsOf(page).find((each) => each.act === act)?.fields ?? assert.fail(`there is no ${act}`)

/** Every word that a schema of the control API takes as the tag of an act. */
const tagsOf = (path: string): ReadonlyArray<string> => {
  const body = JSON.stringify(OpenApi.fromApi(ControlApi).paths[path]?.post?.requestBody)
  return [...body.matchAll(/"_tag":\{"type":"string","enum":\["([A-Za-z]+)"\]/g)].map(([, tag = ""]) => tag)
}

describe("the pages", () => {
  it.live("answer HEAD as GET, without the body, and no part of the service does", function* () {
    const { engine, hosted, served } = yield* livelySandbox
    const { ask, enter } = visitor(served)
    const locked = yield* ask("/phones", { method: "HEAD" })
    assert.deepStrictEqual([locked.status, locked.text], [401, ""])
    yield* enter
    for (const path of [...(yield* allPaths(engine)), hosted, "/docs", "/sandbox.js", "/nowhere"]) {
      const got = yield* ask(path)
      const head = yield* ask(path, { method: "HEAD" })
      assert.deepStrictEqual([head.status, head.text], [got.status, ""], path)
      assert.strictEqual(head.headers.get("content-type"), got.headers.get("content-type"), path)
    }
    const live = yield* ask("/live", { method: "HEAD" })
    assert.deepStrictEqual([live.status, live.headers.get("content-type")], [200, "text/event-stream"])
    assert.strictEqual((yield* ask("/pay/v01/straight/payout", { method: "HEAD" })).status, 405)
  })

  it.live("say that this is a sandbox, on each of them and in a header, in both languages", () =>
    lively(function* ({ ask, engine }) {
      for (const path of yield* allPaths(engine)) {
        for (const language of ["fr", "en"]) {
          const got = yield* ask(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`)
          assert.strictEqual(got.status, 200, path)
          assert.strictEqual(got.headers.get("x-sandbox"), "1", path)
          assert.include(got.text, "<strong>Sandbox</strong>", path)
          assert.include(got.text, `<html lang="${language}">`, path)
          assert.include(got.text, language === "fr" ? "aucun argent ne circule" : "No money moves here", path)
          assert.isBelow(Buffer.byteLength(got.text), 60 * 1_024, path)
        }
      }
    }),
  )

  it.live("have one name each, in the navigation, on the first page and above themselves", () =>
    lively(function* ({ ask }) {
      for (const language of ["fr", "en"]) {
        const { text } = yield* ask(`/?lang=${language}`)
        const places = [...text.matchAll(/<a href="(\/[^"]*)">([^<]*)<\/a><\/li>/g)]
        const doors = [...text.matchAll(/<a class="card" href="([^"]*)"><strong>([^<]*)/g)]
        assert.deepStrictEqual([places.length, doors.length], [10, 5])
        for (const [, path = "", name = ""] of [...places, ...doors]) {
          const [, heading = ""] = /<h1[^>]*>([^<]*)/.exec((yield* ask(path)).text) ?? []
          assert.isTrue(heading.startsWith(name), `${path}: ${name}, ${heading}`)
        }
      }
    }),
  )

  it.live("name in words how an operator's customers pay", function* () {
    const served = yield* startSandbox({}, { profile: asObserved })
    const { ask, enter } = visitor(served)
    yield* enter
    const { text } = yield* ask("/control/projects?lang=en")
    const ways = [...text.matchAll(/<summary>[^<]*<span class="small muted">([^,]*),/g)].map(([, way]) => way)
    assert.includeMembers(ways, ["USSD code", "SMS code", "Operator’s page", "Service’s page"])
  })

  it.live("count status requests that got the same answer, and show each where that is asked for", () =>
    quiet(function* ({ ask, served }) {
      const { token } = yield* call(served, "createDirectInvoice", payin("order-1", "22660000001"))
      const { apiKey, apiToken } = served.credentials[0] ?? assert.fail("there is no project")
      const headers = requestHeaders(endpoints.confirmInvoice, { apiKey, apiToken })
      const polled = ask(`${endpoints.confirmInvoice.path}?invoiceToken=${token}`, { headers })
      for (let count = 0; count < 5; count += 1) yield* polled
      yield* Context.get(served.services, Phones).approve("22660000001")
      yield* Context.get(served.services, Engine).passTime(10_000)
      yield* polled
      const { text } = yield* ask("/control/requests")
      assert.include(text, "× 5")
      // The head, the creation, what told pending, and what told completed.
      assert.strictEqual(rowsOf(text), 4)
      assert.strictEqual(rowsOf((yield* ask("/control/requests?each")).text), 8)
    }),
  )

  it.live("may hold nothing that is not theirs: no foreign address, no frame, one script", () =>
    lively(function* ({ ask, engine }) {
      for (const path of yield* allPaths(engine)) {
        const { headers, text } = yield* ask(path)
        const policy = headers.get("content-security-policy") ?? ""
        assert.include(policy, "default-src 'none'", path)
        assert.include(policy, "script-src 'self'", path)
        assert.include(policy, "frame-ancestors 'none'", path)
        assert.include(policy, "form-action 'self'", path)
        assert.strictEqual(headers.get("x-frame-options"), "DENY", path)
        const scripts = [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
        assert.deepStrictEqual(scripts, ['<script src="/sandbox.js" defer>'], path)
        assert.notMatch(text, /<[a-z]+[^>]* on[a-z]+=|<(iframe|img|object|embed|style)\b/, path)
        const targets = [...text.matchAll(/ (?:href|action|src)="([^"]*)"/g)].map(([, target = ""]) => target)
        assert.deepStrictEqual(
          targets.filter((target) => !target.startsWith("/") && !target.startsWith("#")),
          [],
          path,
        )
      }
    }),
  )

  it.live("say on a phone that its number is magic, and what it does", () =>
    quiet(function* ({ ask }) {
      const says = "Numéro magique\u00A0:</strong> paie tout de suite, mais aucune notification n’arrive"
      assert.include((yield* ask("/phones?n=22660000097")).text, says)
      assert.notInclude((yield* ask("/phones?n=22660012397")).text, "Numéro magique\u00A0:")
      const plain = visitor(yield* startSandbox({}, { magicNumbers: false }))
      yield* plain.enter
      assert.notInclude((yield* plain.ask("/phones?n=22660000097")).text, "Numéro magique\u00A0:")
    }),
  )

  it.live("keep the language that was chosen, and know the reader's own before", () =>
    quiet(function* ({ ask }) {
      assert.include((yield* ask("/", { headers: { "accept-language": "en-GB" } })).text, '<html lang="en">')
      assert.include((yield* ask("/", { headers: { "accept-language": "de" } })).text, '<html lang="fr">')
      yield* ask("/?lang=en")
      assert.include((yield* ask("/phones")).text, '<html lang="en">')
    }),
  )

  it.live("tell of something that is not there in words, with a status of its own", () =>
    quiet(function* ({ ask }) {
      const { status, text } = yield* ask("/control/payment?number=999")
      assert.strictEqual(status, 404)
      assert.include(text, "Cette page n’existe pas")
      assert.include((yield* ask("/phones?n=12x")).text, "Numéro de téléphone non valide\u00A0: 12x")
    }),
  )
})

describe("who may enter", () => {
  it.live("is the person with the control token: without it no page shows a credential or a payment", function* () {
    const { engine, served } = yield* livelySandbox
    const { ask, submit } = visitor(served)
    const secrets = served.credentials.flatMap(({ apiKey, apiToken }) => [apiKey, apiToken, "order-90"])
    for (const path of [...(yield* allPaths(engine)), "/live"]) {
      const { status, text } = yield* ask(path)
      assert.strictEqual(status, path === "/docs" ? 200 : 401, path)
      for (const secret of secrets) assert.notInclude(text, secret, path)
    }
    assert.strictEqual((yield* ask("/?key=wrong")).status, 401)
    assert.strictEqual((yield* submit({ act: "reset", sure: "true" })).status, 401)
  })

  it.live(
    "gets a cookie for the token, by the printed link or by the form, and the token leaves the address",
    function* () {
      const served = yield* startSandbox()
      const byLink = visitor(served)
      const entered = yield* byLink.ask(`/control?key=${encodeURIComponent(controlToken)}&lang=en`)
      assert.deepStrictEqual([entered.status, entered.headers.get("location")], [303, "/control?lang=en"])
      const cookie = entered.headers.getSetCookie().join()
      assert.match(cookie, /HttpOnly/)
      assert.match(cookie, /SameSite=Strict/)
      assert.notInclude(cookie, encodeURIComponent(controlToken))
      assert.strictEqual((yield* byLink.ask("/control")).status, 200)

      const byForm = visitor(served)
      assert.strictEqual((yield* byForm.ask("/enter", keyForm("wrong"))).status, 401)
      assert.strictEqual((yield* byForm.ask("/enter", keyForm(controlToken))).headers.get("location"), "/phones")
      assert.strictEqual((yield* byForm.ask("/phones")).status, 200)
    },
  )

  it.live("sends forms from our own pages only, and is led nowhere else", () =>
    lively(function* ({ ask, engine, submit }) {
      const forms = formsOf((yield* ask("/control/projects")).text)
      const { fields } = forms.find(({ act }) => act === "reset") ?? assert.fail("there is no such form")
      const payments = Effect.map(stateOf(engine), ({ invoices }) => HashMap.size(invoices))
      const before = yield* payments
      const forged = [
        yield* submit({ ...fields, sure: "true" }, { "sec-fetch-site": "cross-site" }),
        yield* submit({ ...fields, sure: "true" }, { origin: "https://evil.example" }),
        yield* submit({ ...fields, sure: "true", page: "made.up" }),
        yield* submit({ act: "reset", sure: "true" }),
      ]
      assert.deepStrictEqual(
        forged.map(({ status }) => status),
        [422, 422, 422, 422],
      )
      assert.strictEqual(yield* payments, before)
      const led = yield* submit({ ...fields, sure: "true", back: "https://evil.example/" })
      assert.strictEqual(led.headers.get("location"), "/")
      assert.strictEqual(yield* payments, 0)
    }),
  )
})

describe("the forms", () => {
  const noActs = Effect.map(
    Effect.all([Engine, Backstage, Phones, RequestLog, ScenarioRuns]),
    ([engine, backstage, phones, log, runs]) => formActs({ engine, backstage, phones, log, runs }),
  )

  /** What the control API changes with a call of its own, by the form that does the same. */
  const calls: Readonly<Record<string, string>> = {
    "time.pass": "POST /_control/time",
    "time.factor": "PUT /_control/time",
    "faults.put": "PUT /_control/faults",
    "faults.remove": "DELETE /_control/faults/{id}",
    "grade.word": "POST /_control/grades/words",
    "scenario.start": "POST /_control/scenarios/runs",
    "scenario.next": "POST /_control/scenarios/runs/{run}/next",
    reset: "POST /_control/reset",
  }

  it.live("do everything that the control API can, and nothing that it cannot", () =>
    Effect.gen(function* () {
      const { services } = yield* startSandbox()
      const acts = Object.keys(yield* Effect.provideContext(noActs, services))
      const team = tagsOf("/_control/acts").map((tag) => `team.${tag}`)
      const phone = tagsOf("/_control/phones/{number}/acts").map((tag) => `phone.${tag}`)
      assert.isAtLeast(team.length, 11)
      assert.deepStrictEqual(acts.toSorted(), [...team, ...phone, ...Object.keys(calls)].toSorted())
      const changing = Object.entries(OpenApi.fromApi(ControlApi).paths).flatMap(([path, methods]) =>
        Object.keys(methods).flatMap((method) => (method === "get" ? [] : [`${method.toUpperCase()} ${path}`])),
      )
      // Whole states are for programs; the two others are the acts above.
      const others = ["PUT /_control/state", "POST /_control/acts", "POST /_control/phones/{number}/acts"]
      assert.deepStrictEqual(changing.toSorted(), [...Object.values(calls), ...others].toSorted())
    }),
  )

  it.live("are on some page, every one of them", () =>
    lively(function* ({ ask, engine, served, submit }) {
      const found = new Map<string, Readonly<Record<string, string>>>()
      const look = Effect.gen(function* () {
        for (const path of yield* allPaths(engine)) {
          for (const { act, fields } of formsOf((yield* ask(path)).text)) found.set(act, fields)
        }
      })
      yield* look
      const fault = found.get("faults.put") ?? assert.fail("no fault can be switched on")
      yield* submit({ ...fault, id: "callback-lost", usual: "callback-lost" })
      yield* submit({ ...formOf((yield* ask("/control/callbacks")).text, "team.PutForward"), target: "http://[::1]:9" })
      yield* look
      const acts = Object.keys(yield* Effect.provideContext(noActs, served.services))
      assert.deepStrictEqual([...found.keys()].toSorted(), [...acts, "try"].toSorted())
    }),
  )

  it.live("play a customer who pays: the prompt, the PIN, and the payment is completed", () =>
    lively(function* ({ ask, engine, submit }) {
      const forms = formsOf((yield* ask("/phones?n=22660000001")).text)
      const { fields } = forms.find(({ act }) => act === "phone.Approve") ?? assert.fail("nothing waits for a PIN")
      assert.strictEqual((yield* submit({ ...fields, pin: "1234" })).headers.get("location"), "/phones?n=22660000001")
      yield* engine.passTime(1)
      const { invoices } = yield* engine.state
      const paid = [...HashMap.values(invoices)].filter(({ payer }) => payer === "22660000001")
      assert.deepStrictEqual(
        paid.map(({ status }) => status),
        ["completed"],
      )
      const again = yield* submit({ ...fields, pin: "1234" })
      assert.strictEqual(again.status, 422)
      assert.include(again.text, catalogue.fr.simulatorRefusals.nothing_asked)
    }),
  )

  it.live("send a held callback, send it again, and send what a forger made of it, which need not be JSON", () =>
    lively(function* ({ ask, engine, submit }) {
      const [held] = (yield* engine.state).held
      const path = `/control/callback?id=${held?.id}`
      const opened = (yield* ask(`${path}&lang=en`)).text
      assert.include(opened, "held back")
      yield* submit(formOf(opened, "team.DeliverCallback"))
      yield* submit(formOf(opened, "team.DeliverCallback"))
      yield* submit({ ...formOf(opened, "team.EditCallback"), body: "{ token: <b>" })
      yield* engine.settled
      const { callbackLog } = yield* engine.state
      assert.deepStrictEqual(
        callbackLog.slice(-3).map(({ post }) => [post.forged, post.body === held?.body]),
        [
          [false, true],
          [false, true],
          [true, false],
        ],
      )
      assert.include((yield* ask("/control/callbacks?lang=fr")).text, tools.fr.deliveries.failed("ECONNREFUSED"))
      const list = (yield* ask("/control/callbacks?lang=en")).text
      assert.include(list, "forged")
      assert.include(list, " ms</span>")
      assert.include(list, "POST http://127.0.0.1:9/***")
      assert.notInclude(list, "http://127.0.0.1:9/callback")
      for (const { post } of callbackLog) {
        const token = /"token":"([^"]+)"/.exec(post.body)?.[1]
        if (token !== undefined) assert.notInclude(list, token)
      }
      assert.strictEqual((yield* ask("/control/callback?id=none")).status, 404)
    }),
  )

  it.live("change a project, issue credentials for a new one, and refuse what is filled in badly", () =>
    lively(function* ({ ask, engine, submit }) {
      const { text: page } = yield* ask("/control/projects")
      yield* submit({ ...formOf(page, "team.ChangeProject"), payoutsEnabled: "false", whitelist: "10.0.0.1; 10.0.0.2" })
      yield* submit({ ...formOf(page, "team.AddProject"), id: "shop-2", name: "Second" })
      const { projects } = yield* engine.state
      const [first, second] = projects
      assert.deepInclude(first, { payoutsEnabled: false, whitelist: ["10.0.0.1", "10.0.0.2"] })
      assert.deepInclude(second, { id: "shop-2", name: "Second", enabled: true })
      assert.match(second?.apiKey ?? "", /^sandbox-key-[0-9a-f]{24}$/)
      const refused = [
        ["team.SetBalance", "balanceXof", "ten"],
        ["team.PutOperator", "operator", "{"],
        ["team.ChangeProject", "whitelist", "1.1.1.1 1.1.1.2 1.1.1.3 1.1.1.4"],
        ["team.SetProjectTimeFactor", "factor", "fast"],
        ["team.AddProject", "id", " "],
        ["reset", "sure", "no"],
      ] as const
      for (const [act, field, typed] of refused) {
        const { status, text } = yield* submit({ ...formOf(page, act), [field]: typed })
        assert.strictEqual(status, 422)
        assert.include(text, catalogue.fr.simulatorRefusals.bad_form)
        assert.deepStrictEqual(wrongIn(text), [tools.fr.sandbox.wrong_fields[field]], act)
        assert.strictEqual(text.split('aria-invalid="true"').length, 2, act)
        if (act === "team.SetBalance") assert.include(text, `value="${typed}"`)
      }
      const twice = yield* submit({ ...formOf(page, "team.AddProject"), id: "shop-2", name: "Second" })
      assert.deepStrictEqual(wrongIn(twice.text), [catalogue.fr.simulatorRefusals.project_exists])
    }),
  )
})

describe("a scenario", () => {
  it.live("is played with a price and a number of the merchant's own, refused as the control API refuses them", () =>
    quiet(function* ({ ask, served, submit }) {
      const { text } = yield* ask("/scenarios?amountXof=2500&phones=22650012345,22660012345&lang=fr")
      assert.include(text, money(2_500, "fr"))
      assert.include(text, tools.fr.sandbox.keeps_its_number)
      const { fields } = formsOf(text).find(({ fields }) => fields["name"] === "push-completes") ?? assert.fail()
      const started = yield* submit(fields)
      assert.strictEqual(started.headers.get("location"), fields["back"])
      const [run] = yield* Context.get(served.services, ScenarioRuns).runs
      assert.deepInclude(run, { name: "push-completes", amountXof: 2_500, phone: "22660012345" })
      for (const [name, value] of [
        ["amountXof", "ten"],
        ["amountXof", "0"],
        ["phones", "+226 x"],
      ] as const) {
        const refused = yield* ask(`/scenarios?${name}=${encodeURIComponent(value)}`)
        assert.deepStrictEqual(wrongIn(refused.text), [tools.fr.sandbox.wrong_fields[name]], value)
        assert.strictEqual((yield* submit({ ...fields, [name]: value })).status, 422)
      }
      assert.lengthOf(yield* Context.get(served.services, ScenarioRuns).runs, 1)
    }),
  )
})

describe("a call to try", () => {
  const body = JSON.stringify(exampleRequests.createDirectInvoice)

  it.live("is sent with a project's keys, and shown with its answer and the way to its status", () =>
    quiet(function* ({ ask, submit }) {
      const fields = formOf((yield* ask("/try")).text, "try")
      const { status, text } = yield* submit({ ...fields, body })
      assert.strictEqual(status, 200)
      for (const each of ["HTTP 200", "POST /pay/v01/straight/checkout-invoice/create", "Apikey: sandbox-key-"]) {
        assert.include(text, each)
      }
      const next = /href="(\/try\?call=confirmInvoice[^"]+)"/.exec(text)?.[1]?.replaceAll("&#38;", "&") ?? assert.fail()
      const asked = yield* submit(formOf((yield* ask(next)).text, "try"))
      assert.include(asked.text, "&#34;status&#34;: &#34;pending&#34;")
    }),
  )

  it.live("says what was wrong with it, and that no answer came, in the language of the page", () =>
    quiet(function* ({ ask, submit }) {
      const fields = formOf((yield* ask("/try?lang=fr")).text, "try")
      const { requestReasons, sandbox: words } = tools.fr
      assert.include((yield* submit({ ...fields, body: "{" })).text, requestReasons.no_body)
      assert.include((yield* submit({ ...fields, body, "header-Apikey": "wrong" })).text, requestReasons.unknown_apikey)
      const cut = yield* submit({ ...fields, body: body.replace("7500", "777781") })
      assert.include(cut.text, `<span class="pill failed">${words.cut}</span>`)
      const refused = yield* submit({ ...fields, body, "header-Apikey": "clé" })
      assert.strictEqual(refused.status, 422)
      assert.deepStrictEqual(wrongIn(refused.text), [words.wrong_fields.header])
      assert.include(refused.text, 'value="clé"')
      assert.strictEqual((yield* submit({ ...fields, call: "none", back: "/try?call=none" })).status, 404)
    }),
  )
})

describe("the new pages", () => {
  it.live("answer for their own host only, and send no call for another site's form", () =>
    quiet(function* ({ ask, served, submit }) {
      const fields = { ...formOf((yield* ask("/try")).text, "try"), body: "{}" }
      const sentCalls = Effect.map(Context.get(served.services, RequestLog).lines, (lines) =>
        lines.filter(({ endpoint }) => endpoint !== null),
      )
      const forged = [
        yield* submit(fields, { "sec-fetch-site": "cross-site" }),
        yield* submit(fields, { origin: "https://evil.example" }),
        yield* submit({ ...fields, page: "made.up" }),
      ]
      for (const { status } of forged) assert.strictEqual(status, 422)
      assert.lengthOf(yield* sentCalls, 0)
      yield* submit(fields)
      assert.lengthOf(yield* sentCalls, 1)
      for (const path of ["/try", "/docs", "/scenarios?amountXof=1", "/control/callback?id=x"]) {
        const status = yield* Effect.promise(() => statusFor(served.url, path, "evil.example"))
        assert.strictEqual(status, 421, path)
      }
    }),
  )
})

describe("the documents", () => {
  it.live("are open to everyone, in both languages, without a script or a key", function* () {
    const served = yield* startSandbox()
    const { ask } = visitor(served)
    for (const language of ["fr", "en"] as const) {
      const { text } = yield* ask(`/docs?lang=${language}`)
      const { calls, control } = tools[language].documents
      for (const name of endpointNames) {
        assert.include(text, endpoints[name].path)
        assert.include(text, calls[name].replaceAll("'", "&#39;"))
      }
      for (const { summary } of Object.values(control)) assert.include(text, summary)
      assert.notMatch(text, /<script|src=/)
      for (const { apiKey } of served.credentials) assert.notInclude(text, apiKey)
    }
  })
})

/** The codes on a part of a page, in their order. */
const codesIn = (part: string) => [...part.matchAll(/class="code">([0-9]+)</g)].map(([, code]) => code)

describe("a phone", () => {
  it.live(
    "shows the newest messages first with what became of their codes, and the older ones behind a summary",
    function* () {
      const served = yield* startSandbox()
      const phones = Context.get(served.services, Phones)
      const codes: Array<string> = []
      for (const sum of [100, 200, 300, 400, 500]) codes.unshift(yield* phones.dialForCode("22670000001", sum))
      const body = payin("order-1", "22670000001")
      Object.assign(body.commande.invoice, { total_amount: 500, otp: codes[0] })
      yield* call(served, "createDirectInvoice", body)
      const { ask, enter } = visitor(served)
      yield* enter
      const { text } = yield* ask("/phones?n=22670000001&lang=fr")
      const [seen = "", older = ""] = text.split('<details id="old22670000001">')
      assert.deepStrictEqual(codesIn(seen), codes.slice(0, 3))
      assert.deepStrictEqual(codesIn(older), codes.slice(3))
      assert.include(older, "Plus anciens (2)")
      assert.strictEqual(seen.split("utilisé").length, 2)
      assert.include(seen, `Votre code de paiement est ${codes[0]}`)
    },
  )
})

describe("the stream of changes", () => {
  it.live("says that something changed, and nothing of what it was", function* () {
    const { engine, served } = yield* livelySandbox
    const { ask, enter } = visitor(served)
    const cookie = (yield* enter).headers.getSetCookie()[0]?.split(";")[0] ?? ""
    assert.strictEqual((yield* ask("/sandbox.js")).headers.get("content-type"), "text/javascript; charset=utf-8")
    const text = yield* Effect.promise(async () => {
      const ending = new AbortController()
      const { body } = await fetch(`${served.url}/live`, { headers: { cookie }, signal: ending.signal })
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
      const first = (await reader?.read())?.value ?? ""
      await Effect.runPromise(Context.get(served.services, Phones).look("22660000077"))
      const second = (await reader?.read())?.value ?? ""
      ending.abort()
      return first + second
    })
    assert.strictEqual(text, ": here\n\ndata: changed\n\n")
    yield* engine.settled
  })
})
