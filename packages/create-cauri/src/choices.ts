/**
 * The questions, their answers, and which answers go together. The prompts, the flags, the help, the refusals and the tests read this one
 * table.
 */
import type { Texts } from "@cauri/catalogue"

/** One answer: the word of its flag, what a person reads, and which other answers exclude it. */
export interface Answer {
  readonly label: Texts
  /** Answers to other questions that exclude this one, as `question=answer`, each with the reason. */
  readonly excludedBy?: Readonly<Record<string, Texts>>
}

/** One question. The first answer is the default. */
export interface Question {
  readonly ask: Texts
  readonly answers: Readonly<Record<string, Answer>>
}

/** Every question by the name of its flag, in the order in which they are asked. */
export const questions = {
  store: {
    ask: { en: "Where are payments kept?", fr: "Où enregistrer les paiements\u00A0?" },
    answers: {
      sqlite: {
        label: { en: "SQLite: one file, for one machine", fr: "SQLite\u00A0: un fichier, pour une seule machine" },
      },
      postgres: {
        label: { en: "Postgres: for one machine or many", fr: "Postgres\u00A0: pour une ou plusieurs machines" },
      },
    },
  },
  run: {
    ask: { en: "What follows payments to their end?", fr: "Qui suit les paiements jusqu’au bout\u00A0?" },
    answers: {
      embedded: {
        label: {
          en: "a worker inside your shop: one program",
          fr: "votre boutique elle-même\u00A0: un seul programme",
        },
      },
      programs: {
        label: {
          en: "receiver, reconciler and console, beside your shop",
          fr: "receiver, reconciler et console, à côté de votre boutique",
        },
      },
      api: {
        label: {
          en: "the same, and the HTTP API for programs in any language",
          fr: "les mêmes, et l’API HTTP pour des programmes en tout langage",
        },
      },
    },
  },
  framework: {
    ask: { en: "Which web framework has your shop?", fr: "Quel framework web pour votre boutique\u00A0?" },
    answers: {
      none: { label: { en: "none: node:http", fr: "aucun\u00A0: node:http" } },
      next: { label: { en: "Next", fr: "Next" } },
    },
  },
  deploy: {
    ask: { en: "How is it deployed?", fr: "Comment déployer la boutique\u00A0?" },
    answers: {
      none: { label: { en: "I decide later", fr: "je verrai plus tard" } },
      compose: { label: { en: "Docker compose", fr: "Docker compose" } },
      systemd: { label: { en: "systemd", fr: "systemd" } },
      kubernetes: {
        label: { en: "Kubernetes", fr: "Kubernetes" },
        excludedBy: {
          "store=sqlite": {
            en: "SQLite is a file on one machine, and Kubernetes moves programs between machines: take Postgres",
            fr: "SQLite est un fichier sur une machine, et Kubernetes déplace les programmes d’une machine à l’autre\u00A0: choisissez Postgres",
          },
        },
      },
    },
  },
  language: {
    ask: {
      en: "In which language are the shop’s pages and the README?",
      fr: "Dans quelle langue écrire les pages et le README\u00A0?",
    },
    answers: {
      en: { label: { en: "English", fr: "anglais" } },
      fr: { label: { en: "French", fr: "français" } },
    },
  },
} as const satisfies Readonly<Record<string, Question>>

/** The name of a question, which is that of its flag. */
export type QuestionName = keyof typeof questions

/** One answer to every question. */
export type Choices = { readonly [Name in QuestionName]: keyof (typeof questions)[Name]["answers"] & string }

/** The questions in their order. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are its names
export const questionNames = Object.keys(questions) as ReadonlyArray<QuestionName>

export const answersOf = (name: QuestionName): ReadonlyArray<readonly [answer: string, about: Answer]> =>
  Object.entries<Answer>(questions[name].answers)

/** Answers as they come in: some questions may be open. */
export type PartialChoices = { readonly [Name in QuestionName]?: string }

/** Every pair of answers that do not go together, each as `question=answer`, and why. */
const exclusions = questionNames.flatMap((name) =>
  answersOf(name).flatMap(([answer, { excludedBy = {} }]) =>
    Object.entries(excludedBy).map(([other, why]) => ({ pair: [`${name}=${answer}`, other], why })),
  ),
)

/** Why an answer does not go with the other ones, if it does not. */
export const exclusionOf = (name: QuestionName, answer: string, others: PartialChoices): Texts | undefined => {
  const all = [...Object.entries(others).filter(([other]) => other !== name), [name, answer]]
  const chosen = new Set(all.map(([each, given]) => `${each}=${given}`))
  return exclusions.find(({ pair }) => pair.includes(`${name}=${answer}`) && pair.every((each) => chosen.has(each)))
    ?.why
}

/** The answers to a question that go with the other ones. The first is the default. */
export const possibleAnswers = (name: QuestionName, others: PartialChoices): ReadonlyArray<string> =>
  answersOf(name)
    .map(([answer]) => answer)
    .filter((answer) => exclusionOf(name, answer, others) === undefined)

/** Every valid combination. */
export const combinations = (): ReadonlyArray<Choices> => {
  const all = questionNames.reduce<ReadonlyArray<PartialChoices>>(
    (begun, name) =>
      begun.flatMap((chosen) => possibleAnswers(name, chosen).map((answer) => ({ ...chosen, [name]: answer }))),
    [{}],
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every question of the table was answered from the table
  return all as ReadonlyArray<Choices>
}
