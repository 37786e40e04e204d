/**
 * The service's payment page as HTML, for a browser without scripts. Every text of the merchant is shown as text.
 * Spec: hosted payin (#3 #21 #37 #39 #52), validation modes (#149-#156).
 */
import { catalogue, money, number, wordOf } from "@cauri/catalogue"
import type { PageView } from "../HostedPage.ts"
import type { Payin } from "../Payin.ts"
import type { Operator } from "../Operator.ts"
import type { PageProblem } from "../SimulatorRefusal.ts"
import { html, type Language, type Markup, type PageParts } from "./html.ts"

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
  /** What the customer had entered. */
  readonly entered?: { readonly operatorId: string; readonly phone: string }
  /** The operator has sent a code to this phone, or gives one through its menu: the page asks for it. */
  readonly askCode?: { readonly operatorId: string; readonly phone: string; readonly isDialled: boolean }
}

const pagesIn = (language: Language) => catalogue[language].pages

/** The text for a customer whose payment does not begin. */
export const refusalText = (language: Language, problem: PageProblem | undefined): string =>
  problem === undefined ? pagesIn(language).not_begun : catalogue[language].pageProblems[wordOf(problem)]

/** The page of an invoice that is still to be paid. */
export const choosePage = ({ invoice, operators }: PageView, forms: PageForms, notice: PageNotice = {}): PageParts => ({
  language: forms.language,
  title: invoice.shop.name,
  navigation: otherLanguage(forms.language),
  body: html`${header(invoice, forms.language)}${problem(notice.problem)}${
    notice.askCode === undefined
      ? chooseForm(invoice, operators, forms, notice.entered)
      : codeForm(invoice, notice.askCode, forms)
  }${cancelForm(forms)}`,
})

/** The page while the customer is busy with the phone. It polls by itself. */
export const waitingPage = ({ invoice, operators }: PageView, forms: PageForms): PageParts => {
  const operator = operators.find(({ id }) => id === invoice.operatorId)
  const texts = pagesIn(forms.language)
  const byCode = operator?.mode === "UssdOtp" || operator?.mode === "SmsOtp" || operator?.mode === "Wallet"
  return {
    language: forms.language,
    title: invoice.shop.name,
    refresh: { seconds: 3, to: forms.chosen.replace("&", "?") || "?" },
    script: forms.script,
    navigation: otherLanguage(forms.language),
    body: html`${header(invoice, forms.language)}
      <p role="status" data-waiting>
        ${operator === undefined ? "" : texts.waiting(operator.name, catalogue[forms.language].pageSteps[wordOf(operator.mode)])}
      </p>
      <p><a href="?choose=1${forms.chosen}">${byCode ? texts.nothing_happens : texts.nothing_confirmed}</a></p>
      ${cancelForm(forms)}`,
  }
}

/** The page of an invoice that is over. After success it returns to the shop by itself (#55). */
export const overPage = ({ invoice }: PageView, language: Language): PageParts =>
  invoice.status === "completed"
    ? leavingPage(invoice, language, pagesIn(language).paid, invoice.returnUrl, true)
    : leavingPage(invoice, language, pagesIn(language).not_paid, invoice.cancelUrl, false)

/** The page after a cancellation, on the way back to the shop (#54). */
export const canceledPage = ({ invoice }: PageView, language: Language): PageParts =>
  leavingPage(invoice, language, pagesIn(language).cancelled, invoice.cancelUrl, true)

// D6: the customer sees where the link leads.
const leavingPage = (
  invoice: Payin,
  language: Language,
  text: string,
  address: string,
  byItself: boolean,
): PageParts => {
  const link = webAddress(address)
  return {
    language,
    title: invoice.shop.name,
    ...(link === undefined || !byItself ? {} : { refresh: { seconds: 0, to: link } }),
    body: html`${header(invoice, language)}
      <p role="status">${text}</p>
      ${link === undefined ? html`` : html`<p><a href="${link}" rel="noreferrer">${pagesIn(language).back_to(new URL(link).host)}</a></p>`}`,
  }
}

