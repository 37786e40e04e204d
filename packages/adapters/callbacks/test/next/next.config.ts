import type { NextConfig } from "next"
import { join } from "node:path"

const config: NextConfig = {
  // All that the endpoint wants of Next.
  poweredByHeader: false,
  // For this repository alone: where its packages lie, and no cache that no later build would read.
  turbopack: { root: join(import.meta.dirname, "../../../../..") },
  experimental: { turbopackFileSystemCacheForBuild: false },
}

export default config
