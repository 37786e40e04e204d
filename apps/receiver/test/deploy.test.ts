/** The files for deployment load and agree with the configuration. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Metric } from "effect"
import { answers } from "@cauri/callbacks"
import { parse, parseAllDocuments } from "yaml"
import { socketLimits } from "@cauri/runtime"
import { variables } from "../src/config.ts"
import { home } from "./home.ts"
import { answersTo, postText, served } from "./serving.ts"

const read = (...path: ReadonlyArray<string>) => readFileSync(join(home, ...path), "utf8")

/** The names of variables in a text of `NAME=value` lines, those that are commented out included. */
const namesIn = (text: string) => [...text.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name = ""]) => name)

/** The longest that it takes to stop, in seconds. */
const stopping = socketLimits.drain / 1_000

describe("the example of the environment", () => {
  it("explains every variable of the configuration, and no other", () => {
    assert.sameMembers([...new Set(namesIn(read(".env.example")))], Object.keys(variables))
  })
})

describe("what is deployed", () => {
  const manifests = parseAllDocuments(read("deploy", "kubernetes", "receiver.yaml")).map((document) => {
    assert.deepStrictEqual(document.errors, [])
    return document.toJS()
  })
  const ofKind = (wanted: string) => manifests.find(({ kind }) => kind === wanted)
  const pod = ofKind("Deployment").spec.template.spec
  const [container] = pod.containers

  it("has its probes in Kubernetes, and time to be forgotten and to answer what was begun", () => {
    assert.isAbove(pod.terminationGracePeriodSeconds, container.lifecycle.preStop.sleep.seconds + stopping)
    assert.strictEqual(container.livenessProbe.httpGet.path, "/livez")
    assert.strictEqual(container.readinessProbe.httpGet.path, "/readyz")
    assert.strictEqual(container.livenessProbe.httpGet.port, "operations")
    assert.isTrue(container.securityContext.readOnlyRootFilesystem)
    assert.deepStrictEqual(container.securityContext.capabilities, { drop: ["ALL"] })
    assert.isTrue(pod.securityContext.runAsNonRoot)
    const names: ReadonlyArray<{ readonly name: string }> = container.env
    assert.sameMembers(
      names.map(({ name }) => name).filter((name) => !Object.hasOwn(variables, name)),
      [],
    )
  })

  it("stands in the compose file beside the reconcilers, without credentials, and shows its public port to a proxy alone", () => {
    const compose = parse(read("..", "reconciler", "deploy", "compose.yaml"), { merge: true })
    const {
      env_file: files,
      environment,
      ports,
      read_only: readOnly,
      stop_grace_period: grace,
    } = compose.services.receiver
    assert.sameMembers(
      Object.keys(environment).filter((name) => !Object.hasOwn(variables, name)),
      [],
    )
    assert.deepStrictEqual(files, ["secrets/callback.env", "secrets/store.env"])
    assert.deepStrictEqual(ports, ["127.0.0.1:8080:8080"])
    assert.isTrue(readOnly)
    assert.isAbove(Number(/^(\d+)s$/.exec(grace)?.[1]), stopping)
  })

  it("shows the outside one port, and not that of its operations (E2)", () => {
    const { ports } = ofKind("Service").spec
    assert.deepStrictEqual(
      ports.map(({ targetPort }: { readonly targetPort: string }) => targetPort),
      ["callbacks"],
    )
  })

  it("may call the store and ask for its name, and nothing else", () => {
    const { egress, policyTypes } = ofKind("NetworkPolicy").spec
    assert.sameMembers(policyTypes, ["Ingress", "Egress"])
    const rules: ReadonlyArray<{ readonly to?: unknown; readonly ports: ReadonlyArray<{ readonly port: number }> }> =
      egress
    assert.deepStrictEqual(
      rules.map(({ ports }) => ports.map(({ port }) => port)),
      [[5432], [53, 53]],
    )
    for (const { to } of rules) assert.isArray(to)
  })

  it("is not started again by systemd when only a person can mend it, and has time to answer what was begun", () => {
    const unit = read("deploy", "cauri-receiver.service")
    assert.match(unit, /^RestartPreventExitStatus=64 74$/m)
    // A store or a port that is away (75) comes back without anybody: the limit of systemd would end the tries after some seconds.
    assert.match(unit, /^Restart=on-failure$/m)
    assert.match(unit, /^StartLimitIntervalSec=0$/m)
    assert.isAbove(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]), stopping)
    assert.match(unit, /^NoNewPrivileges=true$/m)
    assert.match(unit, /^IPAddressDeny=any$/m)
    assert.isAbove(Number(/^LimitNOFILE=(\d+)$/m.exec(unit)?.[1]), 2 * socketLimits.connections)
  })
})

describe("monitoring", () => {
  it.live("misses a receiver by a metric that it has before its first callback", () =>
    Effect.gen(function* () {
      const missed = [...read("..", "reconciler", "deploy", "alerts.yaml").matchAll(/absent\((cauri_receiver\w+)\)/g)]
      assert.isNotEmpty(missed)
      const before = yield* Metric.snapshot
      yield* served()
      const has = (yield* Metric.snapshot).map(({ id }) => id)
      for (const [, name] of missed) {
        assert.notInclude(
          before.map(({ id }) => id),
          name,
        )
        assert.include(has, name)
      }
    }).pipe(Effect.scoped, Effect.provideService(Metric.MetricRegistry, new Map())),
  )

  it.live("names only metrics of the receiver that it has", () =>
    Effect.gen(function* () {
      const { desk, path, port } = yield* served()
      yield* answersTo(port, postText(path))
      desk.answer = () => Effect.succeed("TooMany")
      yield* answersTo(port, postText(path))
      const has = (yield* Metric.snapshot).map(({ id }) => id)
      const papers = ["alerts.yaml", "dashboard.json", "runbooks/key-rotation.md"].map((name) =>
        read("..", "reconciler", "deploy", name),
      )
      const named = new Set(
        [...papers.join("\n").matchAll(/\bcauri_(callbacks|receiver)[a-z_]*/g)].map(([name]) => name),
      )
      assert.sameMembers(
        [...named],
        ["cauri_callbacks", "cauri_callbacks_too_many", "cauri_receiver_started_timestamp_seconds"],
      )
      assert.includeMembers(has, [...named])
      const labels = [...papers.join("\n").matchAll(/answer=~?\\?"([A-Za-z|]+)/g)].flatMap(([, words = ""]) =>
        words.split("|"),
      )
      assert.isNotEmpty(labels)
      assert.includeMembers(Object.keys(answers), labels)
    }),
  )
})
