/** The two media types of callbacks (#196, #198). Parameters are ignored, except that a charset, if named, must be UTF-8. */
import { formMediaType, jsonMediaType } from "@cauri/wire"

export type BodyEncoding = "Json" | "Form"

/** The encoding that a `Content-Type` names; undefined when it names none of the two. */
export const bodyEncoding = (contentType: string | undefined): BodyEncoding | undefined => {
  const [type = "", ...parameters] = (contentType ?? "").toLowerCase().split(";")
  if (!parameters.every(isHarmless)) return undefined
  switch (type.trim()) {
    case jsonMediaType:
      return "Json"
    case formMediaType:
      return "Form"
  }
  return undefined
}

/** A comma would begin a second header that was joined to the first. */
const isHarmless = (parameter: string): boolean => {
  if (parameter.includes(",")) return false
  const [name = "", value = ""] = parameter.split("=", 2)
  return name.trim() !== "charset" || ["utf-8", '"utf-8"'].includes(value.trim())
}
