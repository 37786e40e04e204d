/**
 * `custom_data`: the list of entries that the service makes of the merchant's object and gives back, and `external_id`,
 * which the service computes from that list.
 * Spec: Payin status record (#58-#60 #90 #91 #94-#99), Events (#202-#204).
 */
import type { RequestCustomData } from "@cauri/wire"
import { Schema } from "effect"
import { serviceKeys } from "./Texts.ts"

/** One entry as the service returns it in the payin status record (#94-#96). */
export const CustomDataEntry = Schema.Struct({
  keyof_customdata: Schema.String,
  /** #95 */
  valueof_customdata: Schema.String,
  /** #96 */
  datecreation_customdata: Schema.String,
})

export type CustomDataEntry = typeof CustomDataEntry.Type

/** One entry in a callback: key and value are promised (#202), the time of creation is not. */
export const CallbackCustomDataEntry = Schema.Struct({
  keyof_customdata: Schema.String,
  valueof_customdata: Schema.String,
  datecreation_customdata: Schema.optionalKey(Schema.String),
})

export type CallbackCustomDataEntry = typeof CallbackCustomDataEntry.Type

/** The list of entries that the merchant's object becomes, in the order of its keys (#99). */
export const toCustomDataEntries = (sent: RequestCustomData, createdAt: string): ReadonlyArray<CustomDataEntry> =>
  Object.entries(sent).map(([key, value]) => ({
    keyof_customdata: key,
    valueof_customdata: customDataText(value),
    datecreation_customdata: createdAt,
  }))

/** U21: a string as it is; anything else as its JSON text. `valueof_customdata` is always a string (#95). */
export const customDataText = (value: Schema.Json): string =>
  typeof value === "string" ? value : JSON.stringify(value)

/** What the specification leaves open about `external_id`, in one place (U8 in UNKNOWNS.md). */
export interface ExternalIdAssumption {
  /** The fragment of a key whose value is joined. */
  readonly keyPart: string
  /** Whether `ID` counts as `id`. */
  readonly ignoresCase: boolean
  /** The text between two values. */
  readonly separator: string
  /** Whether the service's own entries are joined. Neither `logfile` nor `hash` contains `id`, so today it changes nothing. */
  readonly countsServiceEntries: boolean
}

/** U8: the fragment as spelled, values in the entries' order, nothing between them, every entry counted. */
export const externalIdAssumption: ExternalIdAssumption = {
  keyPart: "id",
  ignoresCase: false,
  separator: "",
  countsServiceEntries: true,
}

/**
 * `external_id`: the values of the entries whose key contains `id` (#90). With `transaction_id` as the only such key it equals the
 * merchant's own identifier (#91).
 */
export const externalIdOf = (
  entries: ReadonlyArray<CallbackCustomDataEntry>,
  assumption: ExternalIdAssumption = externalIdAssumption,
): string =>
  entries
    .filter(({ keyof_customdata: key }) => assumption.countsServiceEntries || !ownKeysOfService.includes(key))
    .filter(({ keyof_customdata: key }) =>
      (assumption.ignoresCase ? key.toLowerCase() : key).includes(assumption.keyPart),
    )
    .map((entry) => entry.valueof_customdata)
    .join(assumption.separator)

const ownKeysOfService: ReadonlyArray<string> = Object.values(serviceKeys)
