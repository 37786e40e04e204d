/**
 * Every wrong field of a creation's body at once: where it stands, what came, the rule, and what to send. A field that stands in another
 * place, or under a name that the service does not have, is reported there and not as missing.
 * Spec: requests (#30-#70).
 */
import type { Tools } from "@cauri/catalogue/tools"
import { headerNames, payinMaximumXof, payinMinimumXof, type RequestFault } from "@cauri/wire"
import type { Options } from "../options/Options.ts"
import { bodyFaults, type CreationEndpoint, isModest, valueAt } from "../service/requestBodies.ts"
import { shownValue } from "../log/mask.ts"
import { otherFace, type Reason, reason, takenBy } from "../log/Reason.ts"

type Fix = (texts: Tools["requestFixes"], value: unknown) => string
type Field = readonly [rules: ReadonlyArray<number>, fix: Fix]

/** A number of the sandbox's own, for sentences that show one. */
const examplePhone = "22660000001"

const wholeOf = (value: unknown): number => (typeof value === "string" ? Number(value.replaceAll(/\s/g, "")) : NaN)
const intended = (value: unknown): number => Math.round(typeof value === "number" ? value : wholeOf(value))

/** The whole number that a text or a fraction should have been, or what is allowed. */
const amount =
  (otherwise: Fix, least = 1, most = Infinity): Fix =>
  (texts, value) => {
    const meant = intended(value)
    return Number.isSafeInteger(meant) && meant >= least && meant <= most && meant !== value
      ? texts.send_amount(String(meant))
      : otherwise(texts, value)
  }

/** What to send as the amount of a payout or of a code: the whole number that was meant, where there is one. */
export const payoutAmount: Fix = amount(({ send_payout_amount }) => send_payout_amount)
const isObject: Fix = ({ send_object }) => send_object
const isText: Fix = ({ send_text }) => send_text
const isWeb: Fix = ({ send_web }) => send_web
const isEmpty: Fix = ({ send_empty }) => send_empty
const isPhone: Fix = ({ send_phone }) => send_phone(examplePhone)

const fieldsOfPayins = (endpoint: CreationEndpoint): Readonly<Record<string, Field>> => {
  const hosted = endpoint === "createHostedInvoice"
  const invoice = "commande.invoice"
  const item = `${invoice}.items.*`
  const actions = "commande.actions"
  return {
    commande: [[18, 30], isObject],
    [invoice]: [[31], isObject],
    [`${invoice}.items`]: [[32], ({ send_list }) => send_list],
    [item]: [[32], isObject],
    [`${item}.name`]: [[47], isText],
    [`${item}.description`]: [[48], isText],
    [`${item}.quantity`]: [[49], ({ send_whole }) => send_whole],
    [`${item}.unit_price`]: [[50], amount(({ send_whole }) => send_whole)],
    [`${item}.total_price`]: [[51], amount(({ send_product }) => send_product)],
    [`${invoice}.total_amount`]: [
      [35, 243, 244, 245],
      amount(
        ({ send_payin_amount }) => send_payin_amount(String(payinMinimumXof), String(payinMaximumXof)),
        payinMinimumXof,
        payinMaximumXof,
      ),
    ],
    [`${invoice}.devise`]: [[36], ({ send_word }) => send_word("XOF")],
    [`${invoice}.description`]: [[37], isText],
    [`${invoice}.customer`]: hosted
      ? [[38, 39], ({ send_filter }) => send_filter(examplePhone)]
      : [[endpoint === "createDirectInvoice" ? 40 : 41], isPhone],
    [`${invoice}.customer_firstname`]: [[42], isText],
    [`${invoice}.customer_lastname`]: [[42], isText],
    [`${invoice}.customer_email`]: [[42], isText],
    [`${invoice}.external_id`]: hosted ? [[43], isText] : [[44], isEmpty],
    [`${invoice}.otp`]:
      endpoint === "submitWalletInvoice"
        ? [[46, 167], ({ send_code }) => send_code]
        : [[hosted ? 45 : 46], hosted ? isEmpty : isText],
    "commande.store": [[52], isObject],
    "commande.store.name": [[52], isText],
    "commande.store.website_url": [[53], isWeb],
    [actions]: [[57], isObject],
    [`${actions}.cancel_url`]: hosted ? [[54], isWeb] : [[56], isEmpty],
    [`${actions}.return_url`]: hosted ? [[55], isWeb] : [[56], isEmpty],
    [`${actions}.callback_url`]: [[57], isWeb],
    "commande.custom_data": [[58], isObject],
  }
}

const fieldsOfPayouts = (endpoint: CreationEndpoint): Readonly<Record<string, Field>> => ({
  commande: [[18, 30], isObject],
  "commande.amount": [[61, 245], payoutAmount],
  "commande.description": [[62], isText],
  "commande.customer": [[63], isPhone],
  "commande.callback_url": [[64], ({ send_https }) => send_https],
  "commande.top_up_wallet":
    endpoint === "createWalletPayout"
      ? [[65, 66], ({ send_top_up }) => send_top_up]
      : [[67], ({ leave_out }) => leave_out],
  "commande.custom_data": [[70], isObject],
})

