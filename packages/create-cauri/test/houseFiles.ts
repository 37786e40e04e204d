/**
 * The files for deployment that the template shares with the apps of this repository. They are derived from the apps' own by the
 * replacements below, so the two cannot drift apart: a replacement that no longer fits fails, and a test compares the results with
 * `template/`. `pnpm --filter create-cauri generate` writes them.
 */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const apps = fileURLToPath(new URL("../../../apps/", import.meta.url))
const read = (path: string): string => readFileSync(apps + path, "utf8")

/** Where a replacement applies: everywhere, or it fails. */
const replaced = (text: string, ...pairs: ReadonlyArray<readonly [from: string | RegExp, to: string]>): string =>
  pairs.reduce((result, [from, to]) => {
    const next = result.replaceAll(typeof from === "string" ? from : new RegExp(from, "gm"), to)
    if (next === result) throw new Error(`Nothing was there to replace: ${String(from)}`)
    return next
  }, text)

/** Lines for some choices only. */
const only = (condition: string, lines: string): string => `#? ${condition}\n${lines}\n#?\n`

const programs = "node_modules/cauri/dist/programs/cauri.js"

const unit = (app: string): string =>
  replaced(
    read(`${app}/deploy/cauri-${app}.service`),
    [
      ". /opt/cauri/current links to the version in use (docs/en/deploying/systemd.md).",
      ", for this repository, installed in /opt/{{name}}",
    ],
    ["WorkingDirectory=/opt/cauri/current", "WorkingDirectory=/opt/{{name}}"],
    [`ExecStart=/usr/bin/node programs/cauri.js ${app}`, `ExecStart=/usr/bin/node ${programs} ${app}`],
  )

/** The command for root, over the programs of this repository. */
const command = (): string =>
  replaced(read("console/deploy/cauri"), ["cd /opt/cauri/current", "cd /opt/{{name}}"], ["programs/cauri.js", programs])

/** The unit of the shop: the reconciler's, with another program. */
const shopUnit = (): string =>
  replaced(
    unit("reconciler"),
    ["cauri-reconciler.service", "{{name}}.service"],
    [/^Description=.*$/, "Description=The shop {{name}}"],
    [
      /^Environment=STORE_MARK_FILE=.*\n/,
      `$&${only("framework=next", "Environment=NODE_ENV=production NEXT_MANUAL_SIG_HANDLE=true")}`,
    ],
    ["EnvironmentFile=/etc/cauri/reconciler.env", "EnvironmentFile=/etc/cauri/{{name}}.env"],
    [`${programs} reconciler`, "{{start}}"],
  )

const shopService = `  # The shop. On the loopback: a proxy that speaks TLS stands before it.
  shop:
    image: {{name}}
    build: { context: .., dockerfile: deploy/Dockerfile }
    entrypoint: ["node"]
    command: [{{startList}}]
    restart: on-failure:5
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    stop_grace_period: 45s
#? framework=none
    read_only: true
#? store=postgres
    depends_on: { postgres: { condition: service_healthy } }
#? run=embedded
    env_file: [secrets/callback.env, secrets/store.env, secrets/project.env]
#? run=programs
    env_file: [secrets/callback.env, secrets/webhook.env, secrets/store.env, secrets/project.env]
#?
    environment:
      SHOP_URL: \${SHOP_URL:?the public address of the shop}
      SERVICE_URL: \${SERVICE_URL:?the address of the service}
      CALLBACK_BASE: \${CALLBACK_BASE:?the public address to which callbacks come}
      STORE_CREATE: never
      # How far the store came, outside of it: an old state that is put back is refused.
      STORE_MARK_FILE: /mark/mark
#? framework=none
      HOST: 0.0.0.0
#? framework=next
      NODE_ENV: production
      NEXT_MANUAL_SIG_HANDLE: "true"
#?
      PORT: "8080"
    volumes: ["mark:/mark"{{data}}]
#? run=embedded
    ports: ["127.0.0.1:8080:8080"]
#? run=programs
    ports: ["127.0.0.1:8090:8080"]
#?
`

const image = [
  ["image: cauri", "image: {{name}}"],
  [
    "build: { context: ../../.., dockerfile: apps/cli/Dockerfile }",
    "build: { context: .., dockerfile: deploy/Dockerfile }",
  ],
] as const

