/**
 * The door of a console whose people sign in at an OpenID provider: the authorization code flow with PKCE, state and nonce, by
 * `openid-client`. The provider says who a person is; the file of people says what they may do.
 */
import { Effect, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import * as client from "openid-client"
import { html, nothing } from "@cauri/pages"
import { isLoopback } from "../frame/origins.ts"
import { commonHeaders, pageResponse, seeOther } from "../frame/shell.ts"
import { addressWith, type Arrival, ownAddress, type Place } from "../frame/visit.ts"
import { beforeEntry, type Door, nextIn } from "./Door.ts"
import { namedDoor, type Standing } from "./namedDoor.ts"
import { makeSessions, type Seal } from "./sessions.ts"

/** The provider, and this console as its client. */
export interface Provider {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** The claim that names the person. */
  readonly claim: string
}

const returnPath = "/enter/return"

type Trouble = "failed" | "silent"

/** Asks the provider where it answers. */
export const discovered = ({ clientId, clientSecret, issuer }: Provider): Promise<client.Configuration> =>
  client.discovery(issuer, clientId, Redacted.value(clientSecret), undefined, {
    timeout: 10,
    execute: [
      // The signature of the ID token counts, and not the connection alone.
      client.enableNonRepudiationChecks,
      // A provider on this machine needs no certificate.
      ...(issuer.protocol === "http:" && isLoopback(issuer.hostname) ? [client.allowInsecureRequests] : []),
    ],
  })

/** The name in the claims. A mail address counts only when the provider has verified it. */
const nameIn = (claims: client.UserInfoResponse | client.IDToken | undefined, claim: string): string | null => {
  const name = claims?.[claim]
  if (typeof name !== "string" || name.trim() === "") return null
  return claim === "email" && claims?.["email_verified"] !== true ? null : name.trim()
}

const signInPage = (place: Place, status: number, next: string, trouble: Trouble | null = null) => {
  const words = place.texts.tools.doors
  const problem =
    trouble === null
      ? nothing
      : html`<div class="notice bad" role="alert">
          <h2>${place.texts.problem.entry}</h2>
          <p>${words[trouble]}</p>
        </div>`
  const body = html`<div class="stack">
    <h1>${words.signIn}</h1>
    <p>${words.explainedProvider}</p>
    ${problem}
    <p class="actions">
      <a class="button primary" href="${addressWith("/enter/begin", { next })}">${words.toProvider}</a>
    </p>
  </div>`
  // The address of a return holds what the provider sent.
  return pageResponse(beforeEntry(place, next), { title: words.signIn, section: null, narrow: true, body }, status)
}

export const oidcDoor = (standing: Standing, seal: Seal, provider: Provider): Door => {
  const sessions = makeSessions(seal, standing.left)
  const returnAddress = new URL(returnPath, standing.origin)
  let found: Promise<client.Configuration> | null = null
  /** Asked for at the first sign-in, so that the console starts without its provider. */
  const configuration = Effect.tryPromise({
    try: async () => await (found ??= discovered(provider)),
    catch: () => {
      found = null
      return "silent" as const
    },
  })

  const begin = (arrival: Arrival) => {
    const next = nextIn(arrival.query)
    return Effect.gen(function* () {
      const config = yield* configuration
      const way = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
        next,
      }
      const challenge = yield* Effect.promise(() => client.calculatePKCECodeChallenge(way.verifier))
      const { href } = client.buildAuthorizationUrl(config, {
        redirect_uri: returnAddress.href,
        scope: "openid profile email",
        code_challenge: challenge,
        code_challenge_method: "S256",
        state: way.state,
        nonce: way.nonce,
      })
      const leave = HttpServerResponse.empty({ status: 303, headers: { ...commonHeaders, location: href } })
      return yield* sessions.write("way", way, arrival, leave)
    }).pipe(Effect.catch((trouble) => Effect.succeed(signInPage(arrival.place, 503, next, trouble))))
  }

  const comeBack = (arrival: Arrival) =>
    Effect.gen(function* () {
      const way = yield* sessions.read("way", arrival)
      if (way === null) return yield* Effect.fail("failed" as const)
      const config = yield* configuration
      const current = new URL(`?${arrival.query.toString()}`, returnAddress)
      const checks = {
        pkceCodeVerifier: way["verifier"] ?? "",
        expectedState: way["state"] ?? "",
        expectedNonce: way["nonce"] ?? "",
        idTokenExpected: true,
      }
      const name = yield* Effect.tryPromise({
        try: async () => {
          const tokens = await client.authorizationCodeGrant(config, current, checks)
          const claims = tokens.claims()
          if (claims === undefined || claims[provider.claim] !== undefined) return nameIn(claims, provider.claim)
          // Many providers put only the subject into the ID token.
          return nameIn(await client.fetchUserInfo(config, tokens.access_token, claims.sub), provider.claim)
        },
        catch: () => "failed" as const,
      })
      if (name === null) return yield* Effect.fail("failed" as const)
      return yield* sessions.write("session", { name }, arrival, seeOther(ownAddress(way["next"] ?? "")))
    }).pipe(
      Effect.catch((trouble) =>
        Effect.succeed(signInPage(arrival.place, trouble === "silent" ? 503 : 403, "/", trouble)),
      ),
      // What a sign-in began with works once.
      Effect.flatMap((answer) => sessions.end("way", arrival, answer)),
    )

  return namedDoor(standing, {
    nameOf: (arrival) => Effect.map(sessions.read("session", arrival), (session) => session?.["name"] ?? null),
    signIn: (place) => signInPage(place, 401, ownAddress(place.address)),
    leaves: true,
    entries: [
      ["GET", "/enter", ({ place, query }) => Effect.succeed(signInPage(place, 200, nextIn(query)))],
      ["GET", "/enter/begin", begin],
      ["GET", returnPath, comeBack],
      ["POST", "/leave", (arrival) => sessions.end("session", arrival, signInPage(arrival.place, 200, "/"))],
    ],
  })
}
