/** `pnpm demo` and `pnpm start`. What Node has compiled is kept, so that the next start is faster; so everything else is loaded after that. */
import { enableCompileCache } from "node:module"
import { fileURLToPath } from "node:url"

enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)))
await (process.argv[2] === "start" ? import("./start.ts") : import("./demo.ts"))
