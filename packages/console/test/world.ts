/**
 * The console in the test's own process, on virtual time: core on a memory store that can be damaged, a service that answers as the
 * test says, and a screen that keeps what was printed.
 */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Clock, Context, Effect, Layer, Logger, Ref, Result } from "effect"
import { FetchHttpClient } from "effect/http"
import {
  layerCauri,
  Consumers,
  type PayinInput,
  Payins,
  PaymentId,
  PaymentStore,
  type PayoutInput,
  Payouts,
  Policy,
  type PolicyInput,
  ProjectId,
  Worker,
} from "@cauri/core"
import {
  blankConfirmRecord,
  CallbackAddress,
  CallbackIntake,
  type ConfirmCall,
  type ConfirmRecord,
  CreationAnswer,
  Credentials,
  emptyMemory,
  Documents,
  Gateway,
  GatewayError,
  type MemoryCell,
  memoryPorts,
  makePolicy,
} from "@cauri/core/adapter"
import { CreationToken, type PaymentKind, CallFailure } from "@cauri/core/model"
import { type Ending, type Environment, runProgram } from "@cauri/runtime"
import type { Language } from "@cauri/catalogue"
import { ServiceLine } from "../src/payment/allowed.ts"
import { type Ground, run } from "../src/program/program.ts"
import { PasswordInput } from "../src/door/accountCommand.ts"
import { DeedRecords, keepDeed } from "../src/deeds/recordDeed.ts"
import { Screen } from "../src/terminal/Screen.ts"
import { ConsoleUser, OwnPlace, OwnUser } from "../src/deeds/who.ts"
import { stores } from "./stores.ts"

/** What the service answers now. */
export interface Service {
  create: CreationAnswer
  /** Null: it does not know the token. */
  confirm: ConfirmRecord | "Lost" | null
}

/** A token that nobody may see. */
export const tokenOf = (number: number): string => `secret-token-${number}-${"x".repeat(80)}`

const requestCode = () => Effect.succeed(CreationAnswer.cases.otp_sent.make({}))

