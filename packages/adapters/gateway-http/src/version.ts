/** The version of this package, for the user agent. A test compares it with the manifest. */
export const version = "0.1.0"
