import { createServer } from "node:http"
import { sqlite } from "cauri/sqlite"
import { openShop, tryShop } from "./shop.mjs"

const payments = await openShop(sqlite("payments.db"))
createServer(payments.nodeCallbackHandler).listen(Number(process.env.PORT), "127.0.0.1", () => tryShop(payments))
