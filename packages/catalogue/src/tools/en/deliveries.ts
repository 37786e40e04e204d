/** Why a callback was not sent, or got no answer. */
export const deliveries = {
  no_address:
    "The callback address is no http or https address. Send one such as https://shop.example/callback, without a user name.",
  not_allowed:
    "The host is neither loopback nor on the list of allowed hosts. Add it to the list (SANDBOX_CALLBACK_HOSTS), or send an address of this machine.",
  too_often: (perSecond: number, burst: number) =>
    `Too many callbacks for this host: the limit is ${perSecond} per second, ${burst} at once. Send this one again later.`,
  no_sender: "No sender is provided.",
  not_made: (code: string) => `The request could not be made (${code}).`,
  failed: (code: string) =>
    `The connection failed (${code}). Check that your program runs and listens at this address.`,
  closed: "The connection was closed without an answer. Look into the log of your program.",
  host_silent: "The host did not answer in time. Answer first, and work afterwards.",
  handler_failed: "The handler failed.",
  handler_silent: "The handler did not answer in time.",
} as const
