import express from "express"
import { sqlite } from "cauri/sqlite"
import { consoleOf, openShop, tryShop } from "./shop.mjs"

const payments = await openShop(sqlite("payments.db"))
const app = express()
app.all("/callbacks/*address", payments.nodeCallbackHandler)
app.use("/admin/payments", consoleOf(payments).nodeHandler)
app.use(express.json())
app.listen(Number(process.env.PORT), "127.0.0.1", () => tryShop(payments, true))
