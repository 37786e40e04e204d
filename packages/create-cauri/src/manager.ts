/** The three package managers, and how each spells what the printed texts and the written files need. */

/** npm, pnpm or Yarn. */
export type Manager = "npm" | "pnpm" | "yarn"

export interface Spelling {
  /** Starts this package. npm needs `-y` and `--`: without them it stops to ask, and keeps the options for itself. */
  readonly create: (folder: string, options: string) => string
  /** Starts `cauri init`. */
  readonly init: (folder: string, options: string) => string
  readonly install: string
  readonly script: string
  /** After it a script's own options. */
  readonly rest: string
  readonly lockFile: string
  /** Installs exactly what the lock file says, where only Node is there. */
  readonly frozen: string
  /** The same without what only development needs. */
  readonly production: string
}

export const managers: Readonly<Record<Manager, Spelling>> = {
  npm: {
    create: (folder, options) => `npm create -y cauri@latest ${folder} -- ${options}`,
    init: (folder, options) => `npx -y cauri@latest init ${folder} ${options}`,
    install: "npm install",
    script: "npm run",
    rest: " --",
    lockFile: "package-lock.json",
    frozen: "npm ci",
    production: "npm ci --omit=dev",
  },
  pnpm: {
    create: (folder, options) => `pnpm create cauri@latest ${folder} ${options}`,
    init: (folder, options) => `pnpm dlx cauri@latest init ${folder} ${options}`,
    install: "pnpm install",
    script: "pnpm run",
    rest: "",
    lockFile: "pnpm-lock.yaml",
    frozen: "npx -y pnpm@12.21.0 install --frozen-lockfile",
    production: "npx -y pnpm@12.21.0 install --frozen-lockfile --prod",
  },
  yarn: {
    create: (folder, options) => `yarn dlx create-cauri@latest ${folder} ${options}`,
    init: (folder, options) => `yarn dlx -p cauri@latest cauri init ${folder} ${options}`,
    install: "yarn install",
    script: "yarn run",
    rest: "",
    lockFile: "yarn.lock",
    frozen: "npx -y @yarnpkg/cli-dist@4.18.1 install --immutable",
    production: "npx -y @yarnpkg/cli-dist@4.18.1 workspaces focus --production",
  },
}

export const managerOf = (environment: Readonly<Record<string, string | undefined>>): Manager => {
  const agent = environment["npm_config_user_agent"] ?? ""
  return agent.startsWith("pnpm/") ? "pnpm" : agent.startsWith("yarn/") ? "yarn" : "npm"
}
