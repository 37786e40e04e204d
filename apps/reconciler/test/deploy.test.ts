/** The files for deployment load, agree with the configuration, and name only metrics that the app has. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { Effect, Layer, Metric, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { PrometheusMetrics } from "effect/observability"
import { Payouts, Worker } from "@cauri/core"
import { Gateway } from "@cauri/core/adapter"
import { FlagKind, HeldReason, NoAnswerCause, NotSentCause, CallFailure } from "@cauri/core/model"
import * as HttpGateway from "@cauri/gateway-http"
import { layerGauges } from "@cauri/runtime"
import { parse, parseAllDocuments } from "yaml"
import { variables } from "../src/config.ts"
import { home } from "./home.ts"
import { layerInProcess, takesPayouts } from "./inProcess.ts"
import { payout } from "./payments.ts"

const read = (...path: ReadonlyArray<string>) => readFileSync(join(home, ...path), "utf8")
const deploy = (...path: ReadonlyArray<string>) => read("deploy", ...path)

/** The names of variables in a text of `NAME=value` lines, those that are commented out included. */
const namesIn = (text: string) => [...text.matchAll(/^(?:# )?([A-Z][A-Za-z_]+)=/gm)].map(([, name = ""]) => name)

/** A project's own variable stands for the pair of all projects. */
const general = (name: string) => name.replace(/^(API_KEY|API_TOKEN)_.+$/, "$1_<PROJECT>")

/** What is named in a text. The receiver's own are looked up in its own tests. */
const metricsIn = (text: string) =>
  new Set(
    [...text.matchAll(/\bcauri_(?!callbacks|receiver)[a-z_]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ""),
    ),
  )

describe("the example of the environment", () => {
  it("explains every variable of the configuration, and no other", () => {
    assert.sameMembers([...new Set(namesIn(read(".env.example")).map(general))], Object.keys(variables))
  })

  it("names the same store as those of the receiver, the API and the console, each started from its own folder", () => {
    const files = ["reconciler", "receiver", "api", "console"].map((app) => {
      const [, path = ""] = /^STORE_URL=sqlite:(.+)$/m.exec(read("..", app, ".env.example")) ?? []
      return resolve(home, "..", app, path)
    })
    assert.strictEqual(new Set(files).size, 1, files.join(" "))
  })
})

describe("what is deployed", () => {
  const compose = parse(deploy("compose.yaml"), { merge: true })
  const manifests = parseAllDocuments(deploy("kubernetes", "reconciler.yaml")).map((document) => {
    assert.deepStrictEqual(document.errors, [])
    return document.toJS()
  })
  const deployment = manifests.find(({ kind }) => kind === "Deployment")
  const pod = deployment.spec.template.spec
  const [container] = pod.containers

  it("is a receiver, two reconcilers and Postgres in the compose file", () => {
    assert.includeMembers(Object.keys(compose.services), ["receiver", "reconciler-1", "reconciler-2", "postgres"])
    for (const name of ["reconciler-1", "reconciler-2"]) {
      const service = compose.services[name]
      assert.isTrue(service.read_only, name)
      assert.strictEqual(service.stop_grace_period, "45s", name)
      assert.strictEqual(service.environment.STORE_CREATE, "never", name)
      assert.isUndefined(service.ports, `${name} publishes no port`)
      assert.sameMembers(
        Object.keys(service.environment).filter((variable) => !Object.hasOwn(variables, variable)),
        [],
      )
    }
    assert.strictEqual(compose.services["make-store"].environment.STORE_CREATE, "if-missing")
    // Over its socket alone answers the server that the image starts to set itself up, and ends again.
    assert.include(compose.services.postgres.healthcheck.test.join(" "), "-h 127.0.0.1")
    const { environment, env_file: files } = compose.services.receiver
    assert.notInclude([...Object.keys(environment), ...files].join(" "), "CREDENTIALS")
    assert.notInclude(files.join(" "), "webhook")
  })

  it("has the console of the runbooks in the compose file, which starts on request", () => {
    const { console, "reconciler-1": reconciler } = compose.services
    assert.deepStrictEqual(console.profiles, ["people"])
    assert.isTrue(console.read_only)
    assert.isUndefined(console.ports)
    assert.strictEqual(console.environment.STORE_CREATE, "never")
    for (const [name, value] of Object.entries(console.environment)) {
      assert.strictEqual(reconciler.environment[name], value, name)
    }
    assert.includeMembers(reconciler.env_file, console.env_file)
    assert.deepStrictEqual(console.entrypoint, ["node", "/app/programs/cauri.js", "console"])
  })

  it("sees new credentials that were put in the place of the old ones, because it is given their folder", () => {
    for (const name of ["reconciler-1", "reconciler-2", "api", "console"]) {
      const { environment, volumes } = compose.services[name]
      // A file that is mounted by itself stays the old one when another is renamed over it.
      const targets: ReadonlyArray<string> = volumes.map((volume: string) => volume.split(":")[1])
      assert.deepStrictEqual(
        targets,
        [dirname(environment.CREDENTIALS_FILE), dirname(environment.STORE_MARK_FILE)],
        name,
      )
    }
    const file = container.env.find(({ name }: { readonly name: string }) => name === "CREDENTIALS_FILE").value
    const [mount] = container.volumeMounts.filter(({ name }: { readonly name: string }) => name === "credentials")
    assert.strictEqual(mount.mountPath, dirname(file))
    assert.isUndefined(mount.subPath)
  })

  it("keeps the mark of the store outside of it, where every program finds it", () => {
    const { api, console, "reconciler-1": first, "reconciler-2": second, receiver } = compose.services
    for (const { environment, volumes } of [api, console, first, second, receiver]) {
      assert.strictEqual(environment.STORE_MARK_FILE, "/mark/mark")
      assert.isTrue(volumes.some((volume: string) => volume.startsWith("mark:/mark")))
    }
    const [mount] = container.volumeMounts.filter(({ name }: { readonly name: string }) => name === "mark")
    assert.strictEqual(`${mount.mountPath}/mark`, "/mark/mark")
    for (const unit of [
      deploy("cauri-reconciler.service"),
      read("..", "receiver", "deploy", "cauri-receiver.service"),
      read("..", "api", "deploy", "cauri-api.service"),
    ]) {
      const [, file = ""] = /^Environment=STORE_MARK_FILE=(.+)$/m.exec(unit) ?? []
      assert.match(unit, new RegExp(`^ReadWritePaths=.* ${dirname(file)}$`, "m"))
    }
  })

  it("has its probes and 45 seconds to stop in Kubernetes", () => {
    assert.strictEqual(pod.terminationGracePeriodSeconds, 45)
    assert.strictEqual(container.livenessProbe.httpGet.path, "/livez")
    assert.strictEqual(container.readinessProbe.httpGet.path, "/readyz")
    assert.isTrue(container.securityContext.readOnlyRootFilesystem)
    // A secret belongs to root: its group is what lets the program read it.
    assert.strictEqual(pod.securityContext.fsGroup, pod.securityContext.runAsUser)
    const names: ReadonlyArray<{ readonly name: string }> = container.env
    assert.sameMembers(
      names.map(({ name }) => name).filter((name) => !Object.hasOwn(variables, name)),
      [],
    )
    assert.isFalse(manifests.some(({ kind }) => kind === "Service" || kind === "Ingress"))
  })

  it("makes its store in Kubernetes by a job of its own, with what the reconcilers have", () => {
    const job = parse(deploy("kubernetes", "make-store.yaml"))
    const [maker] = job.spec.template.spec.containers
    const valueOf = (of: typeof container, wanted: string): unknown =>
      of.env.find(({ name }: { readonly name: string }) => name === wanted)?.value
    assert.strictEqual(valueOf(maker, "STORE_CREATE"), "if-missing")
    assert.strictEqual(valueOf(container, "STORE_CREATE"), "never")
    assert.deepStrictEqual(maker.args, ["reconciler", "--once"])
    for (const { name } of maker.env) {
      if (name !== "STORE_CREATE") assert.strictEqual(valueOf(maker, name), valueOf(container, name), name)
    }
    assert.deepStrictEqual(maker.envFrom, container.envFrom)
    assert.deepStrictEqual(maker.securityContext, container.securityContext)
  })

  it.each(["reconciler", "api", "console"])(
    "is not started again by systemd when only a person can mend it: %s",
    (app) => {
      const unit = read("..", app, "deploy", `cauri-${app}.service`)
      assert.match(unit, /^RestartPreventExitStatus=64 74$/m)
      // A store or a port that is away (75) comes back without anybody: the limit of systemd would end the tries after some seconds.
      assert.match(unit, /^Restart=on-failure$/m)
      assert.match(unit, /^StartLimitIntervalSec=0$/m)
      assert.match(unit, /^TimeoutStopSec=45$/m)
      assert.match(unit, /^NoNewPrivileges=true$/m)
    },
  )

  it("takes no secret and no payment into an image or the repository, wherever the papers say that they lie", () => {
    const kept = [".env", "secrets", "*.db", "*.db-shm", "*.db-wal"]
    assert.includeMembers(read("..", "..", ".gitignore").split("\n"), kept)
    const left = read("..", "..", ".dockerignore").split("\n")
    assert.includeMembers(left, [".git", ...["node_modules", ...kept].map((name) => `**/${name}`)])
    assert.match(deploy("compose.yaml"), /env_file: \[secrets\//)
  })
})

describe("monitoring", () => {
  interface Rule {
    readonly alert: string
    readonly expr: string
    readonly annotations: { readonly runbook: string; readonly summary: string }
  }
  const alerts: { readonly groups: ReadonlyArray<{ readonly rules: ReadonlyArray<Rule> }> } = parse(
    deploy("alerts.yaml"),
  )
  const rules = alerts.groups.flatMap((group) => group.rules)
  const dashboard: {
    readonly panels: ReadonlyArray<{
      readonly title: string
      readonly targets: ReadonlyArray<{ readonly expr: string }>
    }>
  } = JSON.parse(deploy("dashboard.json"))

  /** What a scrape of the app shows after it has worked a little, by name. The gateway is the real one, and reaches nobody. */
  const scraped = Effect.gen(function* () {
    yield* (yield* Payouts).create(payout("wage-1", "22660000001"), { sendLater: true })
    yield* TestClock.adjust("5 seconds")
    yield* (yield* Worker).runOnce
    yield* TestClock.adjust("10 seconds")
    const text = yield* PrometheusMetrics.format()
    return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name))
  }).pipe(
    Effect.provide(
      Layer.unwrap(
        Effect.gen(function* () {
          const gateway = yield* Gateway
          return Layer.provideMerge(layerGauges, layerInProcess({ ...takesPayouts, ...gateway }))
        }).pipe(
          Effect.provide(
            HttpGateway.layer({ baseUrl: "http://127.0.0.1:9" }).pipe(
              Layer.provide(
                HttpGateway.layerCredentials({
                  shop: { apiKey: Redacted.make("key"), apiToken: Redacted.make("token") },
                }),
              ),
            ),
          ),
        ),
      ),
    ),
    Effect.provideServiceEffect(
      Metric.MetricRegistry,
      Effect.sync(() => new Map()),
    ),
  )

  it.effect("names only metrics that the app has", () =>
    Effect.gen(function* () {
      const has = yield* scraped
      const asked = [...rules, ...dashboard.panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr)
      const named = metricsIn(asked.join("\n"))
      assert.isAbove(named.size, 8)
      const runbooks = readdirSync(join(home, "deploy", "runbooks")).map((file) => deploy("runbooks", file))
      const all = [...named, ...metricsIn(runbooks.join("\n"))]
      assert.sameMembers(
        all.filter((name) => !has.has(name)),
        [],
      )
    }),
  )

  it("sees a first call in what an alert waits for, although its series begins with it", () => {
    const waiting = rules.filter(({ alert }) => ["CauriIpDenied", "CauriCredentialsRefused"].includes(alert))
    assert.lengthOf(waiting, 2)
    for (const { alert, expr } of waiting) {
      const [, series = "?"] = /increase\((cauri_gateway_calls\{[^}]+\})\[5m\]\)/.exec(expr) ?? []
      assert.include(expr, `or sum(${series} unless ${series} offset 5m) > 0`, alert)
    }
  })

  it("waits for outcomes of calls that there are", () => {
    const { cases } = CallFailure
    const outcomes = [
      "accepted",
      "otp_sent",
      "pending",
      "completed",
      "not_completed",
      ...Object.keys(cases),
      ...NotSentCause.literals.map((cause) => `not_sent:${cause}`),
      ...NoAnswerCause.literals.map((cause) => `no_answer:${cause}`),
      ...Object.keys(cases).map((tag) => `refused:${tag}`),
      ...["authentication_failed", "ip_denied"].map((tag) => `turned_away:${tag}`),
    ]
    const papers = ["provider-down.md", "whitelist.md", "key-rotation.md"].map((name) => deploy("runbooks", name))
    const asked = [deploy("alerts.yaml"), deploy("dashboard.json"), ...papers].join("\n")
    const selectors = [...asked.matchAll(/outcome=~?"([^"]+)"/g)].map(([, words = ""]) => words)
    assert.isAbove(selectors.length, 4)
    for (const selector of selectors) {
      const fits = new RegExp(`^(?:${selector})$`)
      assert.isTrue(
        outcomes.some((outcome) => fits.test(outcome)),
        selector,
      )
    }
    // Both kinds of calls are refused: a selector for one of them would miss the other.
    assert.notMatch(asked, /outcome="(authentication_failed|turned_away:authentication_failed)"/)
  })

  it("sends every alert to a runbook that is there, and a missing program's alert to its name in it", () => {
    for (const { alert, annotations } of rules) {
      assert.isNotEmpty(annotations.summary, alert)
      const runbook = deploy(...annotations.runbook.split("/"))
      assert.isNotEmpty(runbook, alert)
      if (alert.endsWith("Gone")) assert.include(runbook, alert)
    }
  })

  it("pages when a payment is in doubt, and when no reconciler is there or none works", () => {
    const names = rules.map(({ alert }) => alert)
    assert.includeMembers(names, [
      "CauriPaymentInDoubt",
      "CauriReceiverGone",
      "CauriReconcilerGone",
      "CauriReconcilerSilent",
      "CauriQueueOld",
    ])
  })
})

describe("the runbooks", () => {
  it("are there for everything that needs a person", () => {
    assert.sameMembers(readdirSync(join(home, "deploy", "runbooks")), [
      "corrupt-store.md",
      "disk-full.md",
      "flags.md",
      "in-doubt.md",
      "key-rotation.md",
      "provider-down.md",
      "restore.md",
      "whitelist.md",
    ])
  })

  it("explain every flag and every reason to hold a payout", () => {
    const flags = deploy("runbooks", "flags.md")
    for (const name of [...FlagKind.literals, ...HeldReason.literals]) {
      assert.include(flags, `\`${name}\``)
    }
  })

  it("explain every reason for which creations are stopped, where the alert of a hold leads", () => {
    const [, runbook = ""] = /alert: CauriHoldInForce[^]*?runbook: runbooks\/(\S+)/.exec(deploy("alerts.yaml")) ?? []
    const text = deploy("runbooks", runbook)
    for (const word of ["authentication_failed", "ip_denied", "balance_too_low"])
      assert.include(text, `| \`${word}\` |`)
    for (const scope of ["project/shop", "project/shop/payouts", "operator/shop/"]) assert.include(text, `\`${scope}`)
  })
})
