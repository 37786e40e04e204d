/** Stores that tell histories and lists wrongly. */
import { Effect } from "effect"
import type { ListQuery } from "@cauri/core"
import type { EventRow, PaymentRow, PaymentStoreDriver } from "@cauri/core/adapter"
import { type Broken, broken, isRow, keyOfRow, rowOf, rowsOf, type World } from "./world.ts"

const telling =
  (tell: (all: ReadonlyArray<EventRow>, after: number, limit: number) => ReadonlyArray<EventRow>) =>
  ({ driver }: World): Partial<PaymentStoreDriver> => ({
    history: ({ key, after, limit }) =>
      Effect.map(driver.history({ key, after: 0, limit: Infinity }), (all) => tell(all, after, limit)),
  })

/** A store that lists for another query than the one that was asked. */
const asking =
  (change: (query: ListQuery) => ListQuery) =>
  ({ driver }: World): Partial<PaymentStoreDriver> => ({ list: (query) => driver.list(change(query)) })

const without = (...names: ReadonlyArray<keyof ListQuery>) =>
  asking((query) => {
    const kept: Record<string, unknown> = { ...query }
    for (const name of names) delete kept[name]
    return { limit: query.limit, ...kept }
  })

const ordering =
  (order: (one: PaymentRow, other: PaymentRow) => number) =>
  ({ driver }: World): Partial<PaymentStoreDriver> => ({
    list: (query) =>
      Effect.map(driver.list({ ...query, limit: Infinity }), (rows) => rows.toSorted(order).slice(0, query.limit)),
  })

const paging =
  (follows: (row: PaymentRow, after: NonNullable<ListQuery["after"]>) => boolean) =>
  ({ driver }: World): Partial<PaymentStoreDriver> => ({
    list: ({ after, ...query }) =>
      Effect.map(driver.list({ ...query, limit: Infinity }), (rows) =>
        rows.filter((row) => after === undefined || follows(row, after)).slice(0, query.limit),
      ),
  })

/** A store that finds texts by its own rule. */
const mentioning =
  (has: (row: PaymentRow, text: string) => boolean) =>
  ({ driver }: World): Partial<PaymentStoreDriver> => ({
    list: ({ mentions, ...query }) =>
      Effect.map(driver.list({ ...query, limit: Infinity }), (rows) =>
        rows.filter((row) => mentions === undefined || has(row, mentions)).slice(0, query.limit),
      ),
  })

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const text = ({ kind, project, id }: PaymentRow) => `${kind} ${project}/${id}`
const alone = "each filter alone, and each two together, hold exactly what fits"
const ties = "what was created in one millisecond comes by kind, project and id, byte for byte"
const pages = "pages of any size add up to the whole list, although creation times tie"
const newest = "the newest comes first where that is asked: the same list the other way round"
const largest = "the largest amount comes first where that is asked, and of one amount the oldest"
const wholeValue = "a text is found as a whole value, letter for letter, whatever stands in it"
const numbers = "a history is read after any number, up to the limit"

