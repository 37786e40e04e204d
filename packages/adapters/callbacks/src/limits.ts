/**
 * The limits of a callback's body. All that the policy lets a merchant send fits, whatever its characters become in an encoding. A larger
 * body is not read, but the callback still leads to a confirm: limits protect the receiver and decide nothing about money.
 */
export const bodyLimits = {
  /** Bytes of a body. */
  bytes: 131_072,
  /** Levels of JSON objects and lists. */
  depth: 16,
  /** Members of all objects and lists of one JSON text together. */
  members: 256,
  /** Pairs of a form. */
  pairs: 128,
  /** Characters of a form's key, its brackets included. */
  keyLength: 128,
  /** Levels of a form's key: `name[level][level]`. */
  keyDepth: 3,
  /** The largest index in a form's key. */
  index: 63,
} as const
