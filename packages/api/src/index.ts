/**
 * Payments over HTTP, for programs in any language: a handler of web requests, the keys that open it, and the document that describes it.
 */
export { type ApiHandler, type ApiOptions, type ApiServices, makeApiHandler } from "./http/handler.ts"
export { openApi } from "./http/document.ts"
export {
  addKey,
  type AddedKey,
  type ApiKey,
  KeyExists,
  type KeyInput,
  KeyNotFound,
  listKeys,
  type Replacement,
  replaceKey,
  revokeKey,
  type Scope,
  scopes,
} from "./keys/keys.ts"
