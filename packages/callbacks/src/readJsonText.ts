/**
 * Reads JSON (RFC 8259) within hard limits. It is no more lenient than `JSON.parse`, and sees what that hides: keys that appear
 * twice, depth, and the digits of numbers that a number cannot hold. It goes over the text once, and no deeper than its limit.
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

/** Every method moves forward, or says `undefined`, which no JSON text means: the text cannot be read. */
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
    const keys = new Set<string>()
    this.#at++
    if (this.#takes("}")) return branch
    do {
      this.#skipSpace()
      const key = this.#text[this.#at] === '"' ? this.#string() : undefined
      if (key === undefined || !this.#takes(":")) return undefined
      const value = this.#member(depth)
      if (value === undefined) return undefined
      if (keys.has(key)) {
        this.#repeatedKey = true
        delete branch[key]
      } else {
        keys.add(key)
        branch[key] = value
      }
    } while (this.#takes(","))
    return this.#takes("}") ? branch : undefined
  }

  #list(depth: number): Value | undefined {
    const list: Array<Value> = []
    this.#at++
    if (this.#takes("]")) return list
    do {
      const value = this.#member(depth)
      if (value === undefined) return undefined
      list.push(value)
    } while (this.#takes(","))
    return this.#takes("]") ? list : undefined
  }

  #member(depth: number): Value | undefined {
    this.#members++
    return this.#members > bodyLimits.members ? undefined : this.value(depth + 1)
  }

  #string(): string | undefined {
    const start = this.#at
    let escaped = false
    for (let at = start + 1; at < this.#text.length; at++) {
      const code = this.#text.charCodeAt(at)
      if (code === quote) {
        this.#at = at + 1
        return escaped ? unescaped(this.#text.slice(start, at + 1)) : this.#text.slice(start + 1, at)
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

  #takes(character: string): boolean {
    this.#skipSpace()
    if (this.#text[this.#at] !== character) return false
    this.#at++
    return true
  }

  #skipSpace(): void {
    while (isSpace(this.#text.charCodeAt(this.#at))) this.#at++
  }
}

const quote = 0x22
const backslash = 0x5c
const space = 0x20

const isSpace = (code: number): boolean => code === space || code === 0x0a || code === 0x0d || code === 0x09

/** Digits, `+`, `-`, `.`, `e` and `E`. */
const isNumberCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || [0x2b, 0x2d, 0x2e, 0x45, 0x65].includes(code)

const unescaped = (literal: string): string | undefined =>
  Result.getOrUndefined(Result.try((): string => JSON.parse(literal)))

/** A number that is exactly an integer. Others stay texts: rounding would make two of them equal that are not. */
const asNumber = (text: string): Value => {
  const number = Number(text)
  if (Number.isSafeInteger(number)) return number + 0
  return Number.isFinite(number) && !Number.isInteger(number) ? String(number) : text
}
