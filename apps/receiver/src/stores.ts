/**
 * The kinds of store that this program ships with. A store of your own is one more entry, with what its package exports; one that you do
 * not deploy is an entry less. Only the package of the kind that `STORE_URL` names is loaded.
 */
import type { ShippedStore } from "@cauri/runtime"

/** The kinds of store that this program ships with. */
export const stores = [
  {
    schemes: ["sqlite:"],
    address: "sqlite:<path of the file>",
    variables: {},
    load: async () => (await import("@cauri/store-sqlite")).opener,
  },
  {
    schemes: ["postgres:", "postgresql:"],
    address: "postgres://<user>@<host>/<database>, with %25 for each %",
    variables: {
      STORE_ACCEPT_TIMELINE: "the timeline of Postgres that a person has looked into, as the refusal told it",
    },
    load: async () => (await import("@cauri/store-postgres")).opener,
  },
] as const satisfies ReadonlyArray<ShippedStore>
