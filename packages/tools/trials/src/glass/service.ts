/** The service in the glass: the simulator behind a server of values, with faults of its own. */
import { createServer } from "node:http"
import { Context, Effect, HashMap, Layer, Scope } from "effect"
import { nodeListenerOf } from "@cauri/runtime/listener"
import {
  Backstage,
  CallbackSender,
  defaultProject,
  Engine,
  type Fault,
  HostedPage,
  layerFetch,
  Phones,
  type Payin,
  type Payout,
  SimulatorFetch,
  walletOperatorId,
} from "@cauri/simulator"
import { drawn, hour, minute, type Program, second } from "./time.ts"
import type { Listening, Wires } from "./wires.ts"

/** What the service does wrong by itself, each at this share of its occasions. */
const ownFaults: ReadonlyArray<readonly [share: number, fault: typeof Fault.Type]> = [
  [0.02, { _tag: "AnswerDropped" }],
  [0.02, { _tag: "ConnectionReset", executed: true }],
  [0.02, { _tag: "ConnectionReset", executed: false }],
  [0.02, { _tag: "HtmlPage", status: 503, executed: true }],
  [0.02, { _tag: "Delay", millis: 40 * second, executed: true }],
  [0.01, { _tag: "TruncatedJson" }],
  [0.01, { _tag: "EmptyToken" }],
  [0.01, { _tag: "SubCode", code: "77", executed: true }],
  [0.02, { _tag: "OtherStatus", text: "nocompleted" }],
  [0.01, { _tag: "ConfirmRefused", code: "Code02" }],
  [0.15, { _tag: "CallbackLost" }],
  [0.1, { _tag: "CallbackEarly" }],
  [0.1, { _tag: "CallbackRepeated", times: 2, everyMillis: hour }],
  [0.1, { _tag: "CallbackLate", millis: 5 * hour }],
  [0.05, { _tag: "CallbackForged", status: "completed" }],
  [0.02, { _tag: "TokenExpires", afterMillis: 10 * minute }],
]

const projectId = defaultProject.id
/** Those of the numbers that are owed money. */
const operators = ["11", "12", walletOperatorId]

/** One payment in the service's books. */
export interface Booked {
  readonly kind: "payin" | "payout"
  /** The merchant's id. */
  readonly id: string
  readonly token: string
  readonly status: Payin["status"]
  readonly amount: number
  readonly at: number
  /** To whom it was paid out. */
  readonly phone: string | null
}

/** The merchant's id of a payment. */
const idOf = ({ entries }: Payin | Payout): string =>
  entries.find((entry) => entry.keyof_customdata === "transaction_id")?.valueof_customdata ?? ""

/** Opens the service. `receivers`: where a callback goes now. */
export const openService = (
  seed: number,
  program: Program,
  wires: Wires,
  receivers: () => Listening | null,
  { isFaulty }: { readonly isFaulty: boolean },
) =>
  Effect.gen(function* () {
    const sender = CallbackSender.layerTo((post) =>
      Effect.map(
        wires.ask("callback", program, receivers(), {
          method: "POST",
          path: new URL(post.url).pathname,
          headers: { host: "callbacks.shop.example", "content-type": post.contentType },
          body: post.body,
        }),
        (answered) =>
          answered === null
            ? { _tag: "NoAnswer" as const, because: { en: "No answer.", fr: "Pas de réponse." } }
            : { _tag: "Answered" as const, status: answered.status },
      ),
    )
    const faultRules = isFaulty
      ? ownFaults.map(([share, fault], index) => {
          // It has a weather, too: some of these come often, most of them seldom.
          const probability = share * (drawn(seed, "own", index) < 0.15 ? 4 : 0.5)
          return { id: `own-${index}`, fault, probability }
        })
      : []
    const context = yield* Layer.buildWithScope(
      Layer.provide(layerFetch({ seed, faultRules, assumptions: { callbackRetries: [minute, 10 * minute] } }), sender),
      yield* Scope.make(),
    )
    const { fetch } = Context.get(context, SimulatorFetch)
    const server = createServer((request, response) => {
      response.shouldKeepAlive = false
      nodeListenerOf((asked) =>
        fetch(asked).catch(() => {
          request.socket.destroy()
          return new Promise<Response>(() => {})
        }),
      )(request, response)
    })
    const listening: Listening = { server, owner: program }
    const engine = Context.get(context, Engine)
    const backstage = Context.get(context, Backstage)
    const books = Effect.map(engine.state, ({ invoices, payouts }): ReadonlyArray<Booked> => {
      const booked = (kind: Booked["kind"]) => (payment: Payin | Payout) => ({
        kind,
        id: idOf(payment),
        token: payment.token,
        status: payment.status,
        amount: payment.amountXof,
        at: payment.createdAt,
        phone: "beneficiary" in payment ? payment.beneficiary : null,
      })
      return [
        ...[...HashMap.values(invoices)].map(booked("payin")),
        ...[...HashMap.values(payouts)].map(booked("payout")),
      ]
    })
    return {
      listening,
      books,
      /** Every movement of money of a payment. */
      movements: Effect.map(backstage.ledger, ({ entries }) => entries.filter(({ payment }) => payment !== null)),
      phones: Context.get(context, Phones),
      page: Context.get(context, HostedPage),
      /** The team takes back the credentials and gives new ones. */
      reissue: Effect.andThen(
        backstage.act({ _tag: "ReissueCredentials", projectId }),
        backstage.project(projectId),
      ).pipe(Effect.orDie),
      /** Sets what the merchant has with each operator. */
      hasOnly: (balanceXof: number) =>
        Effect.forEach(operators, (operatorId) =>
          backstage.act({ _tag: "SetBalance", projectId, operatorId, balanceXof }),
        ).pipe(Effect.orDie),
      /** From now on it does nothing wrong by itself. */
      heal: Effect.forEach(faultRules, ({ id }) => backstage.act({ _tag: "RemoveFaultRule", ruleId: id }), {
        discard: true,
      }).pipe(Effect.orDie),
    }
  })

export type ServiceInGlass = Effect.Success<ReturnType<typeof openService>>
