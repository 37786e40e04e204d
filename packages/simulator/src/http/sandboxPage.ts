/**
 * The frame of the simulator's pages: a sentence that no money moves here, the one style sheet, and never in another page's frame (#20).
 * Controls D3, D4 and D8 of the threat model.
 */
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import {
  type Asset,
  html,
  icon,
  languageLink,
  type Markup,
  pageHeaders,
  pageOf,
  type PageParts,
  style,
} from "@cauri/pages"
import { Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { htmlMediaType } from "./answers.ts"

/** A page of the simulator or of its sandbox. */
export interface SandboxPage extends Omit<PageParts, "language" | "skip" | "strip" | "root"> {
  readonly language: Language
}

/** A page with its headers. `base`: the path of the base address; pages name their addresses below it. */
export const pageResponse = (page: SandboxPage, base: string, status = 200): HttpServerResponse.HttpServerResponse => {
  const { language, script } = page
  const strip = html`<strong>Sandbox</strong> ${sandboxNotice[language]}`
  const text = pageOf({ ...page, skip: tools[language].console.skip, strip, root: `${base}/` })
  // The page of a payment may stand in a window that the shop opened, and says nothing of its address to anyone.
  const headers = { "referrer-policy": "no-referrer", "cross-origin-opener-policy": "same-origin-allow-popups" }
  return HttpServerResponse.text(text, {
    status,
    contentType: htmlMediaType,
    headers: { ...pageHeaders({ script: script !== undefined }), ...headers },
  })
}

// D8: the simulator's pages must not be mistaken for the service's.
const sandboxNotice: Readonly<Record<Language, string>> = {
  en: "No money moves here.",
  fr: "Ici, aucun argent ne circule.",
}

/** The same page in the other language, at the side of the header. `address`: that of the page, without a choice of language. */
export const otherLanguage = (language: Language, address: string): Markup => {
  const other = language === "fr" ? "en" : "fr"
  const link = languageLink(address, { language: other, name: "lang", text: tools[language].console.otherLanguage })
  return html`<div class="session">${link}</div>`
}

/** The routes of the files that the pages load. Their addresses change with their content. */
export const pageFileRoutes = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    for (const file of [style, icon]) yield* router.add("GET", file.path, Effect.succeed(fileResponse(file)))
  }),
)

const fileResponse = ({ mediaType, text }: Asset) =>
  HttpServerResponse.text(text, {
    contentType: mediaType,
    headers: { "cache-control": "public, max-age=31536000, immutable" },
  })
