/** A world with a service that keeps books, and a store that can be set back to an older state. */
import { it } from "@effect/vitest"
import { Effect, Layer, Result, type Scope } from "effect"
import { layerCauri, Policy, type PolicyInput, ProjectId } from "@cauri/core"
import * as adapter from "@cauri/core/adapter"
import { CallFailure, CreationToken } from "@cauri/core/model"
import { importBatch, readSheet, runBatches } from "@cauri/batches"

/** What the service was asked to pay, in its order, and what it says next. */
export interface Service {
  readonly books: Array<{ readonly id: string; readonly phone: string; readonly amount: number; readonly at: number }>
  balance: number
  readonly cell: adapter.MemoryCell
  /** What the store held just before each payment. */
  readonly snapshots: Array<adapter.MemoryState>
}

const layerGateway = (service: Service) =>
  Layer.succeed(adapter.Gateway, {
    create: ({ payment: { content } }: adapter.CreationCall) =>
      Effect.clockWith((clock) =>
        Effect.map(clock.currentTimeMillis, (at) => {
          if (content.kind === "payin") return adapter.noAnswer("timed_out")
          if (service.balance < content.amount) {
            const reason = CallFailure.cases.balance_too_low.make({ code: "Code07" })
            return adapter.CreationAnswer.cases.turned_away.make({ reason })
          }
          service.balance -= content.amount
          service.snapshots.push(service.cell.current)
          const { amount, id, phone } = content
          service.books.push({ id, phone, amount, at })
          return adapter.CreationAnswer.cases.accepted.make({
            token: CreationToken.make(`token-${service.books.length}`),
            url: null,
          })
        }),
      ),
    requestCode: () => Effect.succeed(adapter.noAnswer("timed_out")),
    confirm: ({ payment }) =>
      Effect.succeed({ ...adapter.blankConfirmRecord, status: "completed", amount: payment.content.amount }),
  })

const newService = (): Service => ({
  books: [],
  balance: Number.MAX_SAFE_INTEGER,
  cell: { current: adapter.emptyMemory },
  snapshots: [],
})

/** A program on the store of this service, as one host runs it. */
export const layerProgram = (service: Service, policy: PolicyInput = {}) =>
  layerCauri.pipe(
    Layer.provideMerge(Layer.effectContext(Effect.sync(() => adapter.memoryPorts(service.cell)))),
    Layer.provide(layerGateway(service)),
    Layer.provide(Layer.succeed(adapter.Credentials, { generation: () => Effect.succeed("one") })),
    Layer.provide(
      Layer.succeed(adapter.CallbackAddress, {
        base: "https://shop.example",
        make: ({ key, attempt }) => Effect.succeed(`https://shop.example/callbacks/${key.id}.${attempt}`),
      }),
    ),
    Layer.provideMerge(
      Policy.layer({ calls: { creationRate: null, confirmRate: null }, worker: { concurrency: 2 }, ...policy }),
    ),
  )

type Program = Layer.Success<ReturnType<typeof layerProgram>>

export const test = (
  title: string,
  body: (service: Service) => Effect.fn.Return<void, unknown, Program | Scope.Scope>,
  policy: PolicyInput = {},
) =>
  it.effect(title, () => {
    const service = newService()
    return Effect.gen(() => body(service)).pipe(Effect.provide(layerProgram(service, policy)), Effect.orDie)
  })

export const shop = ProjectId.make("shop")
export const clerk = { by: "The clerk", reason: "salaries of May" }
export const manager = { by: "The manager", reason: "checked" }

/** The number of a line. */
export const phoneOf = (line: number) => `2267${String(line).padStart(7, "0")}`

/** A table of lines: each to a number of its own, line n of n hundred francs more. */
export const tableOf = (count: number, amount = (line: number) => 1_000 + line) => [
  ["id", "number", "amount", "description"],
  ...Array.from({ length: count }, (_, at) => [`l${at + 1}`, phoneOf(at + 1), String(amount(at + 1)), "Salary"]),
]

export const sheetFrom = Effect.fnUntraced(function* (table: ReadonlyArray<ReadonlyArray<string>>, batch = "may") {
  const policy = yield* Policy
  const sheet = readSheet(table, ";", { batch, project: shop, country: "BF", description: "Salary", policy })
  return sheet ?? (yield* Effect.die("The table has no column of numbers."))
})

export const imported = Effect.fnUntraced(function* (table: ReadonlyArray<ReadonlyArray<string>>, id = "may") {
  const sheet = yield* sheetFrom(table, id)
  return yield* importBatch({ ...clerk, id, project: shop, sheet, fileName: "salaries.csv" })
})

/** The program that sends batches, until the test stops it. */
export const feeding = Effect.forkChild(runBatches)

export const refusalOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.result(effect), (result) =>
    Result.isFailure(result) &&
    typeof result.failure === "object" &&
    result.failure !== null &&
    "because" in result.failure
      ? result.failure.because
      : result._tag,
  )
