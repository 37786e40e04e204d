/**
 * The gateway over `fetch` in a runtime of its own, called line by line: `["build", adapter, options]`, `["call", adapter, id, name, call]`
 * and `["close", adapter]`. It answers with `[id, outcome]`.
 */
import { createInterface } from "node:readline"
import { Cause, Effect, Exit, Layer, ManagedRuntime, Redacted } from "effect"
import { Policy } from "@cauri/core"
import { Gateway } from "@cauri/core/adapter"
import { layer, layerCredentialsFrom } from "@cauri/gateway-http/fetch"

interface Built {
  readonly apiKey: string
  readonly apiToken: string
  readonly baseUrl: string
  readonly retries: number
  readonly timeouts: { readonly connect: number; readonly creation: number; readonly confirm: number }
}

const build = ({ apiKey, apiToken, baseUrl, retries, timeouts }: Built) =>
  ManagedRuntime.make(
    layer({ baseUrl, confirms: { retries, retryAfter: 1 } }).pipe(
      Layer.provide(
        layerCredentialsFrom(() =>
          Effect.succeed({ apiKey: Redacted.make(apiKey), apiToken: Redacted.make(apiToken) }),
        ),
      ),
      Layer.provide(
        Policy.layer({
          calls: {
            connectTimeout: timeouts.connect,
            creationTimeout: timeouts.creation,
            confirmTimeout: timeouts.confirm,
          },
        }),
      ),
    ),
  )

const isMethod = (value: unknown): value is (call: unknown) => Effect.Effect<unknown, unknown> =>
  typeof value === "function"

const adapters = new Map<number, ReturnType<typeof build>>()
const answer = (id: number, exit: Exit.Exit<unknown, unknown>) => {
  const outcome = Exit.isSuccess(exit) ? { value: exit.value } : { error: Cause.squash(exit.cause) }
  console.log(JSON.stringify([id, outcome]))
}

for await (const line of createInterface({ input: process.stdin })) {
  const [what, adapter, ...rest] = JSON.parse(line)
  if (what === "build") {
    const [id, options] = rest
    const runtime = build(options)
    adapters.set(adapter, runtime)
    void runtime.runPromiseExit(Effect.asVoid(Gateway)).then((exit) => answer(id, exit))
  } else if (what === "call") {
    const [id, name, call] = rest
    const redacted = { ...call, otp: call.otp === null ? null : Redacted.make(call.otp) }
    void adapters
      .get(adapter)
      ?.runPromiseExit(
        Effect.flatMap(Gateway, (gateway) => {
          const method: unknown = Reflect.get(gateway, name)
          return isMethod(method) ? method(redacted) : Effect.die(new Error(`A gateway has no ${name}.`))
        }),
      )
      .then((exit: Exit.Exit<unknown, unknown>) => answer(id, exit))
  } else void adapters.get(adapter)?.dispose()
}