/** Names that programs invent, and what they mean. */
const meanings = new Map(
  Object.entries({
    ...Object.fromEntries(
      ["notify_url", "notification_url", "webhook_url", "ipn_url"].map((name) => [name, ["callback_url"]]),
    ),
    success_url: ["return_url"],
    error_url: ["cancel_url"],
    failure_url: ["cancel_url"],
    currency: ["devise"],
    montant: ["total_amount", "amount"],
    total: ["total_amount", "amount", "total_price"],
    amount: ["total_amount", "total_price"],
    total_amount: ["amount", "total_price"],
    total_price: ["total_amount", "amount"],
    price: ["unit_price"],
    phone: ["customer"],
    phone_number: ["customer"],
    msisdn: ["customer"],
    customer_phone_number: ["customer"],
    site_id: [headerNames.apikey],
  }),
)

interface Found {
  readonly path: string
  readonly name: string
  readonly value: unknown
}

const pattern = (path: string): string => path.replaceAll(/(?<=^|\.)[0-9]+(?=\.|$)/g, "*")

/** Every field of a body with its path, a few levels deep, but the free content of `custom_data`. */
const fieldsIn = (value: unknown, path: string, depth: number): ReadonlyArray<Found> => {
  if (depth === 0 || typeof value !== "object" || value === null || path.endsWith("custom_data")) return []
  return Object.entries(value).flatMap(([name, each]) => {
    const inner = path === "" ? name : `${path}.${name}`
    return [...(Array.isArray(value) ? [] : [{ path: inner, name, value: each }]), ...fieldsIn(each, inner, depth - 1)]
  })
}

const parentOf = (path: string): string => path.split(".").slice(0, -1).join(".")

/** What is wrong with a body, field by field; nothing for a right one. */
export const wrongFields = (options: Options, endpoint: CreationEndpoint, body: unknown): ReadonlyArray<Reason> => {
  if (body === undefined) {
    return [
      reason(
        [17, 18],
        ({ no_body }) => no_body,
        ({ send_json }) => send_json,
      ),
    ]
  }
  if (!isModest(body, options.limits)) {
    return [
      reason(
        [17],
        ({ too_large }) => too_large,
        ({ send_less }) => send_less,
      ),
    ]
  }
  const isPayout = endpoint === "createWalletPayout" || endpoint === "createDirectPayout"
  const fields = isPayout ? fieldsOfPayouts(endpoint) : fieldsOfPayins(endpoint)
  const faults = bodyFaults(options, endpoint, body)
  const strangers = fieldsIn(body, "", 5).filter(({ path }) => !Object.hasOwn(fields, pattern(path)))
  const all = strangers.flatMap((found) => elsewhere(fields, body, found))
  // What stands inside a misplaced object moves with it.
  const moved = all.filter(({ says }) => !all.some((other) => says.path?.startsWith(`${other.says.path}.`)))
  // What is missing inside the place of a misplaced object comes with it.
  const isCovered = (path: string): boolean =>
    moved.some(
      ({ place }) =>
        `${pattern(path)}.`.startsWith(`${place}.`) || (path === "commande" && place.startsWith("commande.")),
    )
  const other = otherFace(options)
  const kept = new Set(bodyFaults(other, endpoint, body).map(({ path }) => path.join(".")))
  return [
    ...moved.map(({ says }) => says),
    ...faults.flatMap((fault) => {
      const path = fault.path.join(".")
      if (isCovered(path)) return []
      const says = wrongField(fields, fault, valueAt(body, fault.path))
      return [kept.has(path) ? says : takenBy(other, says)]
    }),
  ]
}

/** A stranger that stands for a missing field: the field that is meant, and what to say. */
const elsewhere = (
  fields: Readonly<Record<string, Field>>,
  body: unknown,
  { name, path, value }: Found,
): ReadonlyArray<{ readonly place: string; readonly says: Reason }> => {
  const inItems = pattern(path).includes(".items.*.")
  const isAbsent = (place: string): boolean => inItems || valueAt(body, place.split(".")) === undefined
  const placesOf = (wanted: string) =>
    Object.entries(fields).filter(
      ([place]) => place.split(".").at(-1) === wanted && place.includes(".*") === inItems && isAbsent(place),
    )
  const about = { path, value: shownValue(name, value) }
  const [found] = placesOf(name)
  if (found !== undefined && !inItems) {
    const [place, [rules, fix]] = found
    const isMisfit = typeof value === "object" && fix !== isObject
    const move = reason(
      rules,
      ({ misplaced }) => misplaced(path, parentOf(place)),
      (texts) => (isMisfit ? `${texts.move(parentOf(place))} ${fix(texts, value)}` : texts.move(parentOf(place))),
      about,
    )
    return [{ place, says: move }]
  }
  const meant = meanings
    .get(name)
    ?.flatMap((each) => (each === headerNames.apikey ? [each] : placesOf(each).map(([place]) => place)))[0]
  return meant === undefined
    ? []
    : [
        {
          place: meant,
          says: reason(
            fields[meant]?.[0] ?? [181],
            ({ invented }) => invented(path),
            ({ rename }) => rename(inItems ? `${parentOf(path)}.${meant.split(".").at(-1)}` : meant),
            about,
          ),
        },
      ]
}

const wrongField = (fields: Readonly<Record<string, Field>>, { kind, path }: RequestFault, value: unknown): Reason => {
  const full = path.join(".")
  const [rules, fix] = fields[pattern(full)] ?? [[], isText]
  const shown = shownValue(path.at(-1) ?? "", value)
  return reason(
    rules,
    (texts) => {
      if (kind === "Missing") return texts.missing(full)
      return kind === "IllTyped" ? texts.ill_typed(full, String(shown)) : texts.refused(full, String(shown))
    },
    (texts) => fix(texts, value),
    { path: full, value: shown },
  )
}
