/** How the console speaks to programs, in JSON, in CSV and in arguments: with the field names and the times of the facade and of the webhook. */
import type { PaymentKey } from "@cauri/core"
import { DateTime, Result } from "effect"
import type { Expected } from "./WrongInput.ts"

/** A time in ISO 8601. */
export const isoOf = (millis: number): string => DateTime.formatIso(DateTime.makeUnsafe(millis))

/** A time in ISO 8601, if there is one. */
export const timeIn = (millis: number | null): string | null => (millis === null ? null : isoOf(millis))

/** Reads one of these words; a failure is the code of what is expected. */
export const readWord =
  <Word extends string>(words: ReadonlyArray<Word>) =>
  (given: string): Result.Result<Word, Expected> => {
    const word = words.find((each) => each === given)
    return word === undefined ? Result.fail(["one_of", words.join(", ")]) : Result.succeed(word)
  }

export const keyData = ({ id, kind, project }: PaymentKey) => ({ kind, project, id })
