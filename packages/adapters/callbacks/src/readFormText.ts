/**
 * Reads a form body within hard limits. Its keys may nest by a small fixed grammar, `name[level][level]`; any other key is a plain key,
 * with its brackets. No general parser of nested forms is used, because nested lists and huge indices are attacks.
 */
import { Option } from "effect"
import { bodyLimits } from "./limits.ts"
import { emptyBranch, isBranch, type Tree } from "./tree.ts"

/** The pairs of a form, nested; none when it is no form, or beyond the limits. */
export const readFormText = (text: string): Option.Option<Tree> => {
  const form = new Form()
  let pairs = 0
  for (let start = 0; start <= text.length; pairs++) {
    if (pairs === bodyLimits.pairs) return Option.none()
    const end = placeIn(text, "&", start, text.length)
    if (end > start) {
      const cut = placeIn(text, "=", start, end)
      const path = pathNamed(text.slice(start, cut))
      const value = decoded(text.slice(cut + 1, end))
      if (path === undefined || value === undefined) return Option.none()
      form.place(path, value)
    }
    start = end + 1
  }
  return Option.some({ value: form.root, repeatedKey: form.repeated.size > 0 })
}

/** The position of a mark before the end; the end itself when there is none. */
const placeIn = (text: string, mark: string, start: number, end: number): number => {
  const place = text.indexOf(mark, start)
  return place === -1 || place > end ? end : place
}

type Path = ReadonlyArray<string>

/** Every form has the same few names, so their parsed paths are cached. More names than this are an abuse. */
const known = new Map<string, Path>()
const mostKnown = 256

const pathNamed = (written: string): Path | undefined => {
  const found = known.get(written)
  if (found !== undefined) return found
  const name = decoded(written)
  const path = name === undefined ? undefined : pathOf(name)
  // Each character of a name may be written as three.
  if (path !== undefined && known.size < mostKnown && written.length <= 3 * bodyLimits.keyLength)
    known.set(written, path)
  return path
}

/** Decodes percent signs and plus signs; undefined when a percent sign is invalid, or the bytes are no UTF-8. */
const decoded = (text: string): string | undefined => {
  const spaced = text.includes("+") ? text.replaceAll("+", " ") : text
  if (!spaced.includes("%")) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}

/** The levels of a key; undefined when they exceed the limits. */
const pathOf = (name: string): Path | undefined => {
  if (name.length > bodyLimits.keyLength) return undefined
  const open = name.indexOf("[")
  if (open <= 0 || !name.endsWith("]")) return [name]
  const path = [name.slice(0, open), ...name.slice(open + 1, -1).split("][")]
  if (path.some((level) => level === "" || level.includes("[") || level.includes("]"))) return [name]
  const [, ...levels] = path
  return path.length > bodyLimits.keyDepth || levels.some(isBeyondIndex) ? undefined : path
}

const isBeyondIndex = (level: string): boolean => /^[0-9]+$/.test(level) && Number(level) > bodyLimits.index

/** Collects pairs into a tree, one by one. */
class Form {
  readonly root = emptyBranch()
  /** Keys that came twice, or both as a value and as a parent. They stay empty. */
  readonly repeated = new Set<string>()

  place(path: Path, value: string): void {
    let branch = this.root
    const last = path.length - 1
    let depth = -1
    for (const level of path) {
      depth++
      if (this.repeated.size > 0 && this.repeated.has(placeOf(path, depth))) return
      const found = branch[level]
      if (found === undefined) {
        if (depth === last) {
          branch[level] = value
          return
        }
        const below = emptyBranch()
        branch[level] = below
        branch = below
      } else if (isBranch(found) && depth < last) {
        branch = found
      } else {
        delete branch[level]
        this.repeated.add(placeOf(path, depth))
        return
      }
    }
  }
}

/** The path down to a level, as a unique text. */
const placeOf = (path: Path, depth: number): string => JSON.stringify(path.slice(0, depth + 1))
