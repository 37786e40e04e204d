/**
 * The service's payment page as HTML, for a browser without scripts. Every text of the merchant is shown as text.
 * Spec: hosted payin (#3 #21 #37 #39 #52), validation modes (#149-#156).
 */
import { catalogue, type Language, money, number } from "@cauri/catalogue"
import {
  cell,
  elsewhere,
  field,
  form,
  html,
  type Markup,
  nothing,
  notice,
  row,
  rowHead,
  selection,
  table,
} from "@cauri/pages"
import type { PageView } from "../../ports/HostedPage.ts"
import type { Payin } from "../../model/Payin.ts"
import type { Operator } from "../../model/Operator.ts"
import type { PageProblem } from "../../model/SimulatorRefusal.ts"
import { otherLanguage, type SandboxPage } from "../sandboxPage.ts"

/** The language of a page, and what its forms carry: see pageTokens.ts. */
export interface PageForms {
  readonly pageToken: string
  readonly language: Language
  /** `&lang=` and the language, when the customer chose it: every link keeps it. */
  readonly chosen: string
  /** Address of the script that polls a payment's page. */
  readonly script: string
}

/** A problem of the last form, or the question that it led to. */
export interface PageNotice {
  readonly problem?: string
  readonly entered?: { readonly operatorId: string; readonly phone: string }
  /** The operator has sent a code to this phone, or gives one through its menu: the page asks for it. */
  readonly askCode?: { readonly operatorId: string; readonly phone: string; readonly isDialled: boolean }
}

const pagesIn = (language: Language) => catalogue[language].pages

/** The text for a customer whose payment does not begin. */
export const refusalText = (language: Language, problem: PageProblem | undefined): string =>
  problem === undefined ? pagesIn(language).not_begun : catalogue[language].pageProblems[problem]

/** A page about an invoice: what it is for, and below it what one can do. */
const aboutInvoice = (
  invoice: Payin,
  language: Language,
  further: Markup,
): Omit<SandboxPage, "refresh" | "script"> => ({
  language,
  title: invoice.shop.name,
  narrow: true,
  session: otherLanguage(language, ""),
  body: html`<div class="card stack">${header(invoice, language)} ${further}</div>`,
})

/** The page of an invoice that is still to be paid. */
export const choosePage = ({ invoice, operators }: PageView, forms: PageForms, shown: PageNotice = {}): SandboxPage =>
  aboutInvoice(
    invoice,
    forms.language,
    html`${shown.problem === undefined ? nothing : notice("bad", shown.problem)}
    ${
      shown.askCode === undefined
        ? chooseForm(invoice, operators, forms, shown.entered)
        : codeForm(invoice, shown.askCode, forms)
    }
    ${cancelForm(forms)}`,
  )

/** The page while the customer is busy with the phone. It polls by itself. */
export const waitingPage = ({ invoice, operators }: PageView, forms: PageForms): SandboxPage => {
  const operator = operators.find(({ id }) => id === invoice.operatorId)
  const texts = pagesIn(forms.language)
  const byCode = operator?.mode === "ussd_otp" || operator?.mode === "sms_otp" || operator?.mode === "wallet"
  const wait =
    operator === undefined ? "" : texts.waiting(operator.name, catalogue[forms.language].pageSteps[operator.mode])
  return {
    ...aboutInvoice(
      invoice,
      forms.language,
      html`${notice("careful", html`<p data-waiting>${wait}</p>`)}
        <p><a href="?choose=1${forms.chosen}">${byCode ? texts.nothing_happens : texts.nothing_confirmed}</a></p>
        ${cancelForm(forms)}`,
    ),
    refresh: { seconds: 3, to: forms.chosen.replace("&", "?") || "?" },
    script: forms.script,
  }
}

/** The page of an invoice that is over. After success it returns to the shop by itself (#55). */
export const overPage = ({ invoice }: PageView, language: Language): SandboxPage =>
  invoice.status === "completed"
    ? leavingPage(invoice, language, pagesIn(language).paid, invoice.returnUrl, true)
    : leavingPage(invoice, language, pagesIn(language).not_paid, invoice.cancelUrl, false)

/** The page after a cancellation, on the way back to the shop (#54). */
export const canceledPage = ({ invoice }: PageView, language: Language): SandboxPage =>
  leavingPage(invoice, language, pagesIn(language).cancelled, invoice.cancelUrl, true)

