/** Days, from midnight to midnight UTC, as people type them. */
import { DateTime, Option, Result } from "effect"
import type { Expected } from "./WrongInput.ts"

const dayPattern = /^\d{4}-\d{2}-\d{2}$/
const millisPerDay = 86_400_000

/** A typed day, with its first and last moment in UTC; a failure is the code of what was expected. */
export const readDay = (
  text: string,
): Result.Result<{ readonly day: string; readonly from: number; readonly before: number }, Expected> => {
  const parsed = dayPattern.test(text) ? DateTime.make(`${text}T00:00:00.000Z`) : Option.none<DateTime.Utc>()
  // A parser would read the 31st of a shorter month as a day of the next one.
  if (Option.isNone(parsed) || DateTime.formatIsoDateUtc(parsed.value) !== text) {
    return Result.fail(["day"])
  }
  const from = DateTime.toEpochMillis(parsed.value)
  return Result.succeed({ day: text, from, before: from + millisPerDay })
}

/** The day of this moment, in UTC. */
export const dayOf = (millis: number): string => DateTime.formatIsoDateUtc(DateTime.makeUnsafe(millis))
