/**
 * Every setting, from the environment; .env.example explains them. A wrong one is reported by its name, never by its value. The programs of
 * cauri read the same variables.
 */

const shapes = {
  SHOP_URL: [/^https?:\/\/[^/?#@\s]+$/, "the public address of the shop, without a path"],
//? framework=none
  HOST: [/^\S+$/, "an address of this machine", "127.0.0.1"],
  PORT: [/^[0-9]{1,5}$/, "a port", "8080"],
//? store=sqlite
  STORE_URL: [/^sqlite:\S+$/, "sqlite:<path of the file>"],
//? store=postgres
  STORE_URL: [/^postgres(ql)?:\/\/\S+$/, "postgres://<user>@<host>/<database>"],
//?
  STORE_CREATE: [/^(never|if-missing)$/, "never or if-missing", "never"],
  STORE_MARK_FILE: [/^(\/\S+)?$/, "the absolute path of a file, best on another disk than the store, or nothing"],
  SERVICE_URL: [/^https?:\/\/\S+$/, "the address of the service"],
  API_KEY_shop: [/^\S+$/, "the key of your project"],
  API_TOKEN_shop: [/^\S+$/, "the token of your project"],
  CALLBACK_BASE: [/^https?:\/\/\S+$/, "the public address to which the service sends callbacks, without /callbacks"],
  CALLBACK_KEYS: [/^[^:,]+:[^,]{32,}(,[^:,]+:[^,]{32,})*$/, "name:secret pairs, each secret 32 characters or more"],
//? run=programs
  WEBHOOK_SECRET: [/^whsec_\S{32,}$/, "whsec_ and the output of: openssl rand -base64 32"],
//?
} as const satisfies Readonly<Record<string, readonly [shape: RegExp, expected: string, otherwise?: string]>>

/** Reads all of them, or ends the program with what is wrong. */
export const readSettings = (environment: Readonly<Record<string, string | undefined>>) => {
  const wrong: Array<string> = []
  const read = Object.entries(shapes).map(([name, [shape, expected, otherwise = ""]]) => {
    const value = environment[name] || otherwise
    if (!shape.test(value) || value.includes("replace-me")) wrong.push(`${name} must be ${expected}.`)
    return [name, value]
  })
  if (wrong.length > 0) {
    console.error(wrong.join("\n"))
    process.exit(64)
  }
  const settings = Object.fromEntries(read) as Record<keyof typeof shapes, string>
  const [key = { id: "", secret: "" }, ...olderKeys] = settings.CALLBACK_KEYS.split(",").map((pair) => {
    const colon = pair.indexOf(":")
    return { id: pair.slice(0, colon), secret: pair.slice(colon + 1) }
  })
  const create = settings.STORE_CREATE === "if-missing" ? ("if-missing" as const) : ("never" as const)
  return { ...settings, create, callbacks: { base: settings.CALLBACK_BASE, key, olderKeys } }
}
