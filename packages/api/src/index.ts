/** Payments over HTTP, for programs in any language. */
export {}
