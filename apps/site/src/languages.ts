/** The languages of the site. Neither is a translation of the other: each page is written for its reader, and neither may be missing. */

/** The languages of the site, as their folders are called. */
export const languages = ["en", "fr"] as const
export type Language = (typeof languages)[number]
/** A text in every language of the site. */
export type InBoth = Readonly<Record<Language, string>>
