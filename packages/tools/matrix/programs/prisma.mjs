// The example of Prisma, over a real Postgres: the order and its payment together, or neither of them.
import { PrismaPg } from "@prisma/adapter-pg"
import { postgres } from "cauri/postgres"
import pg from "pg"
import { placeOrder } from "./prismaOrder.mjs"
import { PrismaClient } from "./prismaClient.mjs"
import { openShop } from "./shop.mjs"

const url = process.env.POSTGRES_URL
const pool = new pg.Pool({ connectionString: url })
await pool.query("create table orders (id text primary key)")
const payments = await openShop(postgres(url, { acceptDataLoss: "A database for tests." }))
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) })
const prepare = (id) =>
  payments.payins.prepare({
    id,
    amount: 500,
    description: "Two loaves",
    method: { type: "direct", mode: "ussd_push", phone: "22660000090" },
  })
await placeOrder(prisma, payments, await prepare("order-1"))
await pool.query("insert into orders (id) values ('order-2')")
const second = await placeOrder(prisma, payments, await prepare("order-2")).then(
  () => "placed",
  () => "refused",
)
const { payments: stored } = await payments.payins.list()
console.log(`stored: ${stored.map(({ id, status }) => `${id} ${status}`).join(", ")}; a second order is ${second}`)
await prisma.$disconnect()
await payments.close()
await pool.end()
process.exit(0)