const gatewayOf = (service: Service) => {
  let tokens = 0
  const create = () =>
    Effect.sync(() => {
      tokens += 1
      return service.create._tag === "accepted"
        ? CreationAnswer.cases.accepted.make({ token: CreationToken.make(tokenOf(tokens)), url: null })
        : service.create
    })
  const confirm = ({ payment: { key } }: ConfirmCall) => {
    const failing = (reason: CallFailure) => Effect.fail(new GatewayError({ key, reason }))
    if (service.confirm === null) return failing(CallFailure.cases.not_found.make({ code: "Code02" }))
    return service.confirm === "Lost"
      ? failing(CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" }))
      : Effect.succeed(service.confirm)
  }
  return Layer.succeed(Gateway, Gateway.of({ create, requestCode, confirm }))
}

/** Options of a world. */
export interface WorldOptions {
  readonly user?: string | null
  /** The operating system's user; a function: whoever it is by then. */
  readonly ownUser?: () => string | null
  readonly open?: boolean
  readonly environment?: Environment
  readonly colours?: boolean
  readonly language?: Language
  readonly policy?: PolicyInput
  /** What the commands stand on instead of the world's own services. */
  /** What comes from standard input where a password is asked for. */
  readonly password?: string
  readonly ground?: Layer.Layer<Ground, Ending>
}

/** A console on a memory store. */
export const newWorld = Effect.fnUntraced(function* (options: WorldOptions = {}) {
  const cell: MemoryCell = { current: emptyMemory }
  const service: Service = {
    create: CreationAnswer.cases.accepted.make({ token: CreationToken.make("any"), url: null }),
    confirm: blankConfirmRecord,
  }
  const surroundings = Layer.mergeAll(
    Layer.succeed(Credentials, {
      generation: () => Effect.succeed("one"),
    }),
    Layer.mock(CallbackAddress)({
      base: "https://callbacks.shop.example",
      make: ({ attempt, key }) => Effect.succeed(`https://callbacks.shop.example/${key.id}/${attempt}`),
    }),
    Layer.succeed(Consumers, []),
    Layer.succeed(ConsoleUser, options.user === undefined ? "A. Colleague" : options.user),
  )
  const { calls, ...own } = options.policy ?? {}
  const policy = Result.getOrThrow(
    makePolicy({ calls: { confirmRate: null, creationRate: null, ...calls }, worker: { patience: 0 }, ...own }),
  )
  const services = yield* Layer.build(
    layerCauri.pipe(
      Layer.provideMerge(Layer.succeedContext(memoryPorts(cell))),
      Layer.provide(gatewayOf(service)),
      Layer.provideMerge(surroundings),
      Layer.provideMerge(ServiceLine.layer(options.open ?? true)),
      Layer.provideMerge(Layer.succeed(Policy, policy)),
      Layer.provideMerge(Logger.layer([])),
    ),
  )
  const ground = options.ground ?? Layer.succeedContext<Ground>(services)
  const console = Effect.fnUntraced(function* (...args: ReadonlyArray<string>) {
    let [out, err] = ["", ""]
    const screen = Screen.of({
      colours: options.colours ?? false,
      language: options.language ?? "en",
      out: (text) => Effect.sync(() => void (out += text)),
      err: (text) => Effect.sync(() => void (err += text)),
      code: yield* Ref.make<number>(0),
    })
    const program = runProgram(
      "console",
      run(args, { ground, origins: { environment: options.environment ?? {}, stores }, version: "0.0.0" }),
    )
    const code = yield* program.pipe(
      Effect.provideService(Screen, screen),
      Effect.provideService(OwnPlace, "user@machine"),
      Effect.provideService(OwnUser, (options.ownUser ?? (() => "A. Colleague"))()),
      Effect.provideService(PasswordInput, { confirms: false, line: Effect.succeed(options.password ?? "") }),
      Effect.provideService(DeedRecords, {
        write: (line) =>
          Effect.andThen(
            keepDeed(Context.get(services, Documents), 0, line.trim()),
            Effect.sync(() => void (err += line)),
          ),
      }),
      Effect.provide(
        Layer.mergeAll(
          NodeServices.layer,
          FetchHttpClient.layer,
          Logger.layer([Logger.make(({ message }) => void (err += `${String(message)}\n`))]),
        ),
      ),
    )
    return { code, out, err }
  })
  return { cell, service, services, console }
})

/** A world. */
export type World = Effect.Success<ReturnType<typeof newWorld>>

/** Makes the rows of these payments, as in `payout shop/salary-1`, such that nobody can read them. */
export const spoil = ({ cell }: Pick<World, "cell">, ...names: ReadonlyArray<string>): void => {
  const payments = [...cell.current.payments].map(
    ([name, each]) => [name, names.includes(name) ? { ...each, row: { ...each.row, body: "{" } } : each] as const,
  )
  cell.current = { ...cell.current, payments: new Map(payments) }
}

/** Makes these lines of a payment's history such that nobody can read them. */
export const spoilLines = ({ cell }: Pick<World, "cell">, name: string, ...numbers: ReadonlyArray<number>): void => {
  const payment = cell.current.payments.get(name)
  if (payment === undefined) return
  const events = payment.events.map((line) => (numbers.includes(line.seq) ? { ...line, body: "{" } : line))
  cell.current = { ...cell.current, payments: new Map(cell.current.payments).set(name, { ...payment, events }) }
}

/** A payin of the test shop. */
export const payin = (id: string, changes: Partial<PayinInput> = {}): PayinInput => ({
  project: "shop",
  id,
  amount: 5_000,
  method: { type: "direct", mode: "ussd_push", phone: "22670000001" },
  description: `Order ${id}`,
  shop: { name: "Shop", siteUrl: "https://shop.example" },
  ...changes,
})

/** A payout of the test shop. */
export const payout = (id: string, changes: Partial<PayoutInput> = {}): PayoutInput => ({
  project: "shop",
  id,
  amount: 7_000,
  method: { type: "mobile_money" },
  phone: "22670000002",
  description: `Payout ${id}`,
  ...changes,
})

/** The service's word that it is completed, paid from the number of the test shop's customer. */
export const completed = (amount: number): ConfirmRecord => ({
  ...blankConfirmRecord,
  status: "completed",
  amount,
  operatorName: "Operator One",
  operatorReference: "OREF-1",
  requestId: "REQ-1",
  payer: "22670000001",
})

/** Creates a payin and sends it. */
export const createPayin = ({ services }: World, id: string, changes: Partial<PayinInput> = {}) =>
  Context.get(services, Payins).create(payin(id, changes))

/** Creates a payout and sends it. */
export const createPayout = ({ services }: World, id: string, changes: Partial<PayoutInput> = {}) =>
  Context.get(services, Payouts).create(payout(id, changes))

/** What names a payment of the test shop. */
export const keyOf = (kind: PaymentKind, id: string, project = "shop") => ({
  kind,
  project: ProjectId.make(project),
  id: PaymentId.make(id),
})

/** The stored payment. */
export const stored = ({ services }: World, kind: PaymentKind, id: string) =>
  Context.get(services, PaymentStore).find(keyOf(kind, id)).pipe(Effect.flatMap(Effect.fromNullishOr), Effect.orDie)

/** One sweep of a reconciler. */
export const sweep = ({ services }: World) => Context.get(services, Worker).runOnce

/** A callback that came. */
export const note = ({ services }: World, kind: PaymentKind, id: string, attempt: number, body: string) =>
  Effect.flatMap(Clock.currentTimeMillis, (receivedAt) =>
    Context.get(services, CallbackIntake).receive({
      key: keyOf(kind, id),
      attempt,
      fingerprint: `print of ${body.length}`,
      receivedAt,
      body: new TextEncoder().encode(body),
    }),
  )
