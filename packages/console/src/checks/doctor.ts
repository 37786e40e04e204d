/**
 * Checks everything that this console and its neighbours depend on, from the settings to the receiver's public address. It changes nothing,
 * and one failed check does not stop the others.
 */
import { dirname, resolve } from "node:path"
import { Clock, Context, Effect, Exit, Layer, Cause, Stream } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { type ListQuery, PaymentStore } from "@cauri/core"
import { issuePage, SharedState, type Heartbeat, Reports, StoreStatus } from "@cauri/core/adapter"
import { openStates } from "@cauri/core/model"
import type { Language } from "@cauri/catalogue"
import { isEnding, layerStore, markFileOf, readPolicy, reasonOf } from "@cauri/runtime"
import { type Origins, readVariables, type Variables } from "../settings/config.ts"
import { type Coded, codedData, type Tools } from "@cauri/catalogue/tools"
import { readPeople } from "../door/people.ts"
import { resumeCommand } from "../pausing/pauses.ts"
import { undelivered } from "../deliveries/undelivered.ts"
import { layerCredentialsOf } from "../settings/wiring.ts"

/** The result of a check: fine, worth a look, or ill. */
export type Health = "ok" | "look" | "ill"

export interface Check {
  readonly name: keyof Tools["checks"]
  readonly health: Health
  readonly found: Found
}

type Found = Coded<Tools["doctor"]>

/** A check as programs read it. */
export const checkData = ({ found, health, name }: Check) => ({ name, health, ...codedData(found) })

const check = (name: Check["name"], health: Health, ...found: Found): Check => ({ name, health, found })

/** The language of what a failed check says; programs read English. */
export const DoctorLanguage = Context.Reference<Language>("@cauri/console/DoctorLanguage", {
  defaultValue: () => "en",
})

/** The sentence of a failure: our own errors hold no secrets; other errors are not quoted. */
const failed = Effect.fnUntraced(function* (name: Check["name"], cause: Cause.Cause<unknown>) {
  const language = yield* DoctorLanguage
  const error = Cause.findErrorOption(cause)
  if (error._tag === "None" || !(error.value instanceof Error)) {
    return check(name, "ill", "failed_unforeseen", issuePage)
  }
  return check(name, "ill", "failed", isEnding(error.value) ? reasonOf(error.value, language) : error.value.message)
})

const checked = Effect.fnUntraced(function* <R>(
  name: Check["name"],
  look: Effect.Effect<ReadonlyArray<Check>, unknown, R>,
) {
  const exit = yield* Effect.exit(look)
  return Exit.isSuccess(exit) ? exit.value : [yield* failed(name, exit.cause)]
})

const settingsChecks = (variables: Variables): ReadonlyArray<Check> => [
  check("settings", "ok", "settings_fine"),
  ...(variables.service === null || variables.callbacks === null ? [check("service", "look", "service_missing")] : []),
  ...(variables.user === null ? [check("user", "look", "user_missing")] : []),
  markCheck(variables),
]

/** Where the mark lies: a folder that is put back takes back what is in it. */
const markCheck = ({ store }: Variables): Check => {
  const beside = markFileOf(store)
  if (store.markFile === null) return check("mark", "look", "no_mark")
  return beside !== null && dirname(resolve(store.markFile)) === dirname(beside)
    ? check("mark", "look", "mark_beside")
    : check("mark", "ok", "mark_elsewhere")
}

/** The people, and the provider where they sign in. */
const doorChecks = Effect.fnUntraced(function* (door: Variables["door"]) {
  if (door._tag === "Token") return []
  const people = yield* checked(
    "people",
    Effect.map(readPeople(door.peopleFile), ({ size }) => [check("people", "ok", "people_listed", size)]),
  )
  if (door._tag !== "OpenId") return people
  const answers = yield* Effect.promise(async () => {
    const { discovered } = await import("../door/oidcDoor.ts")
    return await discovered(door).then(
      () => true,
      () => false,
    )
  })
  return [
    ...people,
    answers ? check("provider", "ok", "provider_answers") : check("provider", "ill", "provider_silent"),
  ]
})

