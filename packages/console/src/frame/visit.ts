/** One request of a visitor, with what every page needs to know of it. */
import type { HttpServerRequest } from "effect/http"
import { Schema } from "effect"
import type { Language } from "@cauri/catalogue"
import { PaymentKey } from "@cauri/core"
import type { Texts } from "./texts.ts"
import type { Visitor } from "./Visitor.ts"

/** Where a page is shown, and to whom. */
export interface Place {
  readonly language: Language
  readonly texts: Texts
  /** The address of this page within the console, with its query and without a choice of language. */
  readonly address: string
  /** The way from the address of the request to the console's own root: `./`, `../` and so on. */
  readonly root: string
  /** The name of the store in the page's footer. */
  readonly store: string
  /** Null: someone who may see no payment. */
  readonly visitor: Visitor | null
}

/** One request of a visitor. */
export interface Visit extends Place {
  readonly visitor: Visitor
  readonly query: URLSearchParams
  /** The posted form; empty otherwise. */
  readonly form: URLSearchParams
  /** The file that came with the form, on pages that take one. */
  readonly file: { readonly name: string; readonly bytes: Uint8Array } | null
  readonly now: number
}

/** A request at the door: in a language, with or without a visitor who is known. */
export interface Arrival {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly place: Place
  readonly query: URLSearchParams
  readonly now: number
}

/** This address, where it is one within the console; else the root. Browsers read a path that begins with two slashes as another site. */
export const ownAddress = (text: string): string => (/^\/(?![/\\])[!-~]{0,1999}$/.test(text) ? text : "/")

/** The address of a payment's page, or of a page below it. Ids and projects need no escaping in an address. */
export const paymentAddress = ({ id, kind, project }: PaymentKey, part = ""): string =>
  `/payments/${kind}/${project}/${id}${part}`

export const readKey = (parts: Readonly<Record<string, string | undefined>>): PaymentKey | null => {
  const { id, kind, project } = parts
  const key = { kind, project, id }
  return Schema.is(PaymentKey)(key) ? key : null
}

/** An address with a query; empty values are left out. */
export const addressWith = (path: string, query: Readonly<Record<string, string | null | undefined>>): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === null || value === undefined || value === "" ? [] : [[name, value]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`
}
