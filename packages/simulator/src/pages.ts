/**
 * What an app needs to serve pages of its own beside the simulator's, under the same rules: everything escaped, a strict policy of
 * content, forms of our own pages only.
 */
export { actOnPhone } from "./http/controlHandlers.ts"
export { html, type Language, Markup, type PageParts, pageResponse } from "./http/html.ts"
export { isFromElsewhere, makePageTokens, type PageTokens } from "./http/pageTokens.ts"
export { languageOf } from "./http/language.ts"
export { bodyText } from "./http/requestBody.ts"
