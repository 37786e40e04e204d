/**
 * Why the desk refuses, in the reader's language. Core says it in English; what has no translation here is shown as core says it.
 */
import type { Language } from "@cauri/core"

const french: ReadonlyArray<readonly [RegExp, (...parts: ReadonlyArray<string>) => string]> = [
  [
    /^a callback came for an attempt without a token/,
    () => "un rappel est arrivé pour un appel sans jeton, le service le connaît donc.",
  ],
  [/^the service accepted it without giving a token/, () => "le service l’a accepté sans donner de jeton."],
  [
    /^it may still turn up: "not executed" can be ruled ([0-9.]+) hours after/,
    (hours) =>
      `il peut encore apparaître\u00A0: «\u00A0non exécuté\u00A0» ne se tranche que ${hours} heures après le dernier appel.`,
  ],
  [
    /^the service does not confirm both collections/,
    () => "le service ne confirme pas les deux encaissements en ce moment.",
  ],
  [
    /^it cannot be read and may have been sent/,
    () =>
      "il est illisible et a peut-être été envoyé, les versements restent donc arrêtés. Levez l’arrêt avec un programme aussi récent que celui qui l’a écrit, ou malgré lui quand vous savez ce qu’il est devenu.",
  ],
  [
    /^a callback came for it and was not read yet/,
    () => "un rappel est arrivé et n’est pas encore lu\u00A0; regardez de nouveau dans un instant.",
  ],
  [/^it has no such open flag/, () => "il n’a pas de tel signalement ouvert."],
]

/** A reason of the desk's in a language. */
export const refusalText = (because: string, language: Language): string => {
  if (language === "en") return because
  for (const [pattern, told] of french) {
    const found = pattern.exec(because)
    if (found !== null) return told(...found.slice(1))
  }
  return because
}
