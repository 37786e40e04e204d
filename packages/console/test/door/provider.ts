/** A real OpenID provider on the loopback, and a person who signs in there. */
import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import { Effect, type Scope } from "effect"
import { vi } from "vitest"
import { Provider } from "oidc-provider"

/** What differs from an ordinary provider. */
export interface ProviderOptions {
  /** Where people are sent back. */
  readonly origin: string
  readonly verified?: boolean
  /** The keys that it publishes are not those by which it signs. */
  readonly foreignKeys?: boolean
}

/** What the provider knows of this client. */
export const client = { clientId: "cauri-console", clientSecret: "a-client-secret-of-the-tests-0123456789" }

/** A provider that signs in under the mail address that a person types. Gives its address. */
export const startProvider = ({
  foreignKeys = false,
  origin,
  verified = true,
}: ProviderOptions): Effect.Effect<URL, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      // It writes what a provider in production would need.
      for (const method of ["info", "warn"] as const) vi.spyOn(console, method).mockReturnValue()
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const issuer = new URL(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`)
      const provider = new Provider(issuer.origin, {
        clients: [
          {
            client_id: client.clientId,
            client_secret: client.clientSecret,
            redirect_uris: [`${origin}/enter/return`],
          },
        ],
        cookies: { keys: ["a-key-of-the-tests"] },
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, email: id, email_verified: verified }) }),
      })
      const answer = provider.callback()
      const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 })
      server.on("request", (request, response) => {
        if (!foreignKeys || request.url !== "/jwks") return void answer(request, response)
        const key = { ...publicKey.export({ format: "jwk" }), use: "sig", alg: "RS256" }
        response.setHeader("content-type", "application/jwk-set+json").end(JSON.stringify({ keys: [key] }))
      })
      return { issuer, server }
    }),
    ({ server }) =>
      Effect.promise(() => {
        server.closeAllConnections()
        return new Promise<void>((resolve) => server.close(() => resolve()))
      }),
  ).pipe(Effect.map(({ issuer }) => issuer))

/** Signs in at the provider, from the address to which the console sent the person; gives the address to which it sends them back. */
export const signInAt = (begin: string, login: string): Effect.Effect<URL> =>
  Effect.promise(async () => {
    const cookies = new Map<string, string>()
    const ask = async (url: string, init: Omit<RequestInit, "headers"> = {}) => {
      const jar = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      const response = await fetch(url, { redirect: "manual", ...init, headers: { cookie: jar } })
      for (const line of response.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      return response
    }
    let url = begin
    for (let steps = 0; steps < 12; steps++) {
      const response = await ask(url)
      const location = response.headers.get("location")
      if (location !== null) {
        url = new URL(location, url).href
        if (new URL(url).pathname === "/enter/return") return new URL(url)
        continue
      }
      const page = await response.text()
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? ""
      const action = /action="([^"]+)"/.exec(page)?.[1] ?? url
      const sent = await ask(new URL(action, url).href, {
        method: "POST",
        body: new URLSearchParams({ prompt, login, password: "any" }),
      })
      url = new URL(sent.headers.get("location") ?? "", url).href
    }
    throw new Error("The provider sent no person back.")
  })
