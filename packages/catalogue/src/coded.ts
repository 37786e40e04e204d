/** Sentences that a program names by a code, and says in a language later. */

type Sentence = string | ((...parameters: ReadonlyArray<never>) => string)

/** A code of a table with the parameters of its sentence: `["tokens_lost", 2]`. Data carry it as it is. */
export type Coded<Table> = {
  readonly [Code in keyof Table]: Table[Code] extends (...parameters: infer Parameters) => string
    ? readonly [code: Code, ...parameters: Parameters]
    : readonly [code: Code]
}[keyof Table]

/** The sentence of a code. */
export const say = <Table extends Readonly<Record<keyof Table, Sentence>>>(
  table: Table,
  [code, ...parameters]: Coded<Table>,
): string => {
  const sentence: Sentence = table[code]
  return typeof sentence === "string" ? sentence : String(Reflect.apply(sentence, null, parameters))
}

/** A code and its parameters as programs read them. */
export const codedData = <Code extends string>([code, ...parameters]: readonly [
  code: Code,
  ...parameters: ReadonlyArray<string | number>,
]) => ({ code, parameters })
