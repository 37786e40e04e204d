/** A gateway that answers as a script says, and counts what reaches it. `@cauri/gateway-http` stands in its place in production. */
import { blankConfirmRecord, CreationAnswer, Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { Effect } from "effect"

/** What the service says, and how often it was asked. */
export interface Script {
  /** What the next creations answer. After the last one each is accepted, with the token of its number. */
  readonly answers: Array<CreationAnswer>
  creations: number
}

/** A service that takes everything. */
export const newScript = (): Script => ({ answers: [], creations: 0 })

const confirm = () => Effect.succeed(blankConfirmRecord)

/** The port over a script. Nothing is ever decided. */
export const gatewayOf = (script: Script): Gateway["Service"] => {
  const create = (): Effect.Effect<CreationAnswer> =>
    Effect.sync(() => {
      script.creations++
      const token = CreationToken.make(`token-${script.creations}`)
      return script.answers.shift() ?? CreationAnswer.cases.accepted.make({ token, url: null })
    })
  return Gateway.of({
    create: create,
    requestCode: create,
    confirm: confirm,
  })
}
