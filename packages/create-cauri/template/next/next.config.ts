import type { NextConfig } from "next"

const config: NextConfig = {
  poweredByHeader: false,
  // They read files beside themselves, and one is native: Node loads them from node_modules.
//? store=sqlite
  serverExternalPackages: ["cauri", "better-sqlite3"],
//? store=postgres
  serverExternalPackages: ["cauri", "better-sqlite3", "pg"],
//?
}

export default config
