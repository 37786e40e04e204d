// Everything in one file, but for what is native. undici is written for CommonJS.
export default {
  entry: ["nodeHttp.mjs"],
  format: "esm",
  platform: "node",
  target: "node22",
  outDir: "tsup",
  noExternal: [/^(?!better-sqlite3)/],
  external: ["better-sqlite3"],
  banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
}
