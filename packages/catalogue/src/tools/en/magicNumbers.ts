/** What the sandbox’s magic numbers do, by the last two digits, in English. */
export const magicNumbers = {
  "90": "pays at once; payouts arrive at once",
  "91": "pays after a minute; payouts arrive after a minute",
  "92": "refuses: not completed",
  "93": "never answers: pending for ever",
  "94": "has no money, or an account that accepts none: not completed",
  "95": "has reached the daily limit: payins are refused with Code02",
  "96": "pays after two days; payouts arrive after two days",
  "97": "pays at once, and no callback ever comes",
  "98": "pays at once, and each callback comes four times",
  "99": "pays at once, and the callback comes before the creation’s answer",
  "80": "the creation is executed and its answer is lost; pays at once",
  "81": "the connection is cut before anything is executed",
  "82": "the connection is cut after the execution; pays at once",
  "83": "an HTML page with status 503 after the execution; pays at once",
  "84": "response code 00 with an empty token; pays at once",
  "85": "an undocumented sub-code although it is executed; pays at once",
  "86": "truncated JSON after the execution; pays at once",
  "87": "completed, and not completed an hour later",
  "88": "the confirmed amount is one franc less",
  "89": "the confirmed status is an unknown word",
} as const

/** The same of a customer on a page of the operator or the service: the sandbox ends the payin whether or not anyone opened the page. */
export const magicNumbersOnPage = {
  "90": "completes at once, also when the page is not opened",
  "96": "completes after two days, also when the page is not opened",
  "80": "the creation is executed and its answer is lost; completes at once",
} as const
