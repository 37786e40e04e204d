// The payments of Next's app, opened once for all of its routes.
import { sqlite } from "cauri/sqlite"
import { openShop } from "./shop.mjs"

export const payments = () => (globalThis.payments ??= openShop(sqlite("payments.db", { create: "if-missing" })))
