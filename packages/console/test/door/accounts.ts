/** Named accounts on a port of their own, for a real browser, and how a person signs in there. */
import { freePort } from "@cauri/programs"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { servedBehind } from "../serving/browsing.ts"
import { newPeople, password, secrets } from "./doors.ts"

/** Serves the accounts of the shop; gives the address. */
export const accounts = Effect.gen(function* () {
  const { file } = yield* newPeople
  const port = yield* freePort()
  const origin = `http://127.0.0.1:${port}`
  yield* servedBehind({ _tag: "Accounts", origin: new URL(origin), peopleFile: file, proxies: [], secrets }, port)
  return origin
})

/** Fills in the form of the sign-in, and sends it. */
export const signsIn = async (page: Page, name: string, typed = password) => {
  await page.getByLabel("Name", { exact: true }).fill(name)
  await page.getByLabel("Password").fill(typed)
  await page.getByRole("button", { name: "Sign in" }).click()
}
