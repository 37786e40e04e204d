/** The files of a written repository: which of them the choices ask for, and what each holds. */
import type { Choices } from "./choices.ts"
import { type Manager, managers } from "./manager.ts"
import { holds, render, templateText } from "./template.ts"
import { ownVersion, versions } from "./versions.ts"

/** Every file of the template: its path there, when it is written, and where. Without a condition it always is. */
const table: ReadonlyArray<readonly [source: string, condition?: string, path?: string]> = [
  ["README.en.md", "language=en", "README.md"],
  ["README.fr.md", "language=fr", "README.md"],
  ["env.example", "", ".env.example"],
  ["gitignore", "", ".gitignore"],
  ["yarnrc.yml", "manager=yarn", ".yarnrc.yml"],
  ["pnpm-workspace.yaml", "manager=pnpm framework=next"],
  ["tsconfig.json"],
  ["ci.yml", "", ".github/workflows/ci.yml"],
  ["scripts/dev.ts"],
  ["src/settings.ts"],
  ["src/shop.ts"],
  ["src/words.ts"],
  ["test/shop.test.ts"],
  ["src/pages.ts", "framework=none"],
  ["src/main.ts", "framework=none"],
  ["src/app.ts", "framework=none"],
  ["next/src/main.ts", "framework=next", "src/main.ts"],
  ["next/instrumentation.ts", "framework=next", "instrumentation.ts"],
  ["next/next.config.ts", "framework=next", "next.config.ts"],
  ["next/app/layout.tsx", "framework=next", "app/layout.tsx"],
  ["next/app/page.tsx", "framework=next", "app/page.tsx"],
  ["next/app/orders/route.ts", "framework=next", "app/orders/route.ts"],
  ["next/app/orders/[id]/page.tsx", "framework=next", "app/orders/[id]/page.tsx"],
  ["next/app/callbacks/[address]/route.ts", "framework=next run=embedded", "app/callbacks/[address]/route.ts"],
  ["next/app/payment-events/route.ts", "framework=next run=programs", "app/payment-events/route.ts"],
  ["compose.dev.yaml", "store=postgres"],
  ["dockerignore", "deploy=compose|kubernetes", ".dockerignore"],
  ["deploy/Dockerfile", "deploy=compose|kubernetes"],
  ["deploy/compose.yaml", "deploy=compose"],
  ["deploy/shop.service", "deploy=systemd", "deploy/{{name}}.service"],
  ["deploy/cauri-receiver.service", "deploy=systemd run=programs"],
  ["deploy/cauri-reconciler.service", "deploy=systemd run=programs"],
  ["deploy/cauri-console.service", "deploy=systemd run=programs"],
  ["deploy/cauri-api.service", "deploy=systemd api=yes"],
  ["deploy/cauri", "deploy=systemd run=programs"],
  ["deploy/receiver.env.example", "deploy=systemd run=programs"],
  ["deploy/reconciler.env.example", "deploy=systemd run=programs"],
  ["deploy/console.env.example", "deploy=systemd run=programs"],
  ["deploy/api.env.example", "deploy=systemd api=yes"],
  ["deploy/nginx.conf", "deploy=systemd run=programs"],
  ["deploy/kubernetes/shop.yaml", "deploy=kubernetes"],
  ["deploy/kubernetes/mark.yaml", "deploy=kubernetes"],
  ["deploy/kubernetes/make-store.embedded.yaml", "deploy=kubernetes run=embedded", "deploy/kubernetes/make-store.yaml"],
  ["deploy/kubernetes/make-store.yaml", "deploy=kubernetes run=programs"],
  ["deploy/kubernetes/receiver.yaml", "deploy=kubernetes run=programs"],
  ["deploy/kubernetes/reconciler.yaml", "deploy=kubernetes run=programs"],
  ["deploy/kubernetes/api.yaml", "deploy=kubernetes api=yes"],
]

type Versioned = ReadonlyArray<keyof typeof versions>

const dependenciesOf = ({ framework, store }: Choices): Versioned => [
  ...(framework === "next" ? (["next", "react", "react-dom"] as const) : []),
  ...(store === "postgres" ? (["pg"] as const) : []),
]

const typesOf = ({ framework, store }: Choices): Versioned => [
  "@types/node",
  ...(store === "postgres" ? (["@types/pg"] as const) : []),
  ...(framework === "next" ? (["@types/react"] as const) : []),
  "typescript",
]

const sorted = (entries: ReadonlyArray<readonly [string, string]>) =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)))

/** What Node is given to start the shop. Next listens everywhere unless a command says otherwise, and a proxy stands before it. */
const startOf = ({ framework }: Choices): ReadonlyArray<string> =>
  framework === "next" ? ["node_modules/next/dist/bin/next", "start"] : ["src/main.ts"]

const onLoopback = (choices: Choices): string =>
  [...startOf(choices), ...(choices.framework === "next" ? ["--hostname", "127.0.0.1"] : [])].join(" ")

const manifestOf = (choices: Choices, name: string, cauri: string): string => {
  const withEnvironment = "node --env-file-if-exists=.env"
  const commands = "node_modules/cauri/dist/programs/cauri.js"
  const isNext = choices.framework === "next"
  const manifest = {
    name,
    version: "0.1.0",
    private: true,
    type: "module",
    scripts: {
      dev: "node scripts/dev.ts",
      test: 'node --test "test/**/*.test.ts"',
      check: "tsc --noEmit",
      ...(isNext ? { build: "next build" } : {}),
      start: `${withEnvironment} ${onLoopback(choices)}`,
      cauri: `${withEnvironment} ${commands}`,
      "cauri:dev": `node --env-file=.cauri/dev.env ${commands}`,
    },
    dependencies: sorted([["cauri", cauri], ...dependenciesOf(choices).map((each) => [each, versions[each]] as const)]),
    devDependencies: sorted(typesOf(choices).map((each) => [each, versions[each]])),
    engines: { node: ">=22.19" },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

/** What is known about a repository before it is written. */
export interface Project {
  readonly choices: Choices
  /** The name of its package, its units and its images: small letters, digits and hyphens. */
  readonly name: string
  readonly manager: Manager
}

/** A name for the package from that of its folder. */
export const nameFrom = (folder: string): string =>
  folder
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "") || "shop"

/** Every file of the repository by its path, the same for the same project. */
export const filesOf = ({ choices, manager, name }: Project): ReadonlyMap<string, string> => {
  const cauri = ownVersion()
  const { frozen, install, lockFile, production, rest, script } = managers[manager]
  const [withApi, run] = choices.run === "api" ? (["yes", "programs"] as const) : (["no", choices.run] as const)
  const facts = {
    ...choices,
    // The API stands beside the programs, and changes nothing of them.
    run,
    api: withApi,
    name,
    manager,
    cauri,
    frozen,
    install,
    lockFile,
    production,
    rest,
    script,
    start: onLoopback(choices),
    startList: startOf(choices)
      .map((part) => JSON.stringify(part))
      .join(", "),
    units: (run === "programs" ? " cauri-receiver cauri-reconciler" : "") + (withApi === "yes" ? " cauri-api" : ""),
    data: choices.store === "sqlite" ? ', "data:/data"' : "",
  }
  const files = table
    .filter(([, condition = ""]) => holds(condition, facts))
    .map(([source, , path = source]) => [render(path, facts), render(templateText(source), facts)] as const)
  return new Map([["package.json", manifestOf(choices, name, cauri)], ...files])
}
