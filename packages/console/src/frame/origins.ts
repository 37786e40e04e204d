/**
 * Which addresses are this machine's own, and whether a request was meant for one of them. Another site's page can point its own name at
 * the loopback (DNS rebinding) and can send forms anywhere; both show in headers that it cannot set.
 */

const loopbackHost = /^(localhost|127(\.(\d{1,2}|1\d\d|2[0-4]\d|25[0-5])){3}|\[::1\])$/

/** Can only this machine reach this address? */
export const isLoopback = (host: string): boolean => loopbackHost.test(hostText(host))

/** A host as written in an address. */
export const hostText = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host)

/** Was the request sent to a name of the loopback? */
export const isOwnHost = (host: string | undefined): boolean =>
  host !== undefined && loopbackHost.test(host.replace(/:\d{1,5}$/, "").toLowerCase())

/** Does the browser say that a page of this very address sent this form? An older browser names the origin only. */
export const isOwnForm = (headers: Readonly<Record<string, string | undefined>>): boolean => {
  const { host, origin } = headers
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  return host !== undefined && origin?.replace(/^https?:\/\//, "") === host.toLowerCase()
}
