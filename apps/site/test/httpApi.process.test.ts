/** What the pages about the HTTP API tell their readers to type, in their order; `npx cauri` is the command line of this repository. */
import { assert, describe, it } from "@effect/vitest"
import { freePort, temporaryFolder } from "@cauri/programs"
import { Effect } from "effect"
import { execFileSync, spawn } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { regionOf } from "../src/regions.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

const phpNeeds = "exit(extension_loaded('curl') && extension_loaded('pdo_sqlite') ? 0 : 1);"
const languages = [
  { slug: "php", file: "shop.php", found: ["php", "-r", phpNeeds] },
  { slug: "python", file: "shop.py", found: ["python3", "-V"] },
  { slug: "go", file: "shop.go", found: ["go", "version"] },
] as const

const isThere = ([program, ...given]: readonly [string, ...ReadonlyArray<string>]): boolean => {
  try {
    execFileSync(program, given, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** The ports that the pages name, each as one that is free here. */
const freePorts = Effect.all({ "4010": freePort(), "8080": freePort(), "8090": freePort(), "8000": freePort() })

type Ports = Effect.Success<typeof freePorts>

/** A part of what a page says, on these ports. */
const typed = (ports: Ports, named: string): string => {
  const found = regionOf(root, `apps/site/examples/${named}`)
  const code = "text" in found ? found.text : assert.fail(found.wrong)
  const free: Readonly<Record<string, number>> = ports
  return code.replace(/\b\d{4}\b/g, (port) => String(free[port] ?? port)).replaceAll("curl ", "curl -s ")
}

const until = (command: string, found: string) => `until ${command} | grep -q '${found}'; do sleep 0.2; done`

describe("the pages about the HTTP API", () => {
  it.live("lead to a first payment, and to a shop in each language that is on this machine", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const ports = yield* freePorts
      writeFileSync(join(folder, "npm"), "#!/bin/sh\n", { mode: 0o755 })
      const npx = `#!/bin/sh
case $2 in
  sandbox) export SANDBOX_PORT=${ports["4010"]} ;;
  receiver) export PORT=${ports["8080"]} ;;
  api) export PORT=${ports["8090"]} ;;
esac
shift
exec '${process.execPath}' '${process.env["CAURI_PROGRAMS"]}/cauri.js' "$@"
`
      writeFileSync(join(folder, "npx"), npx, { mode: 0o755 })
      const there = languages.filter(({ found }) => isThere(found))
      const ofShops = yield* Effect.forEach(there, ({ file, slug }) =>
        Effect.map(freePort(), (own) => {
          const part = (name: string) => typed({ ...ports, "8000": own }, `shops/${slug}.sh#${name}`)
          return [
            `cp '${root}apps/site/examples/shops/${file}' .`,
            `( ${part("serve")}\n) > ${slug}.log 2>&1 &`,
            until(`curl -s -o /dev/null -w '%{http_code}' http://127.0.0.1:${own}/`, "404"),
            part("buy"),
            until(part("look"), "paid"),
            `( ${part("staff")}\n${slug === "php" ? "php shop.php pay twin 15000 22660000090\n" : ""})`,
          ].join("\n")
        }),
      )
      const script = [
        "set -eu",
        typed(ports, "api/practice.sh#settings"),
        `( ${typed(ports, "api/practice.sh#programs")}\n) > programs.log 2>&1 &`,
        until(`curl -s http://127.0.0.1:${ports["8090"]}/healthz`, "ok"),
        ...["key", "payin", "events", "payout"].map((part) => typed(ports, `api/practice.sh#${part}`)),
        ...ofShops,
      ].join("\n")
      const run = yield* Effect.acquireRelease(
        Effect.sync(() =>
          spawn("sh", ["-c", script], {
            cwd: folder,
            env: { ...process.env, PATH: `${folder}:${process.env["PATH"] ?? ""}`, OPERATIONS_PORT: "0" },
            stdio: ["ignore", "pipe", "inherit"],
            detached: true,
          }),
        ),
        ({ pid }) => Effect.sync(() => pid !== undefined && process.kill(-pid, "SIGKILL")),
      )
      const said = (yield* Effect.promise(() => text(run.stdout))).replaceAll(/\s/g, "")
      assert.include(said, '"type":"payin.completed"')
      assert.match(said, /"id":"salary-17-june","amount":7500,.*"status":"pending",.*"heldBecause":null/)
      if (there.some(({ slug }) => slug === "php")) assert.include(said, "heldtwin")
      for (const { slug } of there)
        assert.include(said, `"id":"order-${slug}-1","amount":2500,"state":"paid","booked":2500`)
    }),
  )
})
