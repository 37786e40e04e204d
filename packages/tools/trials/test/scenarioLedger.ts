/** The sandbox's ledger against the merchant's store, franc by franc, when all is over. What is wrong is a list of sentences; none is right. */
import { type Context, Effect } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { keyText, PaymentStore } from "@cauri/core"
import { issuedTokensOf, openFlags, type PaymentRecord } from "@cauri/core/model"
import type { Sandbox } from "@cauri/programs"
import { ControlApi, ControlToken, controlTokenHeader } from "@cauri/simulator"

/** The control API of a sandbox. */
export const controlOf = ({ controlToken, url }: Sandbox) =>
  HttpApiClient.make(ControlApi, {
    baseUrl: url,
    transformClient: HttpClient.mapRequest(
      // A call without a body has no type of its own, and the control API wants one of every call that changes something.
      HttpClientRequest.setHeaders({ [controlTokenHeader]: controlToken, "Content-Type": "application/json" }),
    ),
  }).pipe(
    Effect.provide([
      FetchHttpClient.layer,
      HttpApiMiddleware.layerClient(ControlToken, ({ next, request }) => next(request)),
    ]),
  )

/** One payment of the service: the merchant's reference, and what the ledger says of it. */
interface AtService {
  readonly token: string
  readonly reference: string
  readonly amountXof: number
  readonly calls: number
  /** The merchant got it, or its beneficiary did, however it went on. */
  readonly moved: boolean
}

type Entries = ReadonlyArray<{ readonly keyof_customdata: string; readonly valueof_customdata: string }>

type Seen = Map<string, Pick<AtService, "token" | "amountXof"> & { readonly entries: Entries }>

/** The control API shows the newest 500 payments of a kind, and a long run has more: what was seen of a sandbox is kept. */
const seen = new WeakMap<object, Seen>()

const transactionOf = (entries: Entries) =>
  entries.find(({ keyof_customdata }) => keyof_customdata === "transaction_id")?.valueof_customdata ?? ""

/** The service's control API, and the merchant's store. */
export interface BothBooks {
  readonly control: Effect.Success<ReturnType<typeof controlOf>>["control"]
  readonly merchant: Context.Context<PaymentStore>
}

/** The payments of the service. */
export const atService = Effect.fnUntraced(function* (
  { control }: Pick<BothBooks, "control">,
  kind: "payins" | "payouts",
) {
  const [{ entries }, payments] = yield* Effect.all([control.ledger(), control.payments()], { concurrency: 1 })
  const known: Seen = seen.get(control) ?? new Map()
  seen.set(control, known)
  for (const each of payments[kind]) known.set(`${kind} ${each.token}`, each)
  return yield* Effect.forEach(
    [...known].flatMap(([name, each]) => (name.startsWith(kind) ? [each] : [])),
    Effect.fnUntraced(function* ({ amountXof, entries: own, token }) {
      const reference = transactionOf(own)
      const attempts = yield* control.requestAttempts({ params: { transactionId: reference } })
      const payment: AtService = {
        token,
        reference,
        amountXof,
        calls: Math.max(0, ...attempts.map(({ requests }) => requests)),
        moved: entries.some(({ payment, to, why }) =>
          kind === "payins"
            ? payment === token && to.startsWith("merchant:") && why !== "a reversal"
            : payment === token && why === "a payout reaches the beneficiary",
        ),
      }
      return payment
    }),
    { concurrency: 4 },
  )
})

/** Does our side say itself that a person must look? */
export const isVisible = ({ payment }: PaymentRecord): boolean =>
  payment.state._tag === "in_doubt" || openFlags(payment.flags).length > 0

/** What the two sides do not agree about. */
export const disagreements = Effect.fnUntraced(function* (world: BothBooks) {
  const store = yield* Effect.provideContext(PaymentStore, world.merchant)
  const wrong: Array<string> = []
  for (const kind of ["payin", "payout"] as const) {
    const service = yield* atService(world, `${kind}s`)
    const records = yield* store.list({ kind, limit: 1_000 })
    for (const { calls, reference } of service) {
      if (calls > 1) wrong.push(`an attempt of the ${kind} ${reference} reached the service ${calls} times (S1)`)
    }
    for (const record of records) {
      const { payment } = record
      const name = keyText(payment.key)
      const own = service.filter(({ reference }) => reference === payment.key.id)
      const tokens = new Set<string>(issuedTokensOf(payment.attempts).map(({ token }) => token))
      const moved = own.filter((each) => each.moved)
      if (kind === "payout" && own.length > 1) wrong.push(`the ${name} was executed ${own.length} times (S2)`)
      if (payment.state._tag === "completed" && !moved.some(({ token }) => tokens.has(token))) {
        wrong.push(`the ${name} is Completed, and no money moved under a token of ours (S4)`)
      }
      if (moved.some(({ amountXof }) => amountXof !== payment.content.amount)) {
        wrong.push(`the ${name} moved another amount than it asks for (S5)`)
      }
      if (moved.length > 0 && payment.state._tag !== "completed" && !isVisible(record)) {
        wrong.push(`money moved for the ${name}, which is ${payment.state._tag}, and no flag says so (S15)`)
      }
      if (moved.length > 1 && !isVisible(record)) wrong.push(`the ${name} was paid twice, and no flag says so (S15)`)
    }
    const known = new Set<string>(records.map(({ payment }) => payment.key.id))
    for (const { reference } of service) {
      if (!known.has(reference)) wrong.push(`the service has the ${kind} ${reference}, and the store does not (S8)`)
    }
  }
  return wrong
})
