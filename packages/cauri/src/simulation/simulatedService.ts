/** The simulator in this process, as a way to the service: no socket, simulated phones of customers, faults on demand. */
import { Credentials } from "@cauri/core/adapter"
import { CredentialsVault, layer as layerGateway } from "@cauri/gateway-http/fetch"
import {
  type Act,
  Backstage,
  CallbackSender,
  defaultProject,
  type FaultRule,
  HostedPage,
  layerFetch,
  type OptionsInput,
  type PagePayment,
  Phones,
  RequestLog,
  type Simulator,
  SimulatorFetch,
} from "@cauri/simulator"
import { Clock, Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { FetchHttpClient } from "effect/http"
import { type GatewayChoice, makeGateway } from "../choices/choices.ts"
import { errorFrom, invalidInput, PaymentsError } from "@cauri/plain"
import { Surroundings } from "../choices/Surroundings.ts"
import type { SimulatedClock } from "./simulatedClock.ts"

/** Options of the simulator, such as `timeFactor`, `seed`, `operatorDelayMillis` or `magicNumbers`. */
export type SimulatedOptions = OptionsInput

/** The customers' phones. */
export interface SimulatedPhones {
  /**
   * The texts on a phone, the newest first.
   *
   * ```ts
   * await payments.payins.create({ ...payin, method: { type: "direct", mode: "sms_otp", phone: "22640000001" } })
   * const [newest = ""] = await service.phones.inbox("22640000001")
   * const otp = /[0-9]{4,8}/.exec(newest)?.[0] ?? ""
   * await payments.payins.submitOtp("order-17", otp)
   * await payments.advance("1 minute")
   * await payments.payins.get("order-17").then(({ status }) => status) // => "completed"
   * ```
   */
  inbox(phone: string): Promise<ReadonlyArray<string>>
  /**
   * Dials for a code of mode `ussd_otp`, for exactly this amount.
   *
   * ```ts
   * const otp = await service.phones.dialForCode("22670000001", 500)
   * const method = { type: "direct", mode: "ussd_otp", phone: "22670000001" } as const
   * await payments.payins.create({ ...payin, method }, { otp }).then(({ status }) => status) // => "pending"
   * ```
   */
  dialForCode(phone: string, amount: number): Promise<string>
  /**
   * Dials what the SMS of mode `guided_ussd` said.
   *
   * ```ts
   * await payments.payins.create({ ...payin, method: { type: "direct", mode: "guided_ussd", phone: "22650000001" } })
   * const [newest = ""] = await service.phones.inbox("22650000001")
   * await service.phones.dial("22650000001", /\*[0-9*]+#/.exec(newest)?.[0] ?? "")
   * await payments.advance("2 minutes")
   * await payments.payins.get("order-17").then(({ status }) => status) // => "completed"
   * ```
   */
  dial(phone: string, ussd: string): Promise<void>
  /**
   * Confirms the newest prompt with the PIN.
   *
   * ```ts
   * const early = await service.phones.approve("22660000001").catch(({ message }) => message)
   * early // => "Nothing on this phone waits for an answer. Create a payment first."
   * ```
   */
  approve(phone: string): Promise<void>
  /**
   * Refuses the newest prompt.
   *
   * ```ts
   * await payments.payins.create(payin)
   * await service.phones.refuse("22660000001")
   * await payments.advance("1 minute")
   * await payments.payins.get("order-17").then(({ status }) => status) // => "not_completed"
   * ```
   */
  refuse(phone: string): Promise<void>
  /**
   * Sets the balance of the phone's account, in francs.
   *
   * ```ts
   * await service.phones.setBalance("22660000001", 100)
   * const { "customer:12:22660000001": balance } = await service.balances()
   * balance // => 100
   * ```
   */
  setBalance(phone: string, amount: number): Promise<void>
}

/** The service in this process, with customers and operators. It lives as long as any payments use it. */
export interface SimulatedService extends GatewayChoice {
  /**
   * The customers. The guide of @cauri/simulator says which operator a number belongs to, and which endings act by themselves (90 pays at
   * once, 92 refuses, 80 loses the answer …).
   */
  readonly phones: SimulatedPhones
  /**
   * The service's own payment page, by the address in `next` of a hosted payin.
   *
   * ```ts
   * const method = { type: "hosted", returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example" } as const
   * const { next } = await payments.payins.create({ ...payin, method })
   * await service.page.pay(next.type === "open_url" ? next.url : "", { operatorId: "12", phone: "22660000090" })
   * await payments.advance("5 minutes")
   * await payments.payins.get("order-17").then(({ status }) => status) // => "completed"
   * ```
   */
  readonly page: {
    pay(url: string, payment: PagePayment): Promise<void>
    cancel(url: string): Promise<void>
  }
  /**
   * Injects a fault from now on.
   *
   * ```ts
   * await service.fault({ id: "lost", fault: { _tag: "ConnectionReset", executed: true }, times: 1 })
   * await payments.payins.create(payin).then(({ status }) => status) // => "in_doubt"
   * ```
   */
  fault(rule: FaultRule): Promise<void>
  /**
   * Does whatever else the service's team and the operators can do.
   *
   * ```ts
   * await service.act({ _tag: "SetBalance", projectId: "project-1", operatorId: "12", balanceXof: 100 })
   * await payments.payouts.create(payout).then(({ problem }) => problem?.reason) // => "balance_too_low"
   * ```
   */
  act(act: Act): Promise<void>
  /**
   * The balance of every account, in francs.
   *
   * ```ts
   * const { "merchant:project-1:12": before = 0 } = await service.balances()
   * await payments.payins.create({ ...payin, method: { type: "direct", mode: "ussd_push", phone: "22660000090" } })
   * await payments.advance("1 minute")
   * const { "merchant:project-1:12": after = 0 } = await service.balances()
   * after - before // => 500
   * ```
   */
  balances(): Promise<Readonly<Record<string, number>>>
  /**
   * How many creations of this reference reached the service, answered or not.
   *
   * ```ts
   * await payments.payouts.create(payout)
   * await payments.payouts.create(payout)
   * await service.creations("salary-7") // => 1
   * ```
   */
  creations(transactionId: string): Promise<number>
}

const tokenOf = (url: string): string => {
  const token = URL.canParse(url) ? new URL(url).pathname.split("/").at(-1) : undefined
  if (token === undefined || token === "") throw invalidInput("url", "the address that `next` of the payin gave")
  return decodeURIComponent(token)
}

type Inside = Simulator | RequestLog | SimulatorFetch

/** The customers, the page and the team, over whatever runs them. */
const peopleOf = (act: <A, E>(effect: Effect.Effect<A, E, Inside>) => Promise<A>) => {
  const phones = <A, E>(use: (service: Phones["Service"]) => Effect.Effect<A, E>) => act(Effect.flatMap(Phones, use))
  const page = <A, E>(use: (service: HostedPage["Service"]) => Effect.Effect<A, E>) =>
    act(Effect.flatMap(HostedPage, use))
  const acts = (what: Act) => act(Effect.flatMap(Backstage, (team) => team.act(what)))
  return {
    phones: {
      inbox: async (phone: string) => (await phones(({ look }) => look(phone))).inbox.map(({ text }) => text.en),
      dialForCode: (phone: string, amount: number) => phones(({ dialForCode }) => dialForCode(phone, amount)),
      dial: (phone: string, ussd: string) => phones(({ dial }) => dial(phone, ussd)),
      approve: (phone: string) => phones(({ approve }) => approve(phone)),
      refuse: (phone: string) => phones(({ refuse }) => refuse(phone)),
      setBalance: (phone: string, amount: number) => phones(({ setBalance }) => setBalance(phone, amount)),
    },
    page: {
      pay: async (url: string, payment: PagePayment) => page(({ pay }) => pay(tokenOf(url), payment)),
      cancel: async (url: string) => page(({ cancel }) => cancel(tokenOf(url))),
    },
    fault: (rule: FaultRule) => acts({ _tag: "PutFaultRule", rule }),
    act: acts,
    balances: () => act(Effect.flatMap(Backstage, ({ ledger }) => Effect.map(ledger, ({ balances }) => balances))),
    creations: async (transactionId: string) => {
      const attempts = await act(Effect.flatMap(RequestLog, ({ attemptsOf }) => attemptsOf(transactionId)))
      return attempts.reduce((sum, { requests }) => sum + requests, 0)
    },
  }
}

/** A refusal by the simulator is a mistake of the test; its own words explain it. */
const refusalFrom = (failure: unknown): PaymentsError =>
  failure instanceof Error && failure.name === "SimulatorRefusal"
    ? new PaymentsError({ code: "invalid_input", message: failure.message, field: "simulated" })
    : errorFrom(failure, false)

/** Answers callbacks before the first payments are open. */
const notYet = async (_request: Request): Promise<Response> => new Response(null, { status: 503 })

/** The service in this process. With a clock of its own it stands still until that clock is moved. */
export const makeSimulated = (
  options: SimulatedOptions = {},
  clock: SimulatedClock | null = null,
): SimulatedService => {
  const project = options.projects?.[0] ?? defaultProject
  const baseUrl = options.baseUrl ?? "http://127.0.0.1:4010"
  let deliver = notYet
  const surroundings =
    clock === null
      ? Layer.empty
      : Layer.mergeAll(
          Layer.succeed(Clock.Clock, clock),
          Layer.succeed(Surroundings, { awaited: (work) => clock.awaited(work), shared: false }),
        )
  const sender = CallbackSender.layerInProcess((request) =>
    clock === null ? deliver(request) : Effect.runPromise(clock.awaited(Effect.promise(() => deliver(request)))),
  )
  const start = () =>
    ManagedRuntime.make(layerFetch({ ...options, baseUrl }).pipe(Layer.provide(sender), Layer.provide(surroundings)))
  let running: ReturnType<typeof start> | null = null
  let users = 0
  const act = <A, E>(effect: Effect.Effect<A, E, Inside>): Promise<A> => {
    running ??= start()
    return running.runPromise(effect).catch((failure: unknown) => {
      throw refusalFrom(failure)
    })
  }
  const stop = async () => {
    const stopping = running
    running = null
    await stopping?.dispose()
  }

  const fetched = Layer.effect(
    FetchHttpClient.Fetch,
    Effect.acquireRelease(
      Effect.promise(() => {
        users += 1
        return act(Effect.map(SimulatorFetch, ({ fetch }) => fetch))
      }),
      () =>
        Effect.promise(async () => {
          users -= 1
          if (users === 0) await stop()
        }),
    ),
  )
  const pair = { apiKey: Redacted.make(project.apiKey), apiToken: Redacted.make(project.apiToken) }
  const credentials = Layer.merge(
    Layer.succeed(CredentialsVault, { find: () => Effect.succeed(pair) }),
    Layer.succeed(Credentials, { generation: () => Effect.succeed("simulated") }),
  )
  return makeGateway<SimulatedService>(peopleOf(act), {
    layer: layerGateway({ baseUrl }).pipe(Layer.provideMerge(credentials), Layer.provide(fetched)),
    project: "default",
    // No request goes to this address, and the key never leaves this process.
    callbacks: {
      base: "https://shop.example",
      key: { id: "simulated", secret: "only-for-practice-0123456789abcdef" },
    },
    deliverTo: (handler) => {
      deliver = handler
    },
    surroundings,
  })
}
