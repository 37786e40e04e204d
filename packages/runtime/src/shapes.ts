/** What variables may look like. */
import { Schema } from "effect"
import { Ranges } from "./clients.ts"

const Address = Schema.String.check(
  Schema.makeFilter((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)

/** What variables may look like. */
export const shapes = {
  /** One line that does not begin with a space. */
  Text: Schema.String.check(Schema.isPattern(/^[^\s].*$/)),
  /** 1 to 64 printable characters without spaces. */
  Name: Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,64}$/)),
  /** An http or https address. */
  Address,
  /** The same without user info, which would be a secret in a place that is printed. */
  PlainAddress: Address.check(
    Schema.makeFilter((text) => URL.canParse(text) && new URL(text).username === "" && new URL(text).password === ""),
  ),
  /** Addresses and ranges such as 10.0.0.0/8, separated by commas. */
  Ranges,
  /** A port. 0 is any that is free; the program logs which one it got. */
  Port: Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 0, maximum: 65_535 })),
}
