/** Counts wrong tries to sign in: so many in a minute for a name or a browser, and for all together. */

const window = 60_000

/** The tries of the last minute. */
export interface Tries {
  /** Counts a try before its password is looked at; false: there were too many. */
  readonly take: (key: string, most: number, now: number) => boolean
  /** The try was right: it does not count. */
  readonly forgive: (key: string) => void
}

/** No tries yet. */
export const makeTries = (): Tries => {
  const counts = new Map<string, { readonly since: number; readonly count: number }>()
  return {
    take: (key, most, now) => {
      for (const [each, { since }] of counts) if (now - since >= window) counts.delete(each)
      const { count, since } = counts.get(key) ?? { since: now, count: 0 }
      if (count >= most) return false
      counts.set(key, { since, count: count + 1 })
      return true
    },
    forgive: (key) => {
      const found = counts.get(key)
      if (found !== undefined) counts.set(key, { ...found, count: found.count - 1 })
    },
  }
}
