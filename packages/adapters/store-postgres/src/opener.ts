/** Opens a store by its address: `postgres://user@host/database`. */
import type { StoreOpener } from "@cauri/core/adapter"
import { Redacted, Result } from "effect"
import { layer } from "./layer.ts"

const isDecodable = (text: string): boolean => Result.isSuccess(Result.try(() => decodeURIComponent(text)))

/**
 * The driver allows an omitted host behind a user, and reads the port from the query as well. It reports an unreadable address like an
 * absent server, and the program would be restarted for ever.
 */
const isServer = (text: string): boolean => {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@host/"))
  const port = url?.searchParams.get("port") ?? "5432"
  return url !== null && isDecodable(text) && /^\d{1,5}$/.test(port) && Number(port) <= 65_535
}

/** Opens a store by its address. It has one variable of its own, `STORE_ACCEPT_TIMELINE`. */
export const opener: StoreOpener = {
  accepts: (address) => /^postgres(ql)?:\/\/./.test(address) && isServer(address),
  open: (address, { create, expected, restoring, variables: { STORE_ACCEPT_TIMELINE: acceptTimeline } }) =>
    layer({
      url: Redacted.value(address),
      create,
      restoring,
      ...(expected === null ? {} : { expected }),
      ...(acceptTimeline === undefined ? {} : { acceptTimeline }),
    }),
}
