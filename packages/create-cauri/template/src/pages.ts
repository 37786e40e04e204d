/** The pages of the shop, as HTML. */
import type { OrderView } from "./shop.ts"
import { words } from "./words.ts"

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const page = (body: string, refresh: boolean) => `<!doctype html>
<html lang="${words.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh ? '<meta http-equiv="refresh" content="2">\n' : ""}<title>${escaped(words.shop)}</title>
<style>body { font: 1.1rem/1.6 system-ui; margin: 3rem auto; max-width: 30rem; padding: 0 1rem } button { font: inherit; padding: .5rem 1rem }</style>
</head>
<body><main>${body}</main></body>
</html>
`

/** The front page. The id of the order is in the form, so a form that is sent twice is one order. */
export const frontPage = (id: string): string =>
  page(
    `<h1>${escaped(words.shop)}</h1>
<p>${escaped(words.offer)}</p>
<form method="post" action="/orders"><input type="hidden" name="id" value="${escaped(id)}"><button>${escaped(words.pay)}</button></form>`,
    false,
  )

/** An order. It looks again every two seconds until its payment is closed. */
export const orderPage = ({ closed, payAt, status }: OrderView): string =>
  page(
    `<h1>${escaped(words.order)}</h1>
<p>${escaped(status)}</p>
${payAt === null ? "" : `<p><a href="${escaped(payAt)}">${escaped(words.payNow)}</a></p>\n`}<p><a href="/">${escaped(words.back)}</a></p>`,
    !closed,
  )

/** What went wrong, as the customer may read it. */
export const problemPage = (problem: string): string =>
  page(`<h1>${escaped(words.shop)}</h1>\n<p>${escaped(problem)}</p>\n<p><a href="/">${escaped(words.back)}</a></p>`, false)
