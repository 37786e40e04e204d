/** The kinds of store that the program ships with. */
export const stores = [
  { schemes: ["sqlite:"], address: "sqlite:<path of the file>", load: async () => await import("@cauri/store-sqlite") },
  {
    schemes: ["postgres:", "postgresql:"],
    address: "postgres://<user>@<host>/<database>, with %25 for each %",
    variables: { STORE_ACCEPT_TIMELINE: "the timeline of Postgres that a person looked into, as the refusal told it" },
    load: async () => await import("@cauri/store-postgres"),
  },
] as const