/** The parts of the compose file of the apps, by the name of each: the file separates them by empty lines. */
const composeParts = (): ReadonlyMap<string, string> => {
  const text = replaced(
    read("reconciler/deploy/compose.yaml"),
    [/^(?:#.*\n)+(?=x-reconciler)/, ""],
    ...image,
    // The shop reads its credentials from the environment, so the others do the same.
    [/ *CREDENTIALS_FILE: .*\n/, ""],
    ['"./secrets/credentials:/run/credentials:ro", ', ""],
    [
      /^ *# The folder, not the file: .*\n *# So with a store on SQLite .*\n *# because each of its names has a log.*\n/,
      "  # The folder of a store on SQLite, never the file alone: each of its names has a log of its own, and every payout would be sent twice.\n",
    ],
    [/\$\{WEBHOOK_URL:.*\}/, "http://shop:8080/payment-events"],
    ["secrets/webhook.env, secrets/store.env]", "secrets/webhook.env, secrets/store.env, secrets/project.env]"],
    [/(entrypoint: .*"console"\](?:\n.*)+?)secrets\/store.env\]/, "$1secrets/store.env, secrets/project.env]"],
    [/(command: \[api\](?:\n.*)+?)secrets\/store.env\]/, "$1secrets/store.env, secrets/project.env]"],
    // Who chose the API starts it with the others; the port is that of the shop here.
    [/^ *profiles: \[api\]\n/, ""],
    ["127.0.0.1:8090:8090", "127.0.0.1:8091:8090"],
    ['"/app/programs/cauri.js"', `"${programs}"`],
    [/"mark:\/mark(:ro)?"\]/, '"mark:/mark$1"{{data}}]'],
  )
  const parts = text.split("\n\n").map((part) => part.replace(/^services:\n/, "").trimEnd())
  return new Map(parts.map((part) => [/^(?: {2})?([a-z][\w-]*):/m.exec(part)?.[1] ?? "", part]))
}

const wrapped = (
  condition: string,
  lines: string,
  ...inner: ReadonlyArray<readonly [line: RegExp, condition: string]>
) =>
  only(
    condition,
    inner.reduce((text, [line, more]) => replaced(text, [line, `#? ${condition} ${more}\n$&\n#? ${condition}`]), lines),
  )

const needsPostgres = [/^ *depends_on: .*$/, "store=postgres"] as const

/** One compose file for every choice: the apps' own, and the shop. */
const compose = (): string => {
  const parts = composeParts()
  const part = (name: string): string => {
    const found = parts.get(name)
    if (found === undefined) throw new Error(`The compose file of the apps has no ${name}.`)
    return found
  }
  return [
    `# The shop and what it needs, on one machine. Secrets come from files beside this one that are in no repository; README.md lists them.
#   docker compose -f deploy/compose.yaml run --rm -e STORE_CREATE=if-missing console migrate    # once: a store is never made by accident
#   docker compose -f deploy/compose.yaml up -d
#   docker compose -f deploy/compose.yaml run --rm -e CONSOLE_USER="A. Colleague" console doctor
`,
    wrapped("run=programs", part("x-reconciler"), needsPostgres),
    "services:\n",
    shopService,
    wrapped("store=postgres", `\n${part("postgres")}`),
    ...["reconciler-1", "reconciler-2"].map((name) => only("run=programs", `\n${part(name)}`)),
    wrapped("run=programs", `\n${part("receiver")}`, needsPostgres),
    only("api=yes", `\n${part("api")}`),
    wrapped("", `\n${part("console")}`, needsPostgres),
    "\nvolumes:\n",
    only("store=postgres", "  payments:"),
    only("store=sqlite", "  data:"),
    "  # In no backup of the payments: it tells an old state of them.\n  mark:\n",
  ].join("")
}

const kubernetes = (path: string): string => replaced(read(path), ["image: cauri\n", "image: {{name}}\n"])

/** The example of a program's environment, where its store lies under `/var/lib/cauri`. */
const environment = (app: string): string =>
  replaced(read(`${app}/.env.example`), [
    /^STORE_URL=.*$/,
    "#? store=sqlite\nSTORE_URL=sqlite:/var/lib/cauri/payments.db\n#? store=postgres\nSTORE_URL=postgres://cauri@127.0.0.1/cauri\n#?",
  ])

