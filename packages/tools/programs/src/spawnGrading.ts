/**
 * The sandbox as an examiner: it plays its scenarios against a program and grades it. What the program is asked to do, and what it says of
 * its orders, goes through functions here; the program itself may be a process of its own.
 */
import { createServer, type IncomingMessage } from "node:http"
import { text } from "node:stream/consumers"
import { Deferred, Effect, Schema, type Scope } from "effect"
import type { Service } from "./apps.ts"
import type { ExitStatus } from "./spawnChild.ts"
import { spawnApp } from "./spawnApp.ts"

export const GradedPart = Schema.Struct({
  does: Schema.String,
  scenario: Schema.String,
  kind: Schema.String,
  amountXof: Schema.Int,
  phone: Schema.String,
  code: Schema.NullOr(Schema.String),
})

export type GradedPart = typeof GradedPart.Type

export interface GradedProgram {
  /** Does its part: calls follow, it is done and none follows, or it cannot and the scenario is left out. */
  readonly acts: (part: GradedPart) => Promise<"begun" | "done" | "cannot">
  /** What it says of an order, by the reference on the wire; null: it does not know the order. */
  readonly says: (order: string) => Promise<{ readonly state: string; readonly bookedXof?: number } | null>
  /** Opens the return address of an order with the token of another payment. */
  readonly visited?: (order: string, token: string) => Promise<unknown>
}

const Verdict = Schema.Struct({
  points: Schema.NullOr(Schema.Int),
  of: Schema.Int,
  lines: Schema.Array(
    Schema.Struct({
      code: Schema.String,
      verdict: Schema.Literals(["Passed", "Failed", "NotSeen"]),
      orders: Schema.Int,
      evidence: Schema.Array(
        Schema.Struct({ order: Schema.NullOr(Schema.String), says: Schema.Struct({ en: Schema.String }) }),
      ),
    }),
  ),
})

export type Verdict = typeof Verdict.Type

export interface Graded {
  readonly verdict: Verdict
  readonly exit: ExitStatus
  /** Everything that the sandbox said while it played. */
  readonly said: string
}

const keys = { apiKey: "sandbox-key-of-the-graded", apiToken: "sandbox-token-of-the-graded" }

const statuses = { begun: 202, done: 204, cannot: 501 } as const

const served = async (
  program: GradedProgram,
  request: IncomingMessage,
): Promise<readonly [status: number, body: string]> => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost")
  const [, what, order = ""] = pathname.split("/").map(decodeURIComponent)
  if (what === "hook") {
    const part = Schema.decodeUnknownSync(Schema.fromJsonString(GradedPart))(await text(request))
    return [statuses[await program.acts(part)], ""]
  }
  if (what === "visit") {
    await program.visited?.(order, searchParams.get("token") ?? "")
    return [204, ""]
  }
  const word = await program.says(order)
  return word === null ? [404, ""] : [200, JSON.stringify(word)]
}

export const spawnGrading = Effect.fn("spawnGrading")(function* <E, R>(
  start: (service: Service) => Effect.Effect<GradedProgram, E, R>,
  given: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
): Effect.fn.Return<Graded, E, R | Scope.Scope> {
  const program = yield* Deferred.make<GradedProgram>()
  const server = createServer((request, response) => {
    void Effect.runPromise(Deferred.await(program))
      .then((started) => served(started, request))
      .then(
        ([status, body]) => response.writeHead(status).end(body),
        (thrown: unknown) => response.writeHead(500).end(String(thrown)),
      )
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () =>
      Effect.sync(() => {
        server.close()
        server.closeAllConnections()
      }),
  )
  const own = `http://127.0.0.1:${port}`
  const sandbox = yield* spawnApp({
    app: "sandbox",
    environment: { SANDBOX_PORT: "0", SANDBOX_API_KEY: keys.apiKey, SANDBOX_API_TOKEN: keys.apiToken, ...environment },
    arguments: [
      "--grade",
      "--json",
      `--hook=${own}/hook`,
      `--probe=${own}/orders/{order}`,
      `--visit=${own}/visit/{order}?token={token}`,
      ...given,
    ],
  })
  yield* sandbox.says("controlToken")
  const { url } = JSON.parse((yield* sandbox.out).split("\n")[0] ?? "")
  yield* Deferred.succeed(program, yield* start({ url, ...keys }))
  const exit = yield* sandbox.ended
  const last = (yield* sandbox.out).trim().split("\n").at(-1)
  const graded: Graded = {
    exit,
    said: yield* sandbox.err,
    verdict: yield* Effect.orDie(Schema.decodeUnknownEffect(Schema.fromJsonString(Verdict))(last)),
  }
  return graded
})

export const redLines = ({ lines }: Verdict): ReadonlyArray<string> =>
  lines.flatMap(({ code, evidence, verdict }) =>
    verdict === "Failed" ? [`${code}: ${evidence.map(({ order, says }) => `${order} ${says.en}`).join("; ")}`] : [],
  )

/** The lines of which no scenario showed anything. */
export const unseenLines = ({ lines }: Verdict): ReadonlyArray<string> =>
  lines.flatMap(({ code, verdict }) => (verdict === "NotSeen" ? [code] : []))
