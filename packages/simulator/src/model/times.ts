/** Times as the service writes them (#89, #96). All of them are UTC. */
import { DateTime } from "effect"

/** `date` of a record: `YYYY-MM-DD HH:MM:SS+00`. */
export const recordDate = (millis: number): string => `${iso(millis).slice(0, 19).replace("T", " ")}+00`

/** Creation time of an entry: with a fraction and without a zone. */
export const entryTime = (millis: number): string => `${iso(millis).slice(0, 23).replace("T", " ")}000`

/** Digits only, as in `logfile` and `request_id`. */
export const digitsOfTime = (millis: number): string =>
  iso(millis)
    .slice(0, 19)
    .replaceAll(/[^0-9]/g, "")

/** The day number, for daily limits. */
export const dayOf = (millis: number): number => Math.floor(millis / 86_400_000)

const iso = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))
