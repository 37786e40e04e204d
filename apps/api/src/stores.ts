import { inBoth, variableTexts } from "@cauri/catalogue/tools"

/** The kinds of store that this program ships with; yours is one entry more. Only the one that `STORE_URL` names is loaded. */
export const stores = [
  {
    schemes: ["sqlite:"],
    address: inBoth(({ storeAddresses }) => storeAddresses.sqlite("sqlite:")),
    load: async () => await import("@cauri/store-sqlite"),
  },
  {
    schemes: ["postgres:", "postgresql:"],
    address: inBoth(({ storeAddresses }) => storeAddresses.postgres("postgres://<user>@<host>/<database>")),
    variables: variableTexts("STORE_ACCEPT_TIMELINE"),
    load: async () => await import("@cauri/store-postgres"),
  },
] as const
