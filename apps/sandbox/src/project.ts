/** A ready project with credentials of its own, and what is printed about it at the start. */
import { randomBytes } from "node:crypto"
import { controlPrefix, controlTokenHeader, defaultProject, type Project, type Served } from "@cauri/simulator"

/** An unguessable secret. */
export const newSecret = (): string => randomBytes(16).toString("hex")

/** The project that is there from the start. */
export const newProject = (whitelist: ReadonlyArray<string>): Project => ({
  ...defaultProject,
  apiKey: `sandbox-key-${newSecret()}`,
  apiToken: `sandbox-token-${newSecret()}`,
  whitelist: [...whitelist],
})

/** What is printed once it listens: for people, or one line of JSON for programs. */
export const startBanner = ({ controlToken, credentials, url }: Omit<Served, "services">, json: boolean): string => {
  const pages = `${url}/?key=${encodeURIComponent(controlToken)}`
  if (json) return `${JSON.stringify({ url, pages, controlToken, projects: credentials })}\n`
  return `${[
    `Sandbox: no money moves here.`,
    ``,
    `  Service        ${url}`,
    `  Pages          ${pages}`,
    `  Documents      ${url}/docs`,
    `  Control API    ${url}${controlPrefix} with ${controlTokenHeader}: ${controlToken}`,
    ...credentials.flatMap(({ apiKey, apiToken, projectId }) => [
      ``,
      `  Project ${projectId}`,
      `  apikey         ${apiKey}`,
      `  authorization  Bearer ${apiToken}`,
    ]),
    ``,
    `Ctrl-C stops it.`,
  ].join("\n")}\n`
}