/** The page of an unknown token. */
export const unknownPage = (language: Language): PageParts => {
  const { unknown, unknown_address } = pagesIn(language)
  return {
    language,
    title: unknown,
    body: html`<h1>${unknown}</h1>
      <p role="alert">${unknown_address}</p>`,
  }
}

/** The same page in the other language. */
const otherLanguage = (language: Language): Markup =>
  language === "fr"
    ? html` <a href="?lang=en" lang="en" class="language">English</a>`
    : html` <a href="?lang=fr" lang="fr" class="language">Français</a>`

/** An address that a browser may be sent to: http and https only (D6). */
export const webAddress = (address: string): string | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined
  // As it stands, a literal `{token}` included, unless it has characters that no header may carry.
  return /^[\x21-\x7e]+$/.test(address) ? address : url.href
}

const header = (invoice: Payin, language: Language): Markup => {
  const { item, price, quantity } = pagesIn(language)
  return html`<h1>${invoice.shop.name}</h1>
    <p>${invoice.description}</p>
    ${
      invoice.lines.length === 0
        ? html``
        : html`<table>
            <thead>
              <tr>
                <th>${item}</th>
                <th class="number">${quantity}</th>
                <th class="number">${price}</th>
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.map(
                (line) =>
                  html`<tr>
                    <td>${line.name}</td>
                    <td class="number">${line.quantity}</td>
                    <td class="number">${number(line.totalXof, language)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    <p class="amount"><strong>${money(invoice.amountXof, language)}</strong></p>`
}

const problem = (text: string | undefined): Markup => (text === undefined ? html`` : html`<p role="alert">${text}</p>`)

const chooseForm = (
  invoice: Payin,
  operators: ReadonlyArray<Operator>,
  forms: PageForms,
  entered: PageNotice["entered"],
): Markup => {
  const texts = pagesIn(forms.language)
  return form(
    forms,
    "pay",
    html`<label
        >${texts.operator}
        <select name="operator" required>
          ${operators.map(
            ({ country, id, name }) =>
              html`<option value="${id}" ${id === entered?.operatorId ? html`selected` : html``}>
                ${name} (${country})
              </option>`,
          )}
        </select></label
      >
      <label
        >${texts.phone} <span class="hint">${texts.with_country_code}</span>
        <input
          name="phone"
          inputmode="numeric"
          autocomplete="tel"
          required
          value="${entered?.phone ?? invoice.customer.phone}"
      /></label>
      <label
        >${texts.code} <span class="hint">${texts.code_if_any}</span>
        <input name="code" inputmode="numeric" autocomplete="one-time-code"
      /></label>
      <button>${texts.pay}</button>`,
  )
}

const codeForm = (
  invoice: Payin,
  { isDialled, operatorId, phone }: NonNullable<PageNotice["askCode"]>,
  forms: PageForms,
): Markup => {
  const texts = pagesIn(forms.language)
  const total = invoice.amountXof + invoice.customerFeeXof
  return form(
    forms,
    "pay",
    html`<p role="status">${isDialled ? texts.dial_first(total) : texts.code_sent}</p>
      <input type="hidden" name="operator" value="${operatorId}" />
      <input type="hidden" name="phone" value="${phone}" />
      <label
        >${texts.code_received} <input name="code" inputmode="numeric" autocomplete="one-time-code" required
      /></label>
      <button>${texts.confirm}</button>`,
  )
}

const cancelForm = (forms: PageForms): Markup =>
  form(forms, "cancel", html`<button class="quiet">${pagesIn(forms.language).cancel}</button>`)

const form = ({ pageToken }: PageForms, act: "pay" | "cancel", fields: Markup): Markup =>
  html`<form method="post">
    <input type="hidden" name="act" value="${act}" />
    <input type="hidden" name="page" value="${pageToken}" />
    ${fields}
  </form>`

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
