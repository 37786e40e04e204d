/** One request of an open session, with what every page needs to know of it. */
import type { HttpServerRequest } from "effect/http"
import { Schema } from "effect"
import type { Language } from "@cauri/catalogue"
import { PaymentKey } from "@cauri/core"
import type { Session } from "./access.ts"
import type { Texts } from "./texts.ts"

/** Where a page is shown, with or without a session. */
export interface Place {
  readonly language: Language
  readonly texts: Texts
  /** The address of this page within the console, with its query and without a choice of language. */
  readonly address: string
  /** The name of the store in the page's footer. */
  readonly store: string
  /** Null: no session yet. */
  readonly session: Session | null
}

/** One request of an open session. */
export interface Visit extends Place {
  readonly session: Session
  readonly query: URLSearchParams
  /** The posted form; empty otherwise. */
  readonly form: URLSearchParams
  readonly now: number
}

/** A request at the entry: of this machine, in a language, with or without a session. */
export interface Arrival {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly place: Place
  readonly query: URLSearchParams
  readonly port: string
  readonly cookie: string | undefined
  readonly now: number
}

/** The address of a payment's page, or of a page below it. Ids and projects need no escaping in an address. */
export const paymentAddress = ({ id, kind, project }: PaymentKey, part = ""): string =>
  `/payments/${kind}/${project}/${id}${part}`

/** The key in an address, or null. */
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
