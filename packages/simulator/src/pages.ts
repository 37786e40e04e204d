/**
 * What an app needs to serve its own pages beside the simulator's, under the same rules: everything escaped, a strict content security
 * policy, forms of our own pages only.
 */
export { actOnPhone } from "./http/control/controlHandlers.ts"
export { otherLanguage, pageResponse, type SandboxPage } from "./http/sandboxPage.ts"
export { isFromElsewhere, makePageTokens, type PageTokens } from "./http/page/pageTokens.ts"
export { languageOf } from "./http/language.ts"
export { laidOut, maskedPost, maskedUrl } from "./log/mask.ts"
export { subCodesOf } from "./http/documents/wikiRoutes.ts"
export { bodyText } from "./http/requestBody.ts"
