/**
 * The service's payment page as HTML, for a browser without scripts. Every text of the merchant is shown as text.
 * Spec: hosted payin (#3 #21 #37 #39 #52), validation modes (#149-#156).
 */
import type { PageView } from "../HostedPage.ts"
import type { Invoice } from "../Invoice.ts"
import type { Operator, ValidationMode } from "../Operator.ts"
import { html, type Markup, type PageParts } from "./html.ts"

/** An answer to a form that went wrong, or a question that it led to. */
export interface PageNotice {
  readonly problem?: string
  /** The operator has sent a code to this phone: the page asks for it. */
  readonly askCode?: { readonly operatorId: string; readonly phone: string }
}

/** The page of an invoice that is still to be paid. */
export const choosePage = ({ invoice, operators }: PageView, notice: PageNotice = {}): PageParts => ({
  language: "fr",
  title: invoice.shop.name,
  formTargets: formTargets(invoice),
  body: html`${header(invoice)}${problem(notice.problem)}${
    notice.askCode === undefined ? chooseForm(invoice, operators) : codeForm(notice.askCode)
  }${cancelForm}`,
})

/** The page while the customer is busy with the phone. It looks again by itself. */
export const waitingPage = ({ invoice, operators }: PageView): PageParts => {
  const operator = operators.find(({ id }) => id === invoice.operatorId)
  return {
    language: "fr",
    title: invoice.shop.name,
    refreshSeconds: 3,
    formTargets: formTargets(invoice),
    body: html`${header(invoice)}
      <p role="status">
        En attente : ${operator?.name ?? ""}. ${operator === undefined ? "" : instructions[operator.mode]}
      </p>
      <p><a href="?choose=1">Payer autrement</a></p>
      ${cancelForm}`,
  }
}

/** The page of an invoice that is over, when there is nowhere to go. */
export const overPage = ({ invoice }: PageView): PageParts => {
  const link = webAddress(invoice.status === "completed" ? invoice.returnUrl : invoice.cancelUrl)
  return {
    language: "fr",
    title: invoice.shop.name,
    body: html`${header(invoice)}
      <p role="status">${invoice.status === "completed" ? "Paiement effectué." : "Paiement non effectué."}</p>
      ${link === undefined ? html`` : html`<p><a href="${link.href}" rel="noreferrer">Retour à ${link.host}</a></p>`}`,
  }
}

/** The page after a cancellation that leads nowhere. */
export const canceledPage = ({ invoice }: PageView): PageParts => ({
  language: "fr",
  title: invoice.shop.name,
  body: html`${header(invoice)}
    <p role="status">Paiement annulé.</p>`,
})

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

const formTargets = (invoice: Invoice): ReadonlyArray<string> =>
  [invoice.returnUrl, invoice.cancelUrl].flatMap((address) => webAddress(address)?.origin ?? [])

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
                <th>Quantité</th>
                <th>Prix (XOF)</th>
              </tr>
            </thead>
            <tbody>
              ${invoice.lines.map(
                (line) =>
                  html`<tr>
                    <td>${line.name}</td>
                    <td>${line.quantity}</td>
                    <td>${line.totalXof}</td>
                  </tr>`,
              )}
            </tbody>
          </table>`
    }
    <p class="amount"><strong>${invoice.amountXof} XOF</strong></p>`

const problem = (text: string | undefined): Markup => (text === undefined ? html`` : html`<p role="alert">${text}</p>`)

const chooseForm = (invoice: Invoice, operators: ReadonlyArray<Operator>): Markup =>
  html`<form method="post">
    <input type="hidden" name="act" value="pay" />
    <label
      >Opérateur
      <select name="operator" required>
        ${operators.map(
          (operator) => html`<option value="${operator.id}">${operator.name} (${operator.country})</option>`,
        )}
      </select></label
    >
    <label
      >Numéro de téléphone
      <input name="phone" inputmode="numeric" autocomplete="tel" required value="${invoice.customer.phone}"
    /></label>
    <label>Code, si vous en avez déjà un <input name="code" inputmode="numeric" autocomplete="one-time-code" /></label>
    <button>Payer</button>
  </form>`

const codeForm = ({ operatorId, phone }: { readonly operatorId: string; readonly phone: string }): Markup =>
  html`<form method="post">
    <p role="status">Un code a été envoyé par SMS.</p>
    <input type="hidden" name="act" value="pay" />
    <input type="hidden" name="operator" value="${operatorId}" />
    <input type="hidden" name="phone" value="${phone}" />
    <label>Code reçu <input name="code" inputmode="numeric" autocomplete="one-time-code" required /></label>
    <button>Valider</button>
  </form>`

const cancelForm = html`<form method="post">
  <input type="hidden" name="act" value="cancel" /><button>Annuler</button>
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
