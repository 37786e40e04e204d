/** The books after a fail-over. */
export interface Books {
  /** What clients were answered. */
  readonly answered: ReadonlySet<string>
  /** What the new primary has. */
  readonly stored: ReadonlySet<string>
  /** What the service has, once for each time that it accepted it. */
  readonly sent: ReadonlyArray<{ readonly reference: string; readonly calls: number }>
  /** What the comparison with a statement showed as unknown here. */
  readonly found: ReadonlySet<string>
}

/** The ids that were sent twice, that were answered and are not stored, and that were sent and nothing here shows. */
export const judge = ({ answered, found, sent, stored }: Books) => {
  const times = new Map<string, number>()
  for (const { calls, reference } of sent) times.set(reference, (times.get(reference) ?? 0) + Math.max(1, calls))
  return {
    twice: [...times].flatMap(([id, count]) => (count > 1 ? [id] : [])),
    lost: [...answered].filter((id) => !stored.has(id)),
    unseen: [...times.keys()].filter((id) => !stored.has(id) && !found.has(id)),
  }
}
