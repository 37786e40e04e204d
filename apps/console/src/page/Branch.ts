/** What a table of texts may hold. */
export type Branch = {
  readonly [name: string]: string | readonly [string, string] | ((...parts: ReadonlyArray<never>) => string) | Branch
}
