/**
 * What the examples of cauri's doc comments may use: its exports, what a store or a gateway of one's own is made of, and payments over the
 * simulator on time that an example moves. There the last digits of a number say what happens: 82 loses the answer, 90 pays at once.
 */
import * as root from "cauri"
import * as api from "cauri/api"
import * as console from "cauri/console"
import * as https from "cauri/https"
import * as own from "cauri/own"
import * as postgres from "cauri/postgres"
import * as simulated from "cauri/simulated"
import * as sqlite from "cauri/sqlite"
import { memoryStore } from "@cauri/core"
import { blankConfirmRecord, CreationAnswer, Credentials, Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import BetterSqlite3, { type Database as Opened } from "better-sqlite3"
import { Effect, Layer } from "effect"
import { createServer } from "node:http"
import { payin as newPayin, payout as newPayout, silent } from "./samples.ts"

const core = { memoryStore, blankConfirmRecord, CreationAnswer, Credentials, Gateway, CreationToken, Effect, Layer }

const approvals = { payoutsAbove: 100_000, approvers: ["The manager", "The accountant"] }

/** The driver of SQLite, as far as an example needs it. */
const Database: new (file: string) => Opened = BetterSqlite3

/** A payin and a payout to create. */
const payin = newPayin("order-17", { amount: 500 })
const payout = newPayout("salary-7", { amount: 500, phone: "22660000001", description: "Salary" })

/** Everything that an example may use. Its payments are closed with the scope. */
export const makeScope = async () => {
  const payments = await simulated.simulatedPayments({ logger: silent, policy: { approvals } })
  return {
    ...core,
    ...api,
    ...console,
    ...https,
    ...own,
    ...postgres,
    ...simulated,
    ...sqlite,
    ...root,
    createServer,
    Database,
    payments,
    service: payments.service,
    payin,
    payout,
    /** The options of payments that the example opens itself. */
    options: {
      logger: silent,
      shop: { name: "Boutique", siteUrl: "https://shop.example" },
      callbacks: { base: "https://shop.example", key: { id: "k1", secret: "a-secret-for-tests-0123456789abcdef" } },
    },
  }
}
