/** Why a callback was not sent, or got no answer. */
export const deliveries = {
  too_long: (most: number) => `The callback address is longer than ${most} characters. Send a shorter one.`,
  invisible: "The callback address holds a space, a backslash or an invisible character. Send it without.",
  no_scheme:
    "The callback address does not begin with http:// or https://. Send the whole address, such as https://shop.example/callback.",
  user_name: "The callback address holds a user name. Send it without the part before @.",
  no_address: "The callback address is no address. Send one such as https://shop.example/callback.",
  dot: "The host of the callback address ends in a dot. Send it without the dot.",
  port_zero: "Port 0 cannot be called.",
  not_allowed: "The host is neither loopback nor on the list of allowed hosts.",
  port_not_allowed: (port: number) => `Port ${port} of the host is not allowed.`,
  without_address: "The host has no address.",
  range_refused: (range: string) => `The host stands for an address that may not be called (${range}).`,
  unresolved: "The name of the host does not resolve.",
  unresolved_in_time: "The name of the host did not resolve in time.",
  too_many_hosts: (most: number) => `More than ${most} hosts are called at the same time.`,
  too_often: (perSecond: number, burst: number) =>
    `The host is called more than ${perSecond} times per second (burst ${burst}).`,
  sent_too_often: (most: number) => `The POST was sent ${most} times already.`,
  no_sender: "No sender is provided.",
  not_made: (code: string) => `The request could not be made (${code}).`,
  failed: (code: string) => `The connection failed (${code}).`,
  closed: "The connection was closed without an answer.",
  host_silent: "The host did not answer in time.",
  handler_failed: "The handler failed.",
  handler_silent: "The handler did not answer in time.",
} as const
