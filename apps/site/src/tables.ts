/** Tables, each made from the code. */

/** The tables that pages may show. */
export const tables: Readonly<Record<string, () => string>> = {}
