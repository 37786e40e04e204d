/** The same payments in earnest: what changes against the first example. */
import { createPayments } from "cauri"
import { https } from "cauri/https"
import { sqlite } from "cauri/sqlite"

/** Opens payments that move money. */
export const inEarnest = (env: Readonly<Record<string, string>>) => {
  const {
    CALLBACK_SECRET: secret = "",
    SERVICE_KEY: apiKey = "",
    SERVICE_TOKEN: apiToken = "",
    SERVICE_URL: baseUrl = "",
  } = env
  // #region inEarnest
  return createPayments({
    gateway: https({ baseUrl, apiKey, apiToken }),
    store: sqlite("payments.db"),
    shop: { name: "Boutique", siteUrl: "https://shop.example" },
    callbacks: { base: "https://shop.example", key: { id: "k1", secret } },
  })
  // #endregion
}
