const { createServer } = require("node:http")
const { createPayments } = require("cauri")
const { simulated } = require("cauri/simulated")
const { sqlite } = require("cauri/sqlite")
require("cauri/https")
const { openShop, tryShop } = require("./shop.mjs")

if (typeof createPayments !== "function" || typeof simulated !== "function") throw new Error("An export is missing.")
openShop(sqlite("payments.db")).then((payments) => {
  createServer(payments.nodeCallbackHandler).listen(Number(process.env.PORT), "127.0.0.1", () => tryShop(payments))
})
