/** Why the API refuses a request before it looks at a payment, in English. */
export const apiProblems = {
  unauthorized:
    "The request has no valid key. Send one in the header Authorization, after “Bearer ”; `cauri api key add` makes one.",
  forbidden:
    "This key may not do this, or not from this address. `cauri api key list` shows what it may; use a key that may do this.",
  too_many_requests:
    "This key made too many calls, and nothing was stored or sent. Try again after the seconds that Retry-After names.",
  not_found: "The API has no such address. /openapi.json lists those that it has.",
  method_not_allowed: "This address does not take this method. The header Allow names those that it takes.",
  create_with: (call: string) => `This address does not take this method. You choose the id: create with ${call}.`,
  unsupported_media_type:
    "The body must be JSON in UTF-8, uncompressed, with the header Content-Type: application/json. Nothing was stored or sent.",
  payload_too_large: "The body is larger than 64 KiB. Nothing was stored or sent.",
  malformed_json:
    "The body must be one JSON object in UTF-8 ({} where it is empty, not []), nested at most 8 levels deep. Nothing was stored or sent.",
  unexpected:
    "An unexpected error ended this request. Look for the id of the request in the log of the API, and read the payment before you try again.",
} as const