/** The paragraph of one variable in an example of the environment: its comment and its line. */
const paragraph = (app: string, name: string): string => {
  const found = read(`${app}/.env.example`)
    .split("\n\n")
    .find((each) => new RegExp(`^(# )?${name}=`, "m").test(each))
  if (found === undefined) throw new Error(`The example of ${app} has no ${name}.`)
  return `${found.trimEnd()}\n`
}

/** The environment of the shop: what it shares with the programs is said as they say it. */
const shopEnvironment = (): string =>
  [
    `# Every variable of the shop. A line that begins with "# " and a name is optional; its value is the default or an example.

# The public address of the shop, which customers open.
SHOP_URL=https://shop.example

`,
    only(
      "framework=none",
      "# Where it listens. Behind a proxy that speaks TLS to the outside: the loopback.\n# HOST=127.0.0.1\n# PORT=8080\n",
    ),
    replaced(paragraph("reconciler", "STORE_URL"), [
      /^STORE_URL=.*$/,
      "#? store=sqlite\nSTORE_URL=sqlite:/var/lib/cauri/payments.db\n#? store=postgres\nSTORE_URL=postgres://cauri@127.0.0.1/cauri\n#?",
    ]),
    "\n",
    replaced(paragraph("reconciler", "STORE_CREATE"), [
      /^# "never"(?:.*\n# )+.*$/,
      '# "never" (the default) refuses to start where there is no store: an empty disk must not look like a new shop. Make the store once:\n# STORE_CREATE=if-missing {{script}} cauri{{rest}} migrate',
    ]),
    "\n",
    paragraph("reconciler", "STORE_MARK_FILE"),
    "\n",
    paragraph("reconciler", "SERVICE_URL"),
    `
# The credentials of your project, which cauri knows as "shop".
API_KEY_shop=replace-me
API_TOKEN_shop=replace-me

`,
    only(
      "run=embedded",
      "# The public address to which the service sends callbacks, without /callbacks: that of the shop. For payouts it must be https.\nCALLBACK_BASE=https://shop.example",
    ),
    only("run=programs", paragraph("reconciler", "CALLBACK_BASE").trimEnd()),
    "\n",
    paragraph("reconciler", "CALLBACK_KEYS"),
    only(
      "run=programs",
      "\n# Verifies what the reconciler posts to /payment-events: the same as there. A secret: whsec_ and `openssl rand -base64 32`\nWEBHOOK_SECRET=whsec_replace-me",
    ),
  ].join("")

const webhook = "https://shop.example/payment-events"

/** Every derived file by its path in `template/`. */
export const houseFiles = (): ReadonlyMap<string, string> =>
  new Map([
    ["env.example", shopEnvironment()],
    ["deploy/compose.yaml", compose()],
    ["deploy/shop.service", shopUnit()],
    ["deploy/cauri-receiver.service", unit("receiver")],
    ["deploy/cauri-reconciler.service", unit("reconciler")],
    ["deploy/cauri-console.service", unit("console")],
    ["deploy/cauri-api.service", unit("api")],
    ["deploy/cauri", command()],
    ["deploy/receiver.env.example", environment("receiver")],
    ["deploy/reconciler.env.example", environment("reconciler")],
    ["deploy/console.env.example", environment("console")],
    ["deploy/api.env.example", environment("api")],
    ["deploy/nginx.conf", read("receiver/deploy/nginx.conf")],
    ["deploy/kubernetes/mark.yaml", read("reconciler/deploy/kubernetes/mark.yaml")],
    ["deploy/kubernetes/api.yaml", kubernetes("api/deploy/kubernetes/api.yaml")],
    ["deploy/kubernetes/receiver.yaml", kubernetes("receiver/deploy/kubernetes/receiver.yaml")],
    [
      "deploy/kubernetes/reconciler.yaml",
      replaced(kubernetes("reconciler/deploy/kubernetes/reconciler.yaml"), [webhook, "http://{{name}}/payment-events"]),
    ],
    [
      "deploy/kubernetes/make-store.yaml",
      replaced(
        kubernetes("reconciler/deploy/kubernetes/make-store.yaml"),
        [webhook, "http://{{name}}/payment-events"],
        ["see runbooks/restore.md", "to an empty store every payment looks new"],
      ),
    ],
  ])
