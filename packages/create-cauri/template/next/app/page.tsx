import { randomUUID } from "node:crypto"
import { words } from "../src/words.ts"

export const dynamic = "force-dynamic"

/** The front page. The id of the order is in the form, so a form that is sent twice is one order. */
export default function FrontPage() {
  return (
    <>
      <h1>{words.shop}</h1>
      <p>{words.offer}</p>
      <form method="post" action="/orders">
        <input type="hidden" name="id" value={randomUUID()} />
        <button>{words.pay}</button>
      </form>
    </>
  )
}