const credentialsChecks = (service: Variables["service"]) =>
  service === null
    ? Effect.succeed([])
    : checked(
        "credentials",
        Effect.gen(function* () {
          yield* Layer.build(layerCredentialsOf(service))
          const { credentials } = service
          return [
            credentials._tag === "File"
              ? check("credentials", "ok", "credentials_in_file")
              : check("credentials", "ok", "credentials_of", Object.keys(credentials.projects).join(", ")),
          ]
        }),
      )

const storeCheck = Effect.gen(function* () {
  const { highWater, id } = yield* (yield* SharedState).identity()
  const faults = yield* (yield* StoreStatus).contradictions
  return [
    check("store", "ok", "store_opens", `${id}@${highWater}`),
    ...(faults.length === 0
      ? [check("tables", "ok", "tables_agree")]
      : faults.map((fault) => check("tables", "ill", "tables_differ", fault))),
  ]
})

/** A clock that is off by this much confuses leases and deadlines. */
const tolerance = 5_000

const clockCheck = Effect.gen(function* () {
  const started = yield* Clock.currentTimeMillis
  const store = yield* (yield* PaymentStore).clock
  const ended = yield* Clock.currentTimeMillis
  const beats = yield* (yield* SharedState).heartbeats()
  const off = store < started ? started - store : Math.max(0, store - ended)
  const ahead = beats.filter(({ at }) => at > ended + tolerance)
  return [
    off > tolerance ? check("clock", "ill", "clock_differs", off) : check("clock", "ok", "clock_agrees"),
    ...ahead.map(({ at, process }) => check("clock", "ill", "clock_ahead", process, at - ended)),
  ]
})

/** A working process writes a heartbeat every ten seconds. */
const freshFor = 60_000

const workersCheck = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const beats = yield* (yield* SharedState).heartbeats()
  const newest = (...roles: ReadonlyArray<string>) =>
    beats.filter((beat) => roles.includes(beat.role)).reduce<Heartbeat | null>(newer, null)
  // A program that embeds payments does the work of both, where its callbacks come to its own route.
  const found = {
    reconciler: newest("reconciler", "embedded"),
    receiver: newest("receiver") ?? newest("embedded"),
  }
  return (["reconciler", "receiver"] as const).map((role) => {
    const beat = found[role]
    if (beat === null) return check(role, "look", "never_worked", role)
    const age = now - beat.at
    return age <= freshFor
      ? check(role, "ok", "works", beat.process)
      : check(role, "ill", "silent", role, age, beat.process)
  })
})

const newer = (one: Heartbeat | null, other: Heartbeat): Heartbeat => (one === null || other.at > one.at ? other : one)

/** Consumers that refuse their events, or whose programs do not run. */
const consumerChecks = Effect.fnUntraced(function* (now: number) {
  const waiting = Map.groupBy(yield* undelivered(), ({ consumer }) => consumer)
  return [...waiting].map(([consumer, [oldest, ...others]]) =>
    check("consumer", "look", "undelivered", consumer, 1 + others.length, now - (oldest?.since ?? now)),
  )
})

const queueCheck = Effect.gen(function* () {
  const now = yield* Clock.currentTimeMillis
  const { due, flagged, held, inDoubt, oldestDueAt } = yield* (yield* Reports).backlog(now)
  const pauses = yield* (yield* SharedState).pauses()
  const age = oldestDueAt === null ? 0 : now - oldestDueAt
  const person = inDoubt + held + flagged
  return [
    due === 0 ? check("queue", "ok", "nothing_due") : check("queue", age > 600_000 ? "ill" : "ok", "due", due, age),
    person === 0
      ? check("worklist", "ok", "nothing_waits")
      : check("worklist", "look", "waiting_for_people", inDoubt, flagged, held),
    ...(yield* consumerChecks(now)),
    ...pauses.map(({ by, scope, since }) =>
      check("pause", "look", "paused", scope, now - since, by, resumeCommand(scope)),
    ),
  ]
})

