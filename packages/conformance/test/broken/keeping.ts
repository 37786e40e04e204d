/** Stores that insert, find and keep wrongly. */
import { Effect } from "effect"
import { keyText, type PaymentKey } from "@cauri/core"
import type { PaymentStoreDriver, PaymentWrite } from "@cauri/core/adapter"
import { afterwards, alter, type Broken, broken, isRow, keyOfRow, rowsOf, type World } from "./world.ts"

interface Name {
  readonly kind: PaymentKey["kind"]
  readonly project: string
  readonly id: string
}

/** A store that tells payments apart by other names than theirs. */
const naming = (rename: (name: Name) => Partial<Name>) => {
  const key = (name: PaymentKey): PaymentKey => keyOfRow({ ...name, ...rename(name) })
  const row = (write: PaymentWrite): PaymentWrite => ({ ...write, ...rename(write) })
  return ({ driver }: World): Partial<PaymentStoreDriver> => ({
    insert: (write, events) => driver.insert(row(write), events),
    find: (name) => driver.find(key(name)),
    save: (write, events, terms) => driver.save(row(write), events, terms),
    history: (query) => driver.history({ ...query, key: key(query.key) }),
  })
}

const writing =
  (change: (body: string) => string) =>
  ({ driver }: World): Partial<PaymentStoreDriver> => ({
    insert: (row, events) => driver.insert({ ...row, body: change(row.body) }, events),
    save: (row, events, terms) => driver.save({ ...row, body: change(row.body) }, events, terms),
  })

const untouched = "an insert of an id that is taken changes nothing"

export const brokenKeeping: ReadonlyArray<Broken> = [
  broken(
    "insert counts versions from 0",
    "a new payin is kept as version 1, without a lease and without notes",
    (world) => ({
      insert: (row, events) =>
        afterwards(world.driver.insert(row, events), () =>
          alter(world, isRow(row), (each) => ({ ...each, version: 0 })),
        ),
    }),
  ),
  broken(
    "insert leases what it inserts",
    "a new payout is kept as version 1, without a lease and without notes",
    (world) => ({
      insert: (row, events) =>
        afterwards(world.driver.insert(row, events), () =>
          alter(world, isRow(row), (each) => ({ ...each, leaseUntil: row.createdAt })),
        ),
    }),
  ),
  broken(
    "insert keeps only the first event",
    "the first events of a payment are kept with it, in order",
    ({ driver }) => ({
      insert: (row, events) => driver.insert(row, events.slice(0, 1)),
    }),
  ),
  broken(
    "insert overwrites",
    ["an id that is taken gives the stored payment back, whatever was to be inserted (#60, #70)", untouched],
    (world) => ({
      insert: (row, events) => {
        const payments = new Map(world.cell.current.payments)
        payments.delete(keyText(keyOfRow(row)))
        world.cell.current = { ...world.cell.current, payments }
        return world.driver.insert(row, events)
      },
    }),
  ),
  broken(
    "insert gives back what was inserted first",
    "an id that is taken gives the payment as it is now, not as it was inserted",
    ({ driver }) => {
      const first = new Map<string, PaymentWrite>()
      return {
        insert: (row, events) => {
          const name = keyText(keyOfRow(row))
          const known = first.get(name)
          if (known === undefined) first.set(name, row)
          return Effect.map(driver.insert(row, events), (answer) =>
            answer._tag === "AlreadyThere" && known !== undefined
              ? { _tag: "AlreadyThere", found: { ...answer.found, ...known, version: 1 } }
              : answer,
          )
        },
      }
    },
  ),
  broken(
    "the kind is no part of the name",
    "a payin and a payout of one id and project are two payments",
    naming(() => ({ kind: "payin" })),
  ),
  broken(
    "the project is no part of the name",
    "payments of one id in two projects are two payments",
    naming(() => ({ project: "p" })),
  ),
  broken(
    "ids are compared without case",
    "ids are compared letter for letter: case, hyphens and underscores count",
    naming(({ id }) => ({ id: id.toLowerCase() })),
  ),
  broken(
    "projects are compared without case",
    "projects are compared letter for letter too",
    naming(({ project }) => ({ project: project.toLowerCase() })),
  ),
  broken(
    "the parts of a name are run together",
    "a key that differs only by where its parts end is another key",
    naming(({ project, id }) => ({ project: "p", id: `${project}-${id}` })),
  ),
  broken(
    "find takes an underscore for any letter",
    "nothing is found under another id, another project or the other kind",
    (world) => ({
      find: ({ kind, project, id }) => {
        const pattern = new RegExp(`^${id.replaceAll("_", ".")}$`)
        const like = rowsOf(world).find((row) => row.kind === kind && row.project === project && pattern.test(row.id))
        return Effect.succeed(like ?? null)
      },
    }),
  ),
  broken("find counts as a save", "finding a payment changes nothing", (world) => ({
    find: (key) =>
      afterwards(world.driver.find(key), () =>
        alter(world, isRow(key), (row) => ({ ...row, version: row.version + 1 })),
      ),
  })),
  broken(
    "payins forget whether they came late",
    "a payin of every state comes back as it was",
    writing((body) => body.replace('"late":false', '"late":true')),
  ),
  broken(
    "payouts forget why they are held",
    "a payout of every state comes back as it was",
    writing((body) => body.replace('"because":"twin"', '"because":"stale"')),
  ),
  broken(
    "wallet payouts forget where the funds stay",
    "every way to pay in and out comes back as it was",
    writing((body) => body.replace("transfer_to_mobile_money", "keep_in_wallet")),
  ),
  broken(
    "texts are normalised",
    "texts come back byte for byte, in content and in history",
    writing((body) => body.normalize("NFC")),
  ),
  {
    ...broken(
      "bodies are cut at 16,384 characters",
      [
        "texts of the greatest length come back whole",
        "a token of 16,384 characters comes back whole, in the write that brought it (#78)",
      ],
      writing((body) => body.slice(0, 16_384)),
    ),
    breaksDown: true,
  },
  {
    ...broken("names end at 63 characters", "the longest names come back whole", ({ driver }) => ({
      insert: (row, events) => (row.id.length > 63 ? Effect.die("value too long") : driver.insert(row, events)),
    })),
    breaksDown: true,
  },
  broken(
    "keys that JavaScript knows are dropped",
    "custom data keys that mean something to JavaScript are only keys",
    writing((body) => body.replace('"constructor":"a",', "")),
  ),
  broken(
    "amounts are kept as floats of 32 bits",
    "amounts from the smallest to the largest safe integer come back to the franc (#10, #243-#245)",
    writing((body) =>
      body.replaceAll(
        /"amount":(\d+)/g,
        (_, digits: string) => `"amount":${Math.min(Math.fround(Number(digits)), Number.MAX_SAFE_INTEGER)}`,
      ),
    ),
  ),
  broken(
    "how often confirms failed is lost",
    "everything that is remembered about asking comes back as it was",
    writing((body) => body.replace('"failures":2', '"failures":0')),
  ),
  broken(
    "flags are closed as soon as one is",
    "attempts and flags, open and closed, come back in their order",
    writing((body) => body.replace('"subject":"three"', '"subject":"two"')),
  ),
]
