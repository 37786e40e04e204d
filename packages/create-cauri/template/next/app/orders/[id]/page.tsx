import { PaymentsError } from "cauri"
import { notFound } from "next/navigation"
import { openShop } from "../../../src/main.ts"
import { words } from "../../../src/words.ts"

export const dynamic = "force-dynamic"

/** An order. It looks again every two seconds until its payment is closed. */
export default async function OrderPage({ params }: { readonly params: Promise<{ readonly id: string }> }) {
  const { shop } = await openShop()
  const { id } = await params
  const order = await shop.show(id).catch((error: unknown) => {
    if (error instanceof PaymentsError && error.status < 500) return null
    throw error
  })
  if (order === null) notFound()
  return (
    <>
      {order.closed ? null : <meta httpEquiv="refresh" content="2" />}
      <h1>{words.order}</h1>
      <p>{order.status}</p>
      {order.payAt === null ? null : (
        <p>
          <a href={order.payAt}>{words.payNow}</a>
        </p>
      )}
      <p>
        <a href="/">{words.back}</a>
      </p>
    </>
  )
}
