/** Why a callback was not sent, or got no answer. */
export const deliveries = {
  too_long: (most: number) => `The callback address is longer than ${most} characters. Send a shorter one.`,
  invisible: "The callback address holds a space, a backslash or an invisible character. Send it without.",
  no_scheme:
    "The callback address does not begin with http:// or https://. Send the whole address, such as https://shop.example/callback.",
  user_name: "The callback address holds a user name. Send it without the part before @.",
  no_address: "The callback address is no address. Send one such as https://shop.example/callback.",
  dot: "The host of the callback address ends in a dot. Send it without the dot.",
  port_zero: "Port 0 cannot be called. Name the port on which your program listens.",
  not_allowed:
    "The host is neither loopback nor on the list of allowed hosts. Add it to the list (SANDBOX_CALLBACK_HOSTS), or send an address of this machine.",
  port_not_allowed: (port: number) =>
    `Port ${port} of the host is not allowed. Name it after the host in the list (SANDBOX_CALLBACK_HOSTS).`,
  without_address: "The host has no address. Check its name and its DNS.",
  range_refused: (range: string) =>
    `The host stands for an address that may not be called (${range}). Send an address of this machine, or a public one.`,
  unresolved: "The name of the host does not resolve. Check its spelling and its DNS.",
  unresolved_in_time: "The name of the host did not resolve in time.",
  too_many_hosts: (most: number) => `More than ${most} hosts are called at the same time.`,
  too_often: (perSecond: number, burst: number) =>
    `Too many callbacks for this host: the limit is ${perSecond} per second, ${burst} at once. Send this one again later.`,
  sent_too_often: (most: number) => `The POST was sent ${most} times already. Create a new payment to receive more.`,
  no_sender: "No sender is provided.",
  not_made: (code: string) => `The request could not be made (${code}).`,
  failed: (code: string) =>
    `The connection failed (${code}). Check that your program runs and listens at this address.`,
  closed: "The connection was closed without an answer. Look into the log of your program.",
  host_silent: "The host did not answer in time. Answer first, and work afterwards.",
  handler_failed: "The handler failed.",
  handler_silent: "The handler did not answer in time.",
} as const
