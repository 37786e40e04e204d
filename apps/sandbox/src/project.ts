/** A ready project with credentials of its own, and what is printed about it at the start. */
import { randomBytes } from "node:crypto"
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import {
  controlPrefix,
  controlTokenHeader,
  defaultProject,
  type Profile,
  type Project,
  type Served,
} from "@cauri/simulator"
import { addressForms } from "./addressForms.ts"

export const newSecret = (): string => randomBytes(16).toString("hex")

/** A project that is there from the start: what a seed file says of it, and new credentials unless it gives them. */
export const newProject = (given: Partial<Project>): Project => ({
  ...defaultProject,
  apiKey: `sandbox-key-${newSecret()}`,
  apiToken: `sandbox-token-${newSecret()}`,
  ...(given.id !== undefined && { name: given.id }),
  ...given,
})

/** What is printed once it listens: for people, or one line of JSON for programs. */
export const startBanner = (
  { controlToken, credentials, url }: Omit<Served, "services">,
  { name }: Pick<Profile, "name">,
  json: boolean,
  language: Language,
): string => {
  const pages = `${url}/?key=${encodeURIComponent(controlToken)}`
  const face = name === "strict" ? "strict" : "as-observed"
  if (json) return `${JSON.stringify({ url, pages, controlToken, face, projects: credentials })}\n`
  const words = tools[language].sandboxStart
  const forms = addressForms(url)
  const width = Math.max(...forms.map(({ form }) => form.length))
  const rows = [
    ...forms.map(
      ({ adds, form }, index) =>
        [index === 0 ? words.service : "", `${form.padEnd(width)}  ${words.program_adds(adds)}`] as const,
    ),
    [words.face, words.faces[face]],
    [words.pages, pages],
    [words.documents, `${url}/docs`],
    [words.control, words.control_at(`${url}${controlPrefix}`, controlTokenHeader, controlToken)],
  ] as const
  return `${[
    words.title,
    ``,
    ...rows.map(([name, text]) => `  ${name.padEnd(17)}${text}`),
    ...credentials.flatMap(({ apiKey, apiToken, projectId }) => [
      ``,
      `  ${words.project(projectId)}`,
      `  ${"apikey".padEnd(17)}${apiKey}`,
      `  ${"authorization".padEnd(17)}Bearer ${apiToken}`,
    ]),
    ``,
    words.stop,
  ].join("\n")}\n`
}
