/** The variables of the doors: how people come in, who they are, and at which address. */
import { Context, Effect, Redacted, Schema } from "effect"
import { variableTexts } from "@cauri/catalogue/tools"
import { type Misconfigured, rangesIn, readAll, type Readers, shapes } from "@cauri/runtime"
import { isLoopback } from "../frame/origins.ts"

/** The variables of the doors, with what each must be. */
export const doorVariables = variableTexts(
  "CONSOLE_TOKEN",
  "CONSOLE_DOOR",
  "CONSOLE_ORIGIN",
  "CONSOLE_PEOPLE_FILE",
  "CONSOLE_SECRET",
  "CONSOLE_PROXY_ADDRESSES",
  "CONSOLE_PROXY_HEADER",
  "CONSOLE_PROXY_SECRET",
  "CONSOLE_OIDC_ISSUER",
  "CONSOLE_OIDC_CLIENT_ID",
  "CONSOLE_OIDC_CLIENT_SECRET",
  "CONSOLE_OIDC_CLAIM",
)

/** What the doors that know each person share. */
interface NamedSettings {
  readonly origin: URL
  readonly peopleFile: string
  /** The addresses and ranges of trusted proxies. */
  readonly proxies: ReadonlyArray<string>
}

/** How people come in. */
export type DoorSettings =
  /** Null: a token is made for this run and opens one session. */
  | { readonly _tag: "Token"; readonly token: Redacted.Redacted | null }
  | (NamedSettings & { readonly _tag: "Accounts"; readonly secrets: ReadonlyArray<Redacted.Redacted> })
  | (NamedSettings & { readonly _tag: "Proxy"; readonly header: string; readonly secret: Redacted.Redacted | null })
  | (NamedSettings & {
      readonly _tag: "OpenId"
      readonly secrets: ReadonlyArray<Redacted.Redacted>
      readonly issuer: URL
      readonly clientId: string
      readonly clientSecret: Redacted.Redacted
      readonly claim: string
    })

const isSafe = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hostname, password, protocol, username } = new URL(text)
  return username + password === "" && (protocol === "https:" || (protocol === "http:" && isLoopback(hostname)))
}

const safe = Schema.makeFilter(isSafe)
const matching = (form: RegExp) => Schema.String.check(Schema.isPattern(form))
const secretOf = (form: RegExp) => Schema.RedactedFromValue(matching(form))

/** Too long to guess, and valid in an address. */
const Token = secretOf(/^[A-Za-z0-9_-]{24,256}$/)
/** `http` on this machine only, and no path. */
const Origin = Schema.String.check(
  safe,
  Schema.makeFilter((text) => /^https?:\/\/[^/?#]+\/?$/i.test(text)),
)
const Issuer = Schema.String.check(safe)
/** One or more, separated by commas. */
const Secrets = secretOf(/^[\x21-\x2B\x2D-\x7E]{32,}(,[\x21-\x2B\x2D-\x7E]{32,})*$/)
const Header = matching(/^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/)
const ProxySecret = secretOf(/^[\x21-\x2B\x2D-\x7E]{32,256}$/)

type DoorReaders = Readers<keyof typeof doorVariables>

const secretsOf = (all: Redacted.Redacted): ReadonlyArray<Redacted.Redacted> =>
  Redacted.value(all)
    .split(",")
    .map((each) => Redacted.make(each))

/** What the variables say. */
export const doorSettings = Effect.fnUntraced(function* ({
  optional,
  required,
  wrong,
}: DoorReaders): Effect.fn.Return<DoorSettings, Misconfigured> {
  const kind = yield* optional("CONSOLE_DOOR", Schema.Literals(["accounts", "proxy", "oidc"]))
  if (kind === null) return { _tag: "Token", token: yield* optional("CONSOLE_TOKEN", Token) }
  const named = {
    origin: Effect.map(required("CONSOLE_ORIGIN", Origin), (text) => new URL(text)),
    peopleFile: required("CONSOLE_PEOPLE_FILE", shapes.Text),
    proxies: Effect.map(optional("CONSOLE_PROXY_ADDRESSES", shapes.Ranges), rangesIn),
  }
  const secrets = Effect.map(required("CONSOLE_SECRET", Secrets), secretsOf)
  switch (kind) {
    case "accounts":
      return { _tag: "Accounts", ...(yield* readAll({ ...named, secrets })) }
    case "proxy": {
      const read = yield* readAll({
        ...named,
        header: required("CONSOLE_PROXY_HEADER", Header),
        secret: optional("CONSOLE_PROXY_SECRET", ProxySecret),
      })
      // Without either, any client could name any person.
      if (read.proxies.length === 0 && read.secret === null) return yield* wrong("CONSOLE_PROXY_ADDRESSES")
      return { _tag: "Proxy", ...read }
    }
    case "oidc": {
      const read = yield* readAll({
        ...named,
        secrets,
        issuer: Effect.map(required("CONSOLE_OIDC_ISSUER", Issuer), (text) => new URL(text)),
        clientId: required("CONSOLE_OIDC_CLIENT_ID", shapes.Text),
        clientSecret: required("CONSOLE_OIDC_CLIENT_SECRET", Schema.RedactedFromValue(shapes.Text)),
        claim: optional("CONSOLE_OIDC_CLAIM", shapes.Name),
      })
      return { _tag: "OpenId", ...read, claim: read.claim ?? "email" }
    }
  }
})

/** The door that the settings describe. */
export const PageDoor = Context.Reference<DoorSettings>("@cauri/console/PageDoor", {
  defaultValue: () => ({ _tag: "Token", token: null }),
})
