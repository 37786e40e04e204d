/**
 * `listen`: gives a callback address that looks public, for programs that check theirs, lets the running sandbox forward what it posts there,
 * and says each delivery.
 */
import { Effect, Schema, Schedule } from "effect"
import type { Language } from "@cauri/catalogue"
import { type Tools, tools } from "@cauri/catalogue/tools"
import { CallbackLogLine, controlPrefix, controlTokenHeader, forwardAddress, type TeamAct } from "@cauri/simulator"

export class SandboxAway extends Schema.TaggedError<SandboxAway>()("SandboxAway", {
  url: Schema.String,
  /** Where callbacks were to go; empty where none was named. */
  target: Schema.String,
  reason: Schema.Literals(["Silent", "Denied", "Refused"]),
}) {
  messageIn(language: Language): string {
    const words = tools[language].sandboxEndings
    switch (this.reason) {
      case "Silent":
        return words.silent(this.url)
      case "Denied":
        return words.denied(this.url)
      case "Refused":
        return words.refused(this.url, this.target)
    }
  }

  override get message(): string {
    return this.messageIn("en")
  }
}

/** Where the sandbox is, and what opens its control API. */
export interface Sandbox {
  readonly url: string
  readonly controlToken: string
}

const Lines = Schema.Array(CallbackLogLine)

const asked = (sandbox: Sandbox, path: string, act?: typeof TeamAct.Type): Effect.Effect<unknown, SandboxAway> => {
  const target = act !== undefined && "target" in act ? act.target : ""
  const away = (reason: SandboxAway["reason"]) => new SandboxAway({ url: sandbox.url, target, reason })
  return Effect.tryPromise({
    try: async () => {
      const headers = { [controlTokenHeader]: sandbox.controlToken, "content-type": "application/json" }
      const sent = act === undefined ? {} : { method: "POST", body: JSON.stringify(act) }
      const response = await fetch(`${sandbox.url}${controlPrefix}${path}`, { headers, ...sent })
      if (response.status === 401) return away("Denied")
      if (!response.ok) return away("Refused")
      return act === undefined ? await response.json() : null
    },
    catch: () => away("Silent"),
  }).pipe(Effect.flatMap((answer) => (answer instanceof SandboxAway ? Effect.fail(answer) : Effect.succeed(answer))))
}

const lookMillis = 300

/** Forwards to a target for as long as it runs. */
export const forwardCallbacks = Effect.fn("Sandbox.listen")(function* (
  target: string,
  sandbox: Sandbox,
  language: Language,
  say: (line: string) => void,
) {
  const words = tools[language].sandboxListen
  const address = forwardAddress(target)
  const seen = new Set<string>()
  const look = Effect.gen(function* () {
    const lines = yield* Effect.orDie(Schema.decodeUnknownEffect(Lines)(yield* asked(sandbox, "callbacks")))
    const fresh = lines.filter(
      ({ post, result }) => result !== null && post.url.startsWith(address) && !seen.has(post.id),
    )
    for (const line of fresh) seen.add(line.post.id)
    return fresh
  })
  yield* look
  yield* Effect.acquireRelease(asked(sandbox, "acts", { _tag: "PutForward", target }), () =>
    Effect.ignore(asked(sandbox, "acts", { _tag: "RemoveForward", target })),
  )
  say(words.address(address, target))
  return yield* look.pipe(
    Effect.map((fresh) => {
      for (const line of fresh) say(delivered(line, words))
    }),
    Effect.repeat(Schedule.spaced(lookMillis)),
    Effect.andThen(Effect.never),
  )
}, Effect.scoped)

const delivered = (
  { post, result, tookMillis }: typeof CallbackLogLine.Type,
  words: Tools["sandboxListen"],
): string => {
  const came = result?._tag === "Answered" ? String(result.status) : words.no_answer
  return `POST ${post.encoding === "Form" ? words.form : "JSON"}${post.forged ? ` (${words.forged})` : ""}: ${came}, ${tookMillis} ms`
}
