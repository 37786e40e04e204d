/**
 * The limits of a callback's body. All that the policy lets a merchant send fits, whatever its characters become in an encoding. A larger
 * body is not read, but the callback still leads to a confirm: limits protect the receiver and decide nothing about money.
 */
export const bodyLimits = {
  /** Bytes of a body. */
  bytes: 131_072,
  /** Levels of JSON objects and lists. */
  depth: 16,
  /** Pairs of a form; fields, objects and lists of a JSON text. */
  fields: 256,
} as const
