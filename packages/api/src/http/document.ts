/** The OpenAPI 3.1 document. */

/** A JSON object. */
export type JsonObject = { readonly [name: string]: unknown }

export const openApi: JsonObject = {}