/** A worker that can act on a payment takes it sooner than this. */
const lateAfter = 120_000
const pageSize = 500
const atWork = openStates.filter((state) => state !== "held")

/** Payments of a project that wait although they are due: usually no worker has its credentials. */
const projectsCheck = Effect.gen(function* () {
  const store = yield* PaymentStore
  const now = yield* Clock.currentTimeMillis
  const late = new Map<string, { readonly count: number; readonly since: number }>()
  let query: ListQuery = { states: atWork, limit: pageSize }
  for (;;) {
    const page = yield* store.list(query)
    for (const { lease, payment, tracking } of page) {
      if (tracking.actAt === null || lease.until > now || now - tracking.actAt <= lateAfter) continue
      const { project } = payment.content
      const { count, since } = late.get(project) ?? { count: 0, since: tracking.actAt }
      late.set(project, { count: count + 1, since: Math.min(since, tracking.actAt) })
    }
    const last = page.at(-1)?.payment
    if (last === undefined || page.length < pageSize) break
    query = { ...query, after: { createdAt: last.createdAt, key: last.key } }
  }
  return [...late].map(([project, { count, since }]) =>
    check("project", "ill", "project_waits", project, count, now - since),
  )
})

/** The most bytes read of any answer; the receiver's own answer is far shorter. */
const longestAnswer = 4_096

/**
 * A POST to an address that is not ours must return the receiver's constant answer, through every proxy before it. It makes the receiver
 * read nothing from the store.
 */
const receiverCheck = (callbacks: Variables["callbacks"]) =>
  callbacks === null
    ? Effect.succeed([])
    : Effect.gen(function* () {
        const client = yield* HttpClient.HttpClient
        const response = yield* client.execute(HttpClientRequest.post(`${callbacks.base}/callbacks/doctor`))
        const beginning = Stream.limitBytes(response.stream, longestAnswer, () => Stream.empty)
        const text = yield* Stream.mkString(Stream.decodeText(beginning))
        const ours = response.status === 404 && text === "Not Found\n"
        return [
          ours
            ? check("callbacks", "ok", "receiver_answers")
            : check("callbacks", "ill", "stranger_answers", response.status),
        ]
      }).pipe(
        Effect.timeout("10 seconds"),
        Effect.scoped,
        // The client's own message holds the whole address.
        Effect.orElseSucceed(() => [check("callbacks", "ill", "receiver_silent")]),
      )

const storeChecks = ({ store }: Variables) =>
  checked(
    "store",
    Effect.gen(function* () {
      const services = yield* Layer.build(layerStore(store))
      // The services count on from the store's time: only the machine's own clock can differ from it.
      const machine = yield* Clock.Clock
      const looks = [
        checked("store", storeCheck),
        checked("clock", Effect.provideService(clockCheck, Clock.Clock, machine)),
        checked("workers", workersCheck),
        checked("queue", queueCheck),
        checked("project", projectsCheck),
      ]
      const found = yield* Effect.all(looks, { concurrency: 1 }).pipe(Effect.provideContext(services))
      return found.flat()
    }),
  )

/** The results of all checks. */
export const examine = Effect.fn("examine")(function* (origins: Origins) {
  const read = yield* Effect.exit(readVariables(origins))
  if (Exit.isFailure(read)) return [yield* failed("settings", read.cause)]
  const settings = read.value
  const policy = checked(
    "policy",
    Effect.map(readPolicy(settings.policyFile), () => [
      check("policy", "ok", settings.policyFile === null ? "policy_default" : "policy_file"),
    ]),
  )
  const found = yield* Effect.all(
    [
      policy,
      credentialsChecks(settings.service),
      doorChecks(settings.door),
      storeChecks(settings),
      receiverCheck(settings.callbacks),
    ],
    { concurrency: 1 },
  ).pipe(Effect.scoped)
  return [...settingsChecks(settings), ...found.flat()]
})
