/**
 * The screen of a handset: its operator and balances, questions that wait for a PIN, messages and the codes in them, codes to dial.
 * Spec: validation modes (#149-#156), wallet (#5 #162).
 */
import { tools } from "@cauri/catalogue/tools"
import {
  account,
  balanceOf,
  magicOfPhone,
  type IssuedCode,
  type Phone,
  type Sms,
  walletOperatorId,
} from "@cauri/simulator"
import { html, type Markup } from "@cauri/pages"
import { operatorName } from "./payments.ts"
import { field, form, francs, live, moment, type Filled, type View } from "./View.ts"

export const phoneScreen = (view: View, phone: Phone): Markup =>
  html`<div class="screen">
    ${live(
      `top${phone.phone}`,
      html`${statusBar(view, phone)}
        <h2 id="n${phone.phone}">${phone.phone}</h2>
        ${magicOf(view, phone)} ${balances(view, phone)}${questions(view, phone)}`,
    )}
    ${live(`in${phone.phone}`, inbox(view, phone))} ${dialPad(view, phone)}
  </div>`

const carrier = ({ words, state }: View, { hasWallet, operatorId }: Phone): string =>
  operatorId !== null
    ? operatorName(state, operatorId)
    : hasWallet
      ? operatorName(state, walletOperatorId)
      : words.no_operator

/** What a magic number does by itself; nothing for any other. */
const magicOf = ({ language, options, words }: View, { phone }: Phone): Markup => {
  const magic = magicOfPhone(options, phone)
  return magic === undefined
    ? html``
    : html`<p class="magic"><strong>${words.magic_number}</strong> ${tools[language].magicNumbers[magic.ending]}</p>`
}

/** The line at the upper edge of a screen: the operator, the time there, and what a phone shows besides. */
const statusBar = (view: View, phone: Phone): Markup =>
  html`<p class="status">
    <span class="carrier">${carrier(view, phone)}</span>
    ${moment(view, view.state.now, "minutes")}
    <span class="signal" aria-hidden="true"></span><span class="battery" aria-hidden="true"></span>
  </p>`

const balances = (view: View, { hasWallet, operatorId, phone }: Phone): Markup => {
  const { words, state } = view
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
            <dt>${words.wallet}</dt>
            <dd>${held(account.wallet(phone))}</dd>
          </div>`
        : html``
    }
  </dl>`
}

/** What waits for an answer. A prompt that must be dialled first has its instructions in the messages. */
const questions = (view: View, { phone, prompts }: Phone): Markup => {
  const { words, state } = view
  return html`${prompts
    .filter(({ form }) => form !== "Dial")
    .map(
      (prompt) =>
        html`<div class="prompt" role="group" aria-label="${words.payment_request}">
          <p class="small muted">${operatorName(state, prompt.operatorId)}</p>
          <p>
            ${words.pay} <strong class="sum">${francs(view, prompt.amountXof)}</strong> ${words.to}
            <strong>${prompt.shop}</strong>${words.question_mark}
          </p>
          ${form(view, "phone.Approve", {
            hidden: { number: phone, prompt: prompt.id },
            fields: (typed) => pinField(view, typed),
            button: words.confirm,
          })}
          ${form(view, "phone.Refuse", {
            hidden: { number: phone, prompt: prompt.id },
            button: words.refuse,
            kind: "quiet",
          })}
        </div>`,
    )}`
}

const pinField = ({ words }: View, filled: Filled): Markup =>
  field(filled, words.pin, "pin", { numeric: true, required: true, type: "password", hint: "1234" })

const dialPad = (view: View, phone: Phone): Markup => {
  const { words, state } = view
  const mode = state.operators.find(({ id }) => id === phone.operatorId)?.mode
  if (mode === "ussd_otp") {
    return html`<div class="pad">
      <h3>${words.operators_menu}</h3>
      ${form(view, "phone.DialForCode", {
        hidden: { number: phone.phone },
        fields: (typed) =>
          html`${field(typed, words.exact_amount, "amountXof", { numeric: true, required: true, hint: "F CFA" })}
          ${pinField(view, typed)}`,
        button: words.get_a_payment_code,
      })}
    </div>`
  }
  return mode === "guided_ussd"
    ? html`<div class="pad">
        <h3>${words.dial}</h3>
        ${form(view, "phone.Dial", {
          hidden: { number: phone.phone },
          fields: (typed) =>
            html`${field(typed, words.ussd_code, "ussd", { required: true, hint: words.from_the_message })}
            ${pinField(view, typed)}`,
          button: words.place_call,
        })}
      </div>`
    : html``
}

/** Messages that are seen at once; the others are a tap away. */
const messagesShown = 3

const inbox = (view: View, phone: Phone): Markup => {
  const { words } = view
  const shown = phone.inbox.slice(0, messagesShown)
  const older = phone.inbox.slice(messagesShown)
  return html`<h3>${words.messages}</h3>
    ${
      shown.length === 0
        ? html`<p class="muted">${words.no_messages}</p>`
        : html`<ol class="messages" role="list">
            ${shown.map((sms) => message(view, phone, sms))}
          </ol>`
    }
    ${
      older.length === 0
        ? html``
        : html`<details id="old${phone.phone}">
            <summary>${words.older_ones} (${older.length})</summary>
            <ol class="messages" role="list">
              ${older.map((sms) => message(view, phone, sms))}
            </ol>
          </details>`
    }`
}

/** A message, with the code that it brought: how long it works, or why it does not. */
const message = (view: View, phone: Phone, { at, text }: Sms): Markup => {
  const { language, words, state } = view
  const brought = phone.codes.find(({ code, createdAt }) => createdAt === at && text.en.includes(code))
  const sender = brought?.purpose === "wallet" ? operatorName(state, walletOperatorId) : carrier(view, phone)
  const until = ({ expiresAt, used }: IssuedCode): Markup | string =>
    used
      ? words.used
      : state.now >= expiresAt
        ? words.expired
        : html`${words.until} ${moment(view, expiresAt, "minutes")}`
  return html`<li>
    <p class="from"><span>${sender}</span> ${moment(view, at)}</p>
    <p>${text[language]}</p>
    ${
      brought === undefined
        ? html``
        : html`<p class="given"><strong class="code">${brought.code}</strong> <span>${until(brought)}</span></p>`
    }
  </li>`
}
