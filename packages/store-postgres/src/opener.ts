/**
 * Opens a store by its address: `postgres://user@host/database`.
 */
import type { StoreOpener } from "@cauri/core/adapter"
import { Redacted, Result } from "effect"
import { layer } from "./layer.ts"

const isDecodable = (text: string): boolean => Result.isSuccess(Result.try(() => decodeURIComponent(text)))

/**
 * The driver lets the host be left out behind a user, and reads the port from the query as well. What it cannot read it reports like a
 * server that is away, and the program would be restarted for ever.
 */
const isServer = (text: string): boolean => {
  const url = URL.parse(text) ?? URL.parse(text.replace("@/", "@host/"))
  const port = url?.searchParams.get("port") ?? "5432"
  return url !== null && isDecodable(text) && /^\d{1,5}$/.test(port) && Number(port) <= 65_535
}

/** Opens a store by its address. Of its own it has one variable, `STORE_ACCEPT_TIMELINE`. */
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
