/**
 * The options of the HTTP side, with their defaults. They limit and protect; what the service answers is in Options.ts.
 * Controls D7 and D9 of the threat model.
 */
import type { Options } from "../options/Options.ts"
import type { RequestLogOptions } from "../log/RequestLog.ts"

/** Every option of the HTTP side. */
export interface HttpOptions extends RequestLogOptions {
  /** Host names that a request may address, without ports, beside loopback and the host of the base address. */
  readonly hosts: ReadonlyArray<string>
  /** The largest body of the service and of its page. A larger one counts as no body, and the service answers in its own envelope. */
  readonly bodyBytes: number
  /** The largest body of the control API, which takes whole states. */
  readonly controlBodyBytes: number
  /** A header of a trusted proxy whose last entry is the caller's address; by default only the socket is believed. */
  readonly trustedIpHeader: string | undefined
  /** Puts `X-Sandbox: 1` on every response (D8); on unless switched off. */
  readonly sandboxHeader: boolean
  /** Puts `X-Sandbox-Reason` on refused and spoiled answers, which the service does not have; on unless switched off. */
  readonly reasonHeader: boolean
  /** What `X-Control-Token` must hold. */
  readonly controlToken: string
}

/** Any of the options. */
export type HttpOptionsInput = Partial<HttpOptions>

/** Fills in the defaults. The default control token is random, so it cannot be guessed. */
export const resolveHttpOptions = (input: HttpOptionsInput = {}): HttpOptions => ({
  hosts: [],
  bodyBytes: 64 * 1024,
  controlBodyBytes: 64 * 1024 * 1024,
  trustedIpHeader: undefined,
  sandboxHeader: true,
  requestLogLines: 10_000,
  requestLogReferences: 100_000,
  requestLogDetails: 1_000,
  reasonHeader: true,
  onRefusal: () => undefined,
  controlToken: randomText(),
  ...input,
})

/** 128 random bits as hexadecimal digits. */
export const randomText = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"]

/**
 * Whether a `Host` header names this simulator. A foreign name that points at loopback is refused, so that no website can talk to a
 * developer's simulator through the browser (D7).
 */
export const isOwnHost = (options: Options, http: HttpOptions, host: string | undefined): boolean => {
  const name = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/i.exec(host ?? "")?.[1]?.toLowerCase()
  return name !== undefined && [...loopbackNames, hostName(options.baseUrl), ...http.hosts].includes(name)
}

/** The path in front of every path of the service (#1): the base address's own, without its last slash. */
export const basePath = (options: Options): string => new URL(options.baseUrl).pathname.replace(/\/$/, "")

const hostName = (baseUrl: string): string => new URL(baseUrl).hostname