export const brokenReading: ReadonlyArray<Broken> = [
  broken(
    "histories are sorted as texts",
    "a history is read from its beginning, in the order of its numbers",
    telling((all, after, limit) =>
      all
        .filter(({ seq }) => seq > after)
        .toSorted((one, other) => compare(String(one.seq), String(other.seq)))
        .slice(0, limit),
    ),
  ),
  broken(
    "histories ignore where to go on",
    [numbers, "pages follow one another without gaps or repetitions, while the history grows"],
    telling((all, _, limit) => all.slice(0, limit)),
  ),
  broken("an unknown payment has the history of another", "an unknown payment has no history", (world) => ({
    history: ({ key, after, limit }) => {
      const [other] = rowsOf(world)
      const known = rowsOf(world).some(isRow(key))
      return world.driver.history({ key: known || other === undefined ? key : keyOfRow(other), after, limit })
    },
  })),
  broken("histories are found by the id alone", "histories of payments with the same id are not mixed", (world) => ({
    history: ({ key }) =>
      Effect.map(
        Effect.forEach(
          rowsOf(world).filter(({ id }) => id === key.id),
          (row) => world.driver.history({ key: keyOfRow(row), after: 0, limit: 99 }),
        ),
        (all) => all.flat(),
      ),
  })),
  broken(
    "events have the time of their payment",
    "each event keeps its own time, however late it is saved",
    ({ driver }) => ({
      insert: (row, events) =>
        driver.insert(
          row,
          events.map((event) => ({ ...event, body: event.body.replace(/"at":\d+/, `"at":${row.createdAt}`) })),
        ),
    }),
  ),
  broken("evidence is normalised", "what people wrote comes back byte for byte", ({ driver }) => ({
    save: (row, events, terms) =>
      driver.save(
        row,
        events.map((event) => ({ ...event, body: event.body.normalize("NFC") })),
        terms,
      ),
  })),
  broken("save keeps the first event only", "the history adds up to the payment that is stored", ({ driver }) => ({
    save: (row, events, terms) => driver.save(row, events.slice(0, 1), terms),
  })),

  broken("lists tell a shortened payment", "a list holds whole payments, as finding them does", ({ driver }) => ({
    list: (query) => Effect.map(driver.list(query), (rows) => rows.map((row) => ({ ...row, version: 0 }))),
  })),
  broken(
    "lists ignore the time of creation",
    ["a list of nothing is empty", "the time of creation counts from its first millisecond to the one before its last"],
    without("createdFrom", "createdBefore"),
  ),
  ...(
    [
      "kind",
      "project",
      "rail",
      "operator",
      "orderRef",
      "refundOf",
      "withOpenFlags",
      "amount",
      "partyEnding",
      "token",
      "mentions",
    ] as const
  ).map((name) => broken(`lists ignore ${name}`, alone, without(name))),
  broken("lists ignore id", [alone, "an id is found in every kind and project that has it"], without("id")),
  broken(
    "lists look at two filters at most",
    "all filters together hold exactly what fits",
    without("operator", "refundOf"),
  ),
  broken("lists compare operators as patterns", "texts are compared letter for letter, not as patterns", (world) => ({
    list: ({ operator, ...query }) =>
      Effect.map(world.driver.list(query), (rows) =>
        rows.filter((row) => operator === undefined || like(operator, row.operator ?? "")),
      ),
  })),
  broken("flags stay open in lists", "a payment is listed by what it is now", (world) => ({
    save: (row, events, terms) => {
      const openFlags = Math.max(row.openFlags, rowOf(world, row)?.openFlags ?? 0)
      return world.driver.save({ ...row, openFlags }, events, terms)
    },
  })),
  broken(
    "texts are found without case",
    wholeValue,
    mentioning(({ body }, text) => body.toLowerCase().includes(JSON.stringify(text).toLowerCase())),
  ),
  broken("every list begins with the oldest", [newest, largest], without("order")),
  broken(
    "lists begin with what was saved least",
    "the oldest comes first, whenever it was saved last",
    ordering((one, other) => one.version - other.version || one.createdAt - other.createdAt),
  ),
  broken(
    "names are sorted as whole texts",
    ties,
    ordering((one, other) => one.createdAt - other.createdAt || compare(text(one), text(other))),
  ),
  broken(
    "lists hold one more than they may",
    "the limit is kept",
    asking((query) => ({ ...query, limit: query.limit + 1 })),
  ),
  broken(
    "pages drop what ties with their end",
    [pages, "pages keep their filters"],
    paging((row, after) => row.createdAt > after.createdAt),
  ),
  broken(
    "pages look for the payment that they go on after",
    "a page continues after a payment that no longer fits",
    ({ driver }) => ({
      list: ({ after, ...query }) =>
        Effect.map(driver.list({ ...query, limit: Infinity }), (rows) => {
          const place = rows.findIndex((row) => after !== undefined && row.id === after.key.id)
          return after !== undefined && place === -1 ? [] : rows.slice(place + 1, place + 1 + query.limit)
        }),
    }),
  ),
]

/** SQL's LIKE, case and all. */
function like(pattern: string, value: string): boolean {
  const escaped = pattern.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return new RegExp(`^${escaped.replaceAll("%", ".*").replaceAll("_", ".")}$`).test(value)
}
