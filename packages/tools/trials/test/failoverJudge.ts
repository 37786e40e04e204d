/** The books after a fail-over. */
export interface Books {
  /** What clients were answered. */
  readonly answered: ReadonlySet<string>
  /** What the new primary has. */
  readonly stored: ReadonlySet<string>
  /** What the service has, once for each time that it accepted it. */
  readonly sent: ReadonlyArray<{ readonly reference: string; readonly calls: number }>
  /** What the comparison with a statement showed as unknown here; null: replication is synchronous, and nothing may be missing. */
  readonly found: ReadonlySet<string> | null
}

/** What is wrong, in sentences. */
export const judge = ({ answered, found, sent, stored }: Books): ReadonlyArray<string> => {
  const times = new Map<string, number>()
  for (const { calls, reference } of sent) times.set(reference, (times.get(reference) ?? 0) + Math.max(1, calls))
  const lost = (ids: Iterable<string>) => [...ids].filter((id) => !stored.has(id) && found?.has(id) !== true)
  return [
    ...[...times].flatMap(([id, count]) => (count > 1 ? [`${id} was sent ${count} times`] : [])),
    ...(found === null ? lost(answered) : []).map((id) => `${id} was answered, and the new primary does not have it`),
    ...lost(times.keys()).map((id) => `${id} was sent, and nothing here shows it`),
  ]
}
