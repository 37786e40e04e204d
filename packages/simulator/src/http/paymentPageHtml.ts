/**
 * The service's payment page as HTML, for a browser without scripts. Every text of the merchant is shown as text.
 * Spec: hosted payin (#3 #21 #37 #39 #52), validation modes (#149-#156).
 */
import type { PageView } from "../HostedPage.ts"
import type { Invoice } from "../Invoice.ts"
import type { Operator, ValidationMode } from "../Operator.ts"
import type { PageProblem } from "../SimulatorRefusal.ts"
import { html, type Markup, type PageParts } from "./html.ts"

/** What every form of a page carries: see pageTokens.ts. */
export interface PageForms {
  readonly pageToken: string
}

/** An answer to a form that went wrong, or a question that it led to. */
export interface PageNotice {
  readonly problem?: string
  /** What the customer had entered. */
  readonly entered?: { readonly operatorId: string; readonly phone: string }
  /** The operator has sent a code to this phone: the page asks for it. */
  readonly askCode?: { readonly operatorId: string; readonly phone: string }
}

/** What the customer is told about a payment that does not begin. */
export const refusalText = (problem: PageProblem | undefined): string =>
  problem === undefined ? "Le paiement n'a pas pu commencer." : refusals[problem]

const refusals: Readonly<Record<PageProblem, string>> = {
  PaymentOver: "Ce paiement est terminé.",
  NoChoice: "Choisissez un opérateur et entrez un numéro avec l'indicatif du pays, en chiffres seulement.",
  NoWallet: "Ce numéro n'a pas de portefeuille.",
  OtherOperator: "Ce numéro appartient à un autre opérateur.",
  OutOfBounds: "Cet opérateur n'accepte pas ce montant.",
  DailyLimit: "La limite du jour est atteinte chez cet opérateur.",
}

/** The page of an invoice that is still to be paid. */
export const choosePage = ({ invoice, operators }: PageView, forms: PageForms, notice: PageNotice = {}): PageParts => ({
  language: "fr",
  title: invoice.shop.name,
  body: html`${header(invoice)}${problem(notice.problem)}${
    notice.askCode === undefined
      ? chooseForm(invoice, operators, forms, notice.entered)
      : codeForm(notice.askCode, forms)
  }${cancelForm(forms)}`,
})

/** The page while the customer is busy with the phone. It looks again by itself. */
export const waitingPage = ({ invoice, operators }: PageView, forms: PageForms): PageParts => {
  const operator = operators.find(({ id }) => id === invoice.operatorId)
  return {
    language: "fr",
    title: invoice.shop.name,
    refresh: { seconds: 3, to: "?" },
    body: html`${header(invoice)}
      <p role="status">
        En attente : ${operator?.name ?? ""}. ${operator === undefined ? "" : instructions[operator.mode]}
      </p>
      <p><a href="?choose=1">Payer autrement</a></p>
      ${cancelForm(forms)}`,
  }
}

/** The page of an invoice that is over. After success it leads back to the shop by itself (#55). */
export const overPage = ({ invoice }: PageView): PageParts =>
  invoice.status === "completed"
    ? leavingPage(invoice, "Paiement effectué.", invoice.returnUrl, true)
    : leavingPage(invoice, "Paiement non effectué.", invoice.cancelUrl, false)

/** The page after a cancellation, on the way back to the shop (#54). */
export const canceledPage = ({ invoice }: PageView): PageParts =>
  leavingPage(invoice, "Paiement annulé.", invoice.cancelUrl, true)

// D6: the customer sees where the way leads.
const leavingPage = (invoice: Invoice, text: string, address: string, byItself: boolean): PageParts => {
  const link = webAddress(address)
  return {
    language: "fr",
    title: invoice.shop.name,
    ...(link === undefined || !byItself ? {} : { refresh: { seconds: 0, to: link.href } }),
    body: html`${header(invoice)}
      <p role="status">${text}</p>
      ${link === undefined ? html`` : html`<p><a href="${link.href}" rel="noreferrer">Retour à ${link.host}</a></p>`}`,
  }
}

/** The page of a token that finds nothing. */
export const unknownPage: PageParts = {
  language: "fr",
  title: "Facture introuvable",
  body: html`<h1>Facture introuvable</h1>
    <p role="alert">Cette adresse de paiement n'existe pas.</p>`,
}

/** An address that a browser may be sent to: http and https only (D6). */
export const webAddress = (address: string): URL | undefined => {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url !== undefined && (url.protocol === "http:" || url.protocol === "https:") ? url : undefined
}

const header = (invoice: Invoice): Markup =>
  html`<h1>${invoice.shop.name}</h1>
    <p>${invoice.description}</p>
    ${
      invoice.lines.length === 0
        ? html``
        : html`<table>
            <thead>
              <tr>
                <th>Article</th>
                <th class="number">Quantité</th>
                <th class="number">Prix (XOF)</th>
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.map(
                (line) =>
                  html`<tr>
                    <td>${line.name}</td>
                    <td class="number">${line.quantity}</td>
                    <td class="number">${grouped(line.totalXof)}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    <p class="amount"><strong>${grouped(invoice.amountXof)} XOF</strong></p>`

/** A number as French writes it, in groups of three. */
const grouped = (value: number): string => value.toLocaleString("fr-FR")

const problem = (text: string | undefined): Markup => (text === undefined ? html`` : html`<p role="alert">${text}</p>`)

const chooseForm = (
  invoice: Invoice,
  operators: ReadonlyArray<Operator>,
  forms: PageForms,
  entered: PageNotice["entered"],
): Markup =>
  form(
    forms,
    "pay",
    html`<label
        >Opérateur
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
        >Numéro de téléphone <span class="hint">avec l'indicatif du pays</span>
        <input
          name="phone"
          inputmode="numeric"
          autocomplete="tel"
          required
          value="${entered?.phone ?? invoice.customer.phone}"
      /></label>
      <label
        >Code <span class="hint">si vous en avez déjà un</span>
        <input name="code" inputmode="numeric" autocomplete="one-time-code"
      /></label>
      <button>Payer</button>`,
  )

const codeForm = (
  { operatorId, phone }: { readonly operatorId: string; readonly phone: string },
  forms: PageForms,
): Markup =>
  form(
    forms,
    "pay",
    html`<p role="status">Un code a été envoyé par SMS.</p>
      <input type="hidden" name="operator" value="${operatorId}" />
      <input type="hidden" name="phone" value="${phone}" />
      <label>Code reçu <input name="code" inputmode="numeric" autocomplete="one-time-code" required /></label>
      <button>Valider</button>`,
  )

const cancelForm = (forms: PageForms): Markup => form(forms, "cancel", html`<button class="quiet">Annuler</button>`)

const form = ({ pageToken }: PageForms, act: "pay" | "cancel", fields: Markup): Markup =>
  html`<form method="post">
    <input type="hidden" name="act" value="${act}" />
    <input type="hidden" name="page" value="${pageToken}" />
    ${fields}
  </form>`

const instructions: Readonly<Record<ValidationMode, string>> = {
  UssdOtp: "Le code a été transmis à l'opérateur.",
  UssdPush: "Confirmez avec votre code secret sur votre téléphone.",
  GuidedUssd: "Suivez les instructions reçues par SMS.",
  SmsOtp: "Le code a été transmis à l'opérateur.",
  Wallet: "Le code a été transmis au portefeuille.",
  OwnPage: "Confirmez sur la page de l'opérateur.",
  OperatorPage: "Confirmez sur la page de l'opérateur.",
}
