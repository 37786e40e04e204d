/**
 * What only the people who run payments read: the sandbox's pages, the console and the command lines. No browser of a customer loads it.
 */
import type { Translated } from "./Catalogue.ts"
import type { Language } from "./format.ts"
import * as en from "./tools/en.ts"
import * as fr from "./tools/fr.ts"

export { type Coded, codedData, say } from "./coded.ts"
export { helpPage } from "./helpPage.ts"
export { localeLanguage } from "./locale.ts"

/** Everything that the tools say in one language. */
export type Tools = Translated<typeof en>

/** Everything that the tools say, by language. */
export const tools: Readonly<Record<Language, Tools>> = { fr, en }
