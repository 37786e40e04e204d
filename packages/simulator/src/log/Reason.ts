/** Why a request was refused: one wrong thing, with what to do about it, in both languages. */
import { type Tools, tools } from "@cauri/catalogue/tools"
import { Schema } from "effect"
import type { Options } from "../options/Options.ts"
import { asObserved, strict } from "../model/Profile.ts"
import { Bilingual } from "../model/Bilingual.ts"

/** One thing that was wrong with a request. */
export const Reason = Schema.Struct({
  /** The field, the header or the parameter; `null` where the request as a whole was refused. */
  path: Schema.NullOr(Schema.String),
  /** What came, masked and cut; `null` where nothing came. */
  value: Schema.NullOr(Schema.String),
  /** The numbers of the specification's rules (SPECIFICATION.md). */
  rules: Schema.Array(Schema.Int),
  says: Bilingual,
  fix: Bilingual,
})

export type Reason = typeof Reason.Type

/** A sentence of the reasons, in both languages. */
const says = (choose: (texts: Tools["requestReasons"]) => string): Bilingual => ({
  fr: choose(tools.fr.requestReasons),
  en: choose(tools.en.requestReasons),
})

/** A sentence of the fixes, in both languages. */
const fixes = (choose: (texts: Tools["requestFixes"]) => string): Bilingual => ({
  fr: choose(tools.fr.requestFixes),
  en: choose(tools.en.requestFixes),
})

/** The same options with the other face of the service. */
export const otherFace = (options: Options): Options => ({
  ...options,
  profile: options.profile.takesObservedForms ? strict : asObserved,
})

/** A reason for which the other face refuses nothing. */
export const takenBy = ({ profile }: Options, given: Reason): Reason => {
  const face = profile.takesObservedForms ? "as-observed" : "strict"
  const { en, fr } = fixes(({ other_face }) => other_face(face))
  return { ...given, fix: { fr: `${given.fix.fr} ${fr}`, en: `${given.fix.en} ${en}` } }
}

/** A reason about a request as a whole, or about one part of it. */
export const reason = (
  rules: ReadonlyArray<number>,
  said: (texts: Tools["requestReasons"]) => string,
  fix: (texts: Tools["requestFixes"]) => string,
  about: Partial<Pick<Reason, "path" | "value">> = {},
): Reason => ({ path: null, value: null, ...about, rules, says: says(said), fix: fixes(fix) })
