/**
 * Reads JSON (RFC 8259) within hard limits. It is no more lenient than `JSON.parse`, and detects what that hides: duplicate keys, depth,
 * and digits that a number cannot represent. It reads the text once, and no deeper than its limit.
 */
import { Option, Result } from "effect"
import { bodyLimits } from "./limits.ts"
import { type Branch, emptyBranch, type Tree, type Value } from "./tree.ts"

/** The value of a JSON text; none when it is no JSON, or beyond the limits. */
export const readJsonText = (text: string): Option.Option<Tree> => {
  const reader = new Reader(text)
  const value = reader.value(1)
  return value === undefined || !reader.atEnd() ? Option.none() : Option.some({ value, ...reader.seen() })
}

const numberPattern = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/

/** Every method advances, or returns `undefined`, which no JSON text means: the text is unreadable. */
class Reader {
  #at = 0
  #members = 0
  #repeatedKey = false
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  seen(): Omit<Tree, "value"> {
    return { repeatedKey: this.#repeatedKey }
  }

  atEnd(): boolean {
    this.#skipSpace()
    return this.#at === this.#text.length
  }

  value(depth: number): Value | undefined {
    this.#skipSpace()
    switch (this.#text.charAt(this.#at)) {
      case "{":
        return depth > bodyLimits.depth ? undefined : this.#object(depth)
      case "[":
        return depth > bodyLimits.depth ? undefined : this.#list(depth)
      case '"':
        return this.#string()
      case "t":
        return this.#word("true") ? true : undefined
      case "f":
        return this.#word("false") ? false : undefined
      case "n":
        return this.#word("null") ? null : undefined
    }
    return this.#number()
  }

  #object(depth: number): Value | undefined {
    const branch: Branch = emptyBranch()
    let repeated: Set<string> | undefined
    this.#at++
    if (this.#takes(closingBrace)) return branch
    do {
      this.#skipSpace()
      const key = this.#text.charCodeAt(this.#at) === quote ? this.#string() : undefined
      if (key === undefined || !this.#takes(colon)) return undefined
      const value = this.#member(depth)
      if (value === undefined) return undefined
      if (key in branch || repeated?.has(key) === true) {
        this.#repeatedKey = true
        repeated ??= new Set()
        repeated.add(key)
        delete branch[key]
      } else {
        branch[key] = value
      }
    } while (this.#takes(comma))
    return this.#takes(closingBrace) ? branch : undefined
  }

  #list(depth: number): Value | undefined {
    const list: Array<Value> = []
    this.#at++
    if (this.#takes(closingBracket)) return list
    do {
      const value = this.#member(depth)
      if (value === undefined) return undefined
      list.push(value)
    } while (this.#takes(comma))
    return this.#takes(closingBracket) ? list : undefined
  }

  #member(depth: number): Value | undefined {
    this.#members++
    return this.#members > bodyLimits.members ? undefined : this.value(depth + 1)
  }

  #string(): string | undefined {
    const start = this.#at
    let escaped = false
    const text = this.#text
    for (let at = start + 1; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        this.#at = at + 1
        return escaped ? unescaped(text.slice(start, at + 1)) : text.slice(start + 1, at)
      }
      if (code < space) return undefined
      if (code === backslash) {
        escaped = true
        at++
      }
    }
    return undefined
  }

  #number(): Value | undefined {
    const start = this.#at
    while (isNumberCharacter(this.#text.charCodeAt(this.#at))) this.#at++
    const text = this.#text.slice(start, this.#at)
    return numberPattern.test(text) ? asNumber(text) : undefined
  }

  #word(word: string): boolean {
    const found = this.#text.startsWith(word, this.#at)
    this.#at += word.length
    return found
  }

  #takes(code: number): boolean {
    this.#skipSpace()
    if (this.#text.charCodeAt(this.#at) !== code) return false
    this.#at++
    return true
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++
  }
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const closingBracket = 0x5d
const closingBrace = 0x7d
const backslash = 0x5c
const space = 0x20

const isSpace = (code: number): boolean =>
  code <= space && (code === space || code === 0x0a || code === 0x0d || code === 0x09)

/** Digits, `+`, `-`, `.`, `e` and `E`. */
const isNumberCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || code === 0x2b || code === 0x2d || code === 0x2e || code === 0x45 || code === 0x65

const unescaped = (literal: string): string | undefined =>
  Result.getOrUndefined(Result.try((): string => JSON.parse(literal)))

/** A number that is exactly an integer. Others stay texts: rounding could make two different ones equal. */
const asNumber = (text: string): Value => {
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number + 0
  return Number.isFinite(number) && !Number.isInteger(number) ? String(number) : text
}