// D6: the customer sees where the link leads.
const leavingPage = (
  invoice: Payin,
  language: Language,
  text: string,
  address: string,
  byItself: boolean,
): SandboxPage => {
  const to = webAddress(address)
  const link =
    to === undefined ? nothing : html`<p><a ${elsewhere(to)}>${pagesIn(language).back_to(new URL(to).host)}</a></p>`
  const { session: _session, ...page } = aboutInvoice(
    invoice,
    language,
    html`${notice(invoice.status === "completed" ? "good" : "careful", text)} ${link}`,
  )
  return to === undefined || !byItself ? page : { ...page, refresh: { seconds: 0, to } }
}

export const unknownPage = (language: Language): SandboxPage => {
  const { unknown, unknown_address } = pagesIn(language)
  const body = html`<div class="card stack">
    <h1>${unknown}</h1>
    ${notice("bad", unknown_address)}
  </div>`
  return { language, title: unknown, narrow: true, body }
}

/** An address that a browser may be sent to: http and https only (D6). */
export const webAddress = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  // As it stands, a literal `{token}` included, unless it has characters that no header may carry.
  return /^[\x21-\x7e]+$/.test(address) ? address : url.href
}

const header = (invoice: Payin, language: Language): Markup => {
  const { item, price, quantity } = pagesIn(language)
  const rows = invoice.lines.map((line) =>
    row([
      rowHead(html`${line.name}`),
      cell(String(line.quantity), { kind: "number", label: quantity }),
      cell(number(line.totalXof, language), { kind: "number", label: price }),
    ]),
  )
  const heads = [item, [quantity, "number"], [price, "number"]] as const
  return html`<h1>${invoice.shop.name}</h1>
    <p>${invoice.description}</p>
    ${rows.length === 0 ? nothing : table({ caption: invoice.description, heads, rows })}
    <p class="sum">${money(invoice.amountXof, language)}</p>`
}

const chooseForm = (
  invoice: Payin,
  operators: ReadonlyArray<Operator>,
  forms: PageForms,
  entered: PageNotice["entered"],
): Markup => {
  const texts = pagesIn(forms.language)
  return pageForm(
    forms,
    "pay",
    html`${selection(
      { name: "operator", label: texts.operator, value: entered?.operatorId ?? "" },
      null,
      operators.map(({ country, id, name }) => [id, `${name} (${country})`]),
    )}
    ${field({
      name: "phone",
      label: texts.phone,
      hint: texts.with_country_code,
      value: entered?.phone ?? invoice.customer.phone,
      autocomplete: "tel",
      more: { inputmode: "numeric", required: true },
    })}
    ${codeField(texts.code, { hint: texts.code_if_any })} ${button(texts.pay)}`,
  )
}

const codeField = (label: string, more: { readonly hint: string } | { readonly required: true }): Markup =>
  field({
    name: "code",
    label,
    ...("hint" in more && more),
    value: "",
    autocomplete: "one-time-code",
    more: { inputmode: "numeric", required: "required" in more },
  })

const codeForm = (
  invoice: Payin,
  { isDialled, operatorId, phone }: NonNullable<PageNotice["askCode"]>,
  forms: PageForms,
): Markup => {
  const texts = pagesIn(forms.language)
  const total = invoice.amountXof + invoice.customerFeeXof
  return html`${notice("careful", isDialled ? texts.dial_first(total) : texts.code_sent)}
  ${pageForm(forms, "pay", html`${codeField(texts.code_received, { required: true })} ${button(texts.confirm)}`, {
    operator: operatorId,
    phone,
  })}`
}

const button = (text: string): Markup =>
  html`<p class="actions"><button class="button primary wide">${text}</button></p>`

const cancelForm = (forms: PageForms): Markup =>
  pageForm(forms, "cancel", html`<button class="button wide">${pagesIn(forms.language).cancel}</button>`)

const pageForm = (
  { pageToken }: PageForms,
  act: "pay" | "cancel",
  fields: Markup,
  hidden: Readonly<Record<string, string>> = {},
): Markup => form({ hidden: { act, page: pageToken, ...hidden } }, fields)

/** The script of the waiting page: it polls the page, and reloads it once the payment is over. Everything else about it is plain HTML. */
export const followScript = `"use strict"
const look = async () => {
  const answer = await fetch(location.href, { redirect: "manual", cache: "no-store" }).catch(() => undefined)
  const isOver = answer !== undefined && (answer.type === "opaqueredirect" || !(await answer.text()).includes("data-waiting"))
  if (isOver) location.reload()
  else setTimeout(() => { void look() }, 2000)
}
setTimeout(() => { void look() }, 2000)
`
