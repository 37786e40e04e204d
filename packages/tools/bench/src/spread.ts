/** Quantiles and spreads of what was measured. */
/** The smallest value that is not below this share of all; of nothing it is nothing. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN

/** What several runs make of one figure. */
export interface Spread {
  readonly median: number
  readonly lowest: number
  readonly highest: number
}

export const spreadOf = (values: ReadonlyArray<number>): Spread => {
  const sorted = values.toSorted((one, other) => one - other)
  return { median: quantile(sorted, 0.5), lowest: quantile(sorted, 0), highest: quantile(sorted, 1) }
}
