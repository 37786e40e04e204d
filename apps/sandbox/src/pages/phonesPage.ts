/**
 * Customers' handsets, several side by side: messages, questions that wait for a PIN, codes to dial, codes received, balances.
 * Spec: validation modes (#149-#156), wallet (#5 #162).
 */
import {
  account,
  balanceOf,
  Behaviour,
  type OneTimeCode,
  type Phone,
  type Sms,
  walletOperatorId,
} from "@cauri/simulator"
import { html, type Markup } from "@cauri/simulator/pages"
import { choice, field, form, francs, joined, link, live, moment, type Page, type View } from "./View.ts"
import { operatorName } from "./payments.ts"
import { behaviourTexts } from "./scenarioTexts.ts"
import { toldText } from "./told.ts"

/** Handsets that fit on one page. */
const maximumPhonesShown = 8

/** The numbers that an address asks for; without any, those of people who have used their phone, else one that pays by push. */
export const numbersOf = (query: URLSearchParams, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const asked = query.getAll("n").map((each) => each.replaceAll(/[\s+]/g, ""))
  const wanted = asked.length > 0 ? asked : known.length > 0 ? known : ["22660000001"]
  return [...new Set(wanted.filter((each) => each !== ""))].slice(0, maximumPhonesShown)
}

/** The page. */
export const phonesPage = (view: View, phones: ReadonlyArray<Phone>, unknown: ReadonlyArray<string>): Page => {
  const { say } = view
  return {
    title: say("Téléphones", "Phones"),
    body: html`<h1>${say("Téléphones", "Phones")}</h1>
      <p>
        ${say(
          "Jouez les clients : confirmez avec le code secret, composez un code, lisez les SMS. Tout numéro fonctionne.",
          "Play the customers: confirm with the PIN, dial a code, read messages. Any number works.",
        )}
      </p>
      ${
        unknown.length === 0
          ? html``
          : html`<p role="alert">${say("Pas un numéro :", "No phone number:")} ${unknown.join(", ")}</p>`
      }
      ${addForm(view, phones)}
      <div class="handsets">${phones.map((phone) => handset(view, phone, phones))}</div>`,
  }
}

/** A number of each operator. */
const oneOfEach = ({ state }: View): string =>
  state.operators.map(({ prefixes: [prefix = ""] }) => `n=${prefix.padEnd(10, "0")}1`).join("&")

const addForm = (view: View, phones: ReadonlyArray<Phone>): Markup => {
  const { say } = view
  return html`<form method="get" action="${view.base}/phones" class="line">
    ${phones.map(({ phone }) => html`<input type="hidden" name="n" value="${phone}" />`)}
    ${field(say("Encore un numéro", "One more number"), "n", {
      numeric: true,
      required: true,
      hint: say("par exemple 22660000002", "such as 22660000002"),
    })}
    <button>${say("Ajouter", "Add")}</button>
    ${link(view, `/phones?${oneOfEach(view)}`, say("Un téléphone de chaque opérateur", "A phone of each operator"))}
  </form>`
}

const handset = (view: View, phone: Phone, all: ReadonlyArray<Phone>): Markup => {
  const { say } = view
  const others = all.flatMap((each) => (each.phone === phone.phone ? [] : [`n=${encodeURIComponent(each.phone)}`]))
  return html`<section class="place" aria-labelledby="n${phone.phone}">
    <div class="handset">
      <div class="screen">
        ${live(
          `top${phone.phone}`,
          html`${statusBar(view, phone)}
            <h2 id="n${phone.phone}">${phone.phone}</h2>
            ${balances(view, phone)}${questions(view, phone)}`,
        )}
        ${live(`in${phone.phone}`, inbox(view, phone))} ${dialPad(view, phone)}
      </div>
    </div>
    ${owner(view, phone)}
    ${
      others.length === 0
        ? html``
        : html`<p class="away">
            ${link(view, `/phones?${others.join("&")}`, say("Ranger ce téléphone", "Put this phone away"))}
          </p>`
    }
  </section>`
}

/** Who serves a phone. */
const carrier = ({ say, state }: View, { hasWallet, operatorId }: Phone): string =>
  operatorId !== null
    ? operatorName(state, operatorId)
    : hasWallet
      ? operatorName(state, walletOperatorId)
      : say("Aucun opérateur", "No operator")

/** The line at the upper edge of a screen: the operator, the time there, and what a phone shows besides. */
const statusBar = (view: View, phone: Phone): Markup =>
  html`<p class="bar">
    <span class="carrier">${carrier(view, phone)}</span>
    ${moment(view, view.state.now, "minutes")}
    <span class="signal" aria-hidden="true"></span><span class="battery" aria-hidden="true"></span>
  </p>`

const balances = (view: View, { hasWallet, operatorId, phone }: Phone): Markup => {
  const { say, state } = view
  const held = (name: string) => francs(view, balanceOf(state.ledger, name))
  return html`<dl class="balances">
    ${
      operatorId === null
        ? html``
        : html`<div>
            <dt>Mobile money</dt>
            <dd>${held(account.customer(operatorId, phone))}</dd>
          </div>`
    }
    ${
      hasWallet
        ? html`<div>
            <dt>${say("Portefeuille", "Wallet")}</dt>
            <dd>${held(account.wallet(phone))}</dd>
          </div>`
        : html``
    }
  </dl>`
}

