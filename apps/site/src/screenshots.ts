/**
 * `pnpm --filter @cauri/site screenshots`: what customers see, as pictures of the running sandbox, in both languages: the payment page, and
 * the phone in each way to pay. By hand, when those pages change; the pictures are committed.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdirSync, writeFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { launchBrowser } from "@cauri/house/browser"
import { createPayments, memory, type PayinInput } from "cauri"
import { https } from "cauri/https"
import { languages } from "./languages.ts"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const folder = `${root}docs/pictures`

/** What the sandbox prints once it listens. */
interface Sandbox {
  readonly url: string
  readonly controlToken: string
  readonly projects: ReadonlyArray<{ readonly apiKey: string; readonly apiToken: string }>
}

const sandbox = spawn(process.execPath, [`${root}apps/sandbox/src/main.ts`, "--ephemeral", "--json"], {
  env: { ...process.env, SANDBOX_FACE: "as-observed", SANDBOX_SEED: "7" },
  stdio: ["pipe", "pipe", "inherit"],
})
const [line] = await once(createInterface({ input: sandbox.stdout }), "line")
const { controlToken, projects, url }: Sandbox = JSON.parse(String(line))
const [{ apiKey, apiToken } = { apiKey: "", apiToken: "" }] = projects

const payments = await createPayments({
  gateway: https({ baseUrl: url, apiKey, apiToken }),
  store: memory(),
  shop: { name: "Librairie du Port", siteUrl: "https://shop.example" },
  callbacks: { base: "https://shop.example", key: { id: "k1", secret: "only-for-pictures-0123456789abcdef" } },
  logger: () => {},
})
const browser = await launchBrowser()
mkdirSync(folder, { recursive: true })

const act = (phone: string, body: unknown) =>
  fetch(`${url}/_control/phones/${phone}/acts`, {
    method: "POST",
    headers: { "X-Control-Token": controlToken, "content-type": "application/json" },
    body: JSON.stringify(body),
  })

const payin = (id: string, method: PayinInput["method"]) =>
  payments.payins.create({ id, amount: 2_500, description: "Deux pains", method })

/** A picture of one part of a page, as a phone shows it. */
const take = async (name: string, path: string, part: string): Promise<void> => {
  for (const language of languages) {
    const context = await browser.newContext({
      locale: language,
      viewport: { width: 360, height: 740 },
      deviceScaleFactor: 1.5,
      colorScheme: "light",
    })
    const page = await context.newPage()
    await page.goto(`${url}/?key=${encodeURIComponent(controlToken)}`)
    await page.goto(path)
    const box = await page.locator(part).first().boundingBox()
    if (box === null) throw new Error(`${path} shows no ${part}`)
    const tools = await context.newCDPSession(page)
    const clip = { ...box, height: Math.min(box.height, 640), scale: 1 }
    const { data } = await tools.send("Page.captureScreenshot", {
      format: "webp",
      quality: 60,
      clip,
      captureBeyondViewport: true,
    })
    writeFileSync(`${folder}/${name}-${language}.webp`, Buffer.from(data, "base64"))
    await context.close()
  }
}

const phoneOf = (name: string, phone: string) => take(`${name}-phone`, `${url}/phones?n=${phone}`, ".screen")
const pageOf = async (name: string, method: PayinInput["method"]) => {
  const { next } = await payin(name, method)
  if (next.type !== "open_url") throw new Error(`${name} has no page`)
  await take(`${name}-page`, next.url, "main")
}

const back = "https://shop.example/orders/17"
await pageOf("hosted", { type: "hosted", returnUrl: back, cancelUrl: back })
await payin("push", { type: "direct", mode: "ussd_push", phone: "22660000001" })
await phoneOf("push", "22660000001")
await payin("guided", { type: "direct", mode: "guided_ussd", phone: "22650000001" })
await phoneOf("guided", "22650000001")
await act("22670000001", { _tag: "DialForCode", amountXof: 2_500, pin: "1234" })
await phoneOf("dialled", "22670000001")
await payin("sms", { type: "direct", mode: "sms_otp", phone: "22640000001" })
await phoneOf("sms", "22640000001")
await payin("wallet", { type: "wallet", phone: "22699000001" })
await phoneOf("wallet", "22699000001")
await pageOf("operator", { type: "direct", mode: "operator_redirect", phone: "2250700000001" })
await pageOf("service", { type: "direct", mode: "service_redirect", phone: "221770000001" })

await browser.close()
await payments.close()
sandbox.kill()
