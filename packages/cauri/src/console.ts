/** The console as pages of your own admin, behind your own sign-in: what needs a person, what happened, and what a person decides. */
import "./requireNode.ts"
import { type ConsoleHandlerOptions, layerDeedRecords, makeConsoleHandler, ServiceLine } from "@cauri/console"
import { Documents, Evidence, Reports } from "@cauri/core/adapter"
import { Context, Effect, Layer, Option, Scope } from "effect"
import type { Host } from "./choices/choices.ts"
import { insideOf } from "./inside.ts"
import type { Payments } from "./payments/Payments.ts"
import { closedError, PaymentsError } from "@cauri/plain"
import { nodeListenerOf, type NodeListener } from "@cauri/runtime/listener"

export type { Permission, Person } from "@cauri/console"

/** Which payments the pages show, and to whom. */
export interface ConsoleOptions extends ConsoleHandlerOptions {
  readonly payments: Payments<Host>
}

/** The pages: for hosts that speak web requests, and for hosts that hand on Node's own. */
export interface ConsolePages {
  /** For Hono, Next, Deno, Bun: `(request) => console.handler(request)`. */
  readonly handler: (request: Request) => Promise<Response>
  /** For node:http, Express, Fastify, Nest. */
  readonly nodeHandler: NodeListener
}

/**
 * The pages over these payments. There is no default for `who`: it says who sends a request and what they may do, and before it has named
 * someone who may look, nothing answers, neither a page nor its style sheet.
 *
 * ```ts
 * const who = (request: Request) => (request.headers.has("cookie") ? { name: "The manager", may: ["look"] as const } : null)
 * const pages = consoleHandler({ payments, base: "/admin/payments", who })
 * const page = await pages.handler(new Request("https://shop.example/admin/payments/", { headers: { cookie: "session=1" } }))
 * page.status // => 200
 * await pages.handler(new Request("https://shop.example/admin/payments/")).then(({ status }) => status) // => 401
 * ```
 */
export const consoleHandler = ({ payments, ...options }: ConsoleOptions): ConsolePages => {
  const { context, runner } = insideOf(payments)
  const made = Effect.gen(function* () {
    const [evidence, reports] = [Context.getOption(context, Evidence), Context.getOption(context, Reports)]
    const documents = Context.getOption(context, Documents)
    if (Option.isNone(evidence) || Option.isNone(reports) || Option.isNone(documents)) {
      return yield* Effect.die(
        new PaymentsError({
          code: "misconfigured",
          message:
            "The console reads the ports Documents, Reports and Evidence, which this store of your own does not all have: give them to ownStore too.",
          field: "store",
        }),
      )
    }
    const services = Layer.provideMerge(
      layerDeedRecords,
      Layer.succeedContext(
        context.pipe(
          Context.add(Evidence, evidence.value),
          Context.add(Reports, reports.value),
          Context.add(Documents, documents.value),
          Context.add(ServiceLine, { open: true }),
        ),
      ),
    )
    // The routes hold nothing that would have to be let go.
    const scope = yield* Scope.make()
    return yield* makeConsoleHandler(options).pipe(Effect.provide(services), Effect.provideService(Scope.Scope, scope))
  })
  const ready = Effect.runPromise(made)
  // The first request gets a failure.
  ready.catch(() => {})
  const handler: ConsolePages["handler"] = async (request) => {
    if (runner.isClosed()) throw closedError()
    return await (
      await ready
    )(request)
  }
  return { handler, nodeHandler: nodeListenerOf(handler) }
}