/** What waits for an answer. A prompt that must be dialled first has its instructions in the messages. */
const questions = (view: View, { phone, prompts }: Phone): Markup => {
  const { say, state } = view
  return html`${prompts
    .filter(({ form }) => form !== "Dial")
    .map(
      (prompt) =>
        html`<div class="prompt" role="group" aria-label="${say("Demande de paiement", "Payment request")}">
          <p class="asker">${operatorName(state, prompt.operatorId)}</p>
          <p>
            ${say("Payer", "Pay")} <strong class="sum">${francs(view, prompt.amountXof)}</strong> ${say("à", "to")}
            <strong>${prompt.shop}</strong>${say(" ?", "?")}
          </p>
          ${form(view, "phone.Approve", {
            hidden: { number: phone, prompt: prompt.id },
            fields: pinField(view),
            button: say("Confirmer", "Confirm"),
          })}
          ${form(view, "phone.Refuse", {
            hidden: { number: phone, prompt: prompt.id },
            button: say("Refuser", "Refuse"),
            kind: "quiet",
          })}
        </div>`,
    )}`
}

const pinField = ({ say }: View): Markup =>
  field(say("Code secret", "PIN"), "pin", { numeric: true, required: true, type: "password", hint: "1234" })

const dialPad = (view: View, phone: Phone): Markup => {
  const { say, state } = view
  const mode = state.operators.find(({ id }) => id === phone.operatorId)?.mode
  if (mode === "UssdOtp") {
    return html`<div class="pad">
      <h3>${say("Menu de l'opérateur", "Operator's menu")}</h3>
      ${form(view, "phone.DialForCode", {
        hidden: { number: phone.phone },
        fields: joined([
          field(say("Montant exact", "Exact amount"), "amountXof", { numeric: true, required: true, hint: "XOF" }),
          pinField(view),
        ]),
        button: say("Obtenir un code de paiement", "Get a payment code"),
      })}
    </div>`
  }
  return mode === "GuidedUssd"
    ? html`<div class="pad">
        <h3>${say("Composer", "Dial")}</h3>
        ${form(view, "phone.Dial", {
          hidden: { number: phone.phone },
          fields: joined([
            field(say("Code USSD", "USSD code"), "ussd", {
              required: true,
              hint: say("reçu par SMS", "from the message"),
            }),
            pinField(view),
          ]),
          button: say("Appeler", "Call"),
        })}
      </div>`
    : html``
}

/** Messages that are seen at once; the others are a tap away. */
const messagesShown = 3

/** The messages, the newest first. */
const inbox = (view: View, phone: Phone): Markup => {
  const { say } = view
  const shown = phone.inbox.slice(0, messagesShown)
  const older = phone.inbox.slice(messagesShown)
  return html`<h3>${say("Messages", "Messages")}</h3>
    ${
      shown.length === 0
        ? html`<p class="empty">${say("Aucun message.", "No messages.")}</p>`
        : html`<ol class="messages">
            ${shown.map((sms) => message(view, phone, sms))}
          </ol>`
    }
    ${
      older.length === 0
        ? html``
        : html`<details id="old${phone.phone}">
            <summary>${say("Plus anciens", "Older ones")} (${older.length})</summary>
            <ol class="messages">
              ${older.map((sms) => message(view, phone, sms))}
            </ol>
          </details>`
    }`
}

/** A message, with the code that it brought: how long it works, or why it does not. */
const message = (view: View, phone: Phone, { at, text }: Sms): Markup => {
  const { language, say, state } = view
  const brought = phone.codes.find(({ code, createdAt }) => createdAt === at && text.includes(code))
  const sender = brought?.purpose === "Wallet" ? operatorName(state, walletOperatorId) : carrier(view, phone)
  const until = ({ expiresAt, used }: OneTimeCode): Markup | string =>
    used
      ? say("utilisé", "used")
      : state.now >= expiresAt
        ? say("expiré", "expired")
        : html`${say("jusqu'à", "until")} ${moment(view, expiresAt, "minutes")}`
  return html`<li>
    <p class="from"><span>${sender}</span> ${moment(view, at)}</p>
    <p>${toldText(language, text)}</p>
    ${
      brought === undefined
        ? html``
        : html`<p class="given"><strong class="code">${brought.code}</strong> <span>${until(brought)}</span></p>`
    }
  </li>`
}

/** What the owner is like. */
const owner = (view: View, { behaviour, hasWallet, operatorId, phone }: Phone): Markup => {
  const { language, say } = view
  const hidden = { number: phone }
  return html`<details id="own${phone}" class="owner">
    <summary>${say("Propriétaire", "Owner")}</summary>
    ${form(view, "phone.SetBehaviour", {
      hidden,
      fields: choice(
        say("Sans qu'on le demande", "Without being told"),
        "behaviour",
        Behaviour.literals.map((each) => [each, behaviourTexts[each][language]] as const),
        behaviour,
      ),
      button: say("Changer", "Change"),
      kind: "quiet",
    })}
    ${
      operatorId === null
        ? html``
        : form(view, "phone.SetBalance", {
            hidden,
            fields: field(say("Solde mobile money", "Mobile money balance"), "balanceXof", {
              numeric: true,
              required: true,
              hint: "XOF",
            }),
            button: say("Fixer le solde", "Set the balance"),
            kind: "quiet",
          })
    }
    ${form(view, "phone.SetWallet", {
      hidden: { ...hidden, open: hasWallet ? "false" : "true" },
      button: hasWallet
        ? say("Fermer le portefeuille", "Close the wallet")
        : say("Ouvrir un portefeuille", "Open a wallet"),
      kind: "quiet",
    })}
  </details>`
}
