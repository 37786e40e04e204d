/**
 * HTML that is always escaped. Every value in a template is escaped unless a template made it, and a template knows where its values stand:
 * in text, in a quoted attribute, or among the attributes of a tag. Any other place is the author's mistake and fails at the first
 * rendering, whatever the value. Pages have no inline script and style, so no other escaping is needed (threat E5: typed text is shown,
 * never obeyed).
 */

/** Safe text of a page. Only `html` makes it. */
export class Markup {
  readonly text: string
  private constructor(text: string) {
    this.text = text
  }
  /** Joins the fixed pieces of a template and the escaped values. */
  static fromTemplate(pieces: ReadonlyArray<string>, values: ReadonlyArray<string>): Markup {
    return new Markup(pieces.map((piece, index) => piece + (values[index] ?? "")).join(""))
  }
}

/** Attributes that are there or not, with their values. Only `attributes` and `elsewhere` make them. */
class Attributes {
  readonly values: ReadonlyArray<readonly [string, string]>
  /** Whether links may leave the site. */
  readonly leaves: boolean
  constructor(values: ReadonlyArray<readonly [string, string]>, leaves = false) {
    this.values = values
    this.leaves = leaves
  }
}

type Part = string | number | Markup | Attributes | null | ReadonlyArray<Markup>

type Place =
  | { readonly _tag: "Text" }
  | { readonly _tag: "Tag" }
  | { readonly _tag: "Value"; readonly of: string; readonly begins: boolean }

/** A piece of a page. */
export const html = (fixed: TemplateStringsArray, ...values: ReadonlyArray<Part>): Markup => {
  const { pieces, places } = formOf(fixed)
  return Markup.fromTemplate(
    pieces,
    values.map((value, index) => partText(value, places[index] ?? { _tag: "Tag" })),
  )
}

/** Attributes by name: `true` is a bare name, `false` and `null` are left out. */
export const attributes = (given: Readonly<Record<string, string | number | boolean | null>>): Attributes =>
  new Attributes(
    Object.entries(given).flatMap(([name, value]) => {
      if (value === false || value === null) return []
      return [[name, value === true ? "" : String(value)] as const]
    }),
  )

/** The attributes of a link to another site; the address must begin with `http:` or `https:`. */
export const elsewhere = (address: string): Attributes => {
  if (!/^https?:\/\//i.test(address)) throw new Error("A link to another site begins with http: or https:.")
  const link = [["href", address] as const, ["rel", "noreferrer"] as const]
  return new Attributes(link, true)
}

/** Escapes text, for element content and quoted attributes alike. */
export const escaped = (text: string): string =>
  // A lone surrogate cannot be written in a page, and a browser drops other control characters or obeys them.
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
    .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g, "\uFFFD")
    .replaceAll(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)

const ownAddress = /^(\/(?![/\\])|\?|#)/
const leading = new Set(["href", "action", "src", "formaction"])
const attributeName = /^[a-z][a-z0-9-]*$/

const attributeText = (name: string, value: string, begins: boolean): string => {
  if (!attributeName.test(name) || name.startsWith("on") || name === "style") {
    throw new Error(`A page has no attribute ${name}.`)
  }
  // Typed text must never make a link that leaves the site.
  if (leading.has(name) && begins && !ownAddress.test(value)) {
    throw new Error(`The attribute ${name} leads to an address of the site itself.`)
  }
  return escaped(value)
}

const partText = (part: Part, place: Place): string => {
  if (part instanceof Attributes) {
    if (place._tag !== "Tag") throw new Error("Attributes stand inside a tag.")
    return part.values.map(([name, value]) => `${name}="${attributeText(name, value, !part.leaves)}"`).join(" ")
  }
  switch (place._tag) {
    case "Tag":
      throw new Error("Inside a tag there are attributes and nothing else.")
    case "Value":
      if (typeof part !== "string" && typeof part !== "number") {
        throw new Error(`The attribute ${place.of} is a text.`)
      }
      return attributeText(place.of, String(part), place.begins)
    case "Text":
      if (part === null) return ""
      if (part instanceof Markup) return part.text
      return typeof part === "object" ? part.map(({ text }) => text).join("") : escaped(String(part))
  }
}

/** A template: its fixed pieces without the indentation of the source, and where its values stand. */
interface Form {
  readonly pieces: ReadonlyArray<string>
  readonly places: ReadonlyArray<Place>
}

const known = new WeakMap<TemplateStringsArray, Form>()

const formOf = (fixed: TemplateStringsArray): Form => {
  const form = known.get(fixed) ?? {
    pieces: fixed.map((piece) => piece.replaceAll(/\n\s+/g, "\n")),
    places: placesIn(fixed),
  }
  known.set(fixed, form)
  return form
}

const placesIn = (fixed: ReadonlyArray<string>): ReadonlyArray<Place> => {
  const places: Array<Place> = []
  let place: Place = { _tag: "Text" }
  for (const piece of fixed) {
    for (let at = 0; at < piece.length; at++) place = after(place, piece, at)
    places.push(place)
    if (place._tag === "Value") place = { ...place, begins: false }
  }
  if (place._tag !== "Text") throw new Error("A template ends inside a tag.")
  return places
}

const after = (place: Place, piece: string, at: number): Place => {
  const character = piece.charAt(at)
  switch (place._tag) {
    case "Text":
      return character === "<" && /[a-z/!]/i.test(piece.charAt(at + 1)) ? { _tag: "Tag" } : place
    case "Tag": {
      if (character === ">") return { _tag: "Text" }
      if (character === "'") throw new Error("Attributes stand in double quotes.")
      if (character !== '"') return place
      const name = /([^\s"<>/=]+)=$/.exec(piece.slice(0, at))?.[1]
      if (name === undefined) throw new Error("A quote inside a tag begins the value of an attribute.")
      return { _tag: "Value", of: name.toLowerCase(), begins: true }
    }
    case "Value":
      return character === '"' ? { _tag: "Tag" } : { ...place, begins: false }
  }
}

/** Empty markup. */
export const nothing: Markup = html``
