/** The kinds of store that this program ships with; yours is one entry more. Only the one that `STORE_URL` names is loaded. */
export const stores = [
  { schemes: ["sqlite:"], address: "sqlite:<path of the file>", load: async () => await import("@cauri/store-sqlite") },
  {
    schemes: ["postgres:", "postgresql:"],
    address: "postgres://<user>@<host>/<database>, with %25 for each %",
    variables: {
      STORE_ACCEPT_TIMELINE:
        "the timeline of Postgres that the refusal names, once a person is sure that no payment is missing",
    },
    load: async () => await import("@cauri/store-postgres"),
  },
] as const
