/** One server for one run of vitest: name this module in `globalSetup` and ask for the address with `inject("postgresUrl")`. */
import type { TestProject } from "vitest/node"
import { startPostgres } from "./startPostgres.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly postgresUrl: string
  }
}

// oxlint-disable-next-line import/no-default-export -- vitest calls the default export
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  project.provide("postgresUrl", postgres.url)
  return postgres.stop
}
