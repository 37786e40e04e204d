/** The files for deployment load and agree with the configuration. What all units have in common, the reconciler's test looks at. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse, parseAllDocuments } from "yaml"
import { socketLimits } from "@cauri/runtime"
import { variables } from "../src/config.ts"
import { limits } from "../src/server.ts"
import { home } from "./home.ts"

const read = (...path: ReadonlyArray<string>) => readFileSync(join(home, ...path), "utf8")

/** The longest that it takes to stop, in seconds. */
const stopping = limits.drain / 1_000

const unknown = (names: ReadonlyArray<string>) => names.filter((name) => !Object.hasOwn(variables, name))

describe("the example of the environment", () => {
  it("explains every variable of the configuration, and no other", () => {
    const named = [...read(".env.example").matchAll(/^(?:# )?([A-Z][A-Za-z_]+)=/gm)].map(([, name = ""]) =>
      name.replace(/^(API_KEY|API_TOKEN)_.+$/, "$1_<PROJECT>"),
    )
    assert.sameMembers([...new Set(named)], Object.keys(variables))
  })
})

describe("what is deployed", () => {
  const manifests = parseAllDocuments(read("deploy", "kubernetes", "api.yaml")).map((document) => {
    assert.deepStrictEqual(document.errors, [])
    return document.toJS()
  })
  const ofKind = (wanted: string) => manifests.find(({ kind }) => kind === wanted)
  const pod = ofKind("Deployment").spec.template.spec
  const [container] = pod.containers

  it("has its probes in Kubernetes, and time to be forgotten and to answer what was begun", () => {
    assert.isAbove(pod.terminationGracePeriodSeconds, container.lifecycle.preStop.sleep.seconds + stopping)
    for (const [probe, path] of [["livenessProbe", "/livez"] as const, ["readinessProbe", "/readyz"] as const])
      assert.deepStrictEqual(container[probe].httpGet, { path, port: "operations" })
    assert.isTrue(container.securityContext.readOnlyRootFilesystem)
    assert.isTrue(pod.securityContext.runAsNonRoot)
    assert.deepStrictEqual(unknown(container.env.map(({ name }: { readonly name: string }) => name)), [])
  })

  it("answers the programs that have its label, on one port, and opens its other port to Prometheus alone", () => {
    const { ingress, policyTypes } = ofKind("NetworkPolicy").spec
    assert.deepStrictEqual(policyTypes, ["Ingress"])
    const rules: ReadonlyArray<{ readonly from: unknown; readonly ports: ReadonlyArray<{ readonly port: number }> }> =
      ingress
    for (const { from } of rules) assert.isArray(from)
    assert.deepStrictEqual(
      rules.map(({ ports }) => ports.map(({ port }) => port)),
      [[8_090], [9_466]],
    )
    const ports: ReadonlyArray<{ readonly targetPort: string }> = ofKind("Service").spec.ports
    assert.deepStrictEqual(
      ports.map(({ targetPort }) => targetPort),
      ["requests"],
    )
  })

  it("starts on request in the compose file, on the loopback, with what the reconcilers have but the webhook", () => {
    const compose = parse(read("..", "reconciler", "deploy", "compose.yaml"), { merge: true })
    const { api, "reconciler-1": reconciler } = compose.services
    assert.deepStrictEqual([api.profiles, api.ports], [["api"], ["127.0.0.1:8090:8090"]])
    assert.deepStrictEqual(unknown(Object.keys(api.environment)), [])
    for (const name of ["SERVICE_URL", "CALLBACK_BASE", "CREDENTIALS_FILE", "STORE_CREATE", "STORE_MARK_FILE"])
      assert.strictEqual(api.environment[name], reconciler.environment[name], name)
    assert.deepStrictEqual(api.env_file, ["secrets/callback.env", "secrets/store.env"])
    assert.deepStrictEqual(api.volumes, reconciler.volumes)
    assert.isAbove(Number(/^(\d+)s$/.exec(api.stop_grace_period)?.[1]), stopping)
  })

  it("has time under systemd to answer what was begun, and more files than connections", () => {
    const unit = read("deploy", "cauri-api.service")
    assert.isAbove(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]), stopping)
    assert.isAbove(Number(/^LimitNOFILE=(\d+)$/m.exec(unit)?.[1]), 2 * socketLimits.connections)
  })
})
