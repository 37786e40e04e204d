/** Customers' handsets, several side by side, each with what its owner is like. */
import { tools } from "@cauri/catalogue/tools"
import { Behaviour, magicNumbers, type Phone } from "@cauri/simulator"
import { html, type Markup } from "@cauri/pages"
import { phoneScreen } from "./phoneScreen.ts"
import { behaviourText } from "./scenarioTexts.ts"
import { cell, choice, field, folded, form, link, lookForm, type Page, table, type View } from "./View.ts"

/** Handsets that fit on one page. */
const maximumPhonesShown = 8

/** The numbers that an address asks for; without any, those of people who have used their phone, else one that pays by push. */
export const numbersOf = (query: URLSearchParams, known: ReadonlyArray<string>): ReadonlyArray<string> => {
  const asked = query.getAll("n").map((each) => each.replaceAll(/[\s+]/g, ""))
  const wanted = asked.length > 0 ? asked : known.length > 0 ? known : ["22660000001"]
  return [...new Set(wanted.filter((each) => each !== ""))].slice(0, maximumPhonesShown)
}

export const phonesPage = (view: View, phones: ReadonlyArray<Phone>, unknown: ReadonlyArray<string>): Page => {
  const { words } = view
  return {
    title: words.phones,
    body: html`<h1>${words.phones}</h1>
      <p>${words.phones_explained}</p>
      ${addForm(view, phones, unknown)}
      <div class="handsets">${phones.map((phone) => handset(view, phone, phones))}</div>
      ${magicTable(view)}`,
  }
}

/** Numbers whose owners act by themselves. */
const magicTable = ({ language, words }: View): Markup =>
  html`<details>
    <summary>${words.magic_numbers}</summary>
    <p>${words.magic_explained}</p>
    ${table(
      words.magic_numbers,
      [words.ending, words.what_happens],
      magicNumbers.map(
        ({ ending }) =>
          html`<tr role="row">
            ${cell(words.ending, ending)} ${cell(words.what_happens, tools[language].magicNumbers[ending])}
          </tr>`,
      ),
    )}
  </details>`

const oneOfEach = ({ state }: View): string =>
  state.operators.map(({ prefixes: [prefix = ""] }) => `n=${prefix.padEnd(10, "0")}1`).join("&")

const addForm = (view: View, phones: ReadonlyArray<Phone>, unknown: ReadonlyArray<string>): Markup => {
  const { query, words } = view
  const says = `${words.no_phone_number} ${unknown.join(", ")}`
  const typed = unknown.length === 0 ? undefined : { says: null, fields: query, wrong: { field: "n", says } }
  const shown = phones.map(({ phone }) => html`<input type="hidden" name="n" value="${phone}" />`)
  const filled = { scope: "more", typed }
  return html`${lookForm(
      "/phones",
      html`${shown}
      ${field(filled, words.one_more_number, "n", { numeric: true, required: true, hint: words.number_hint })}`,
      words.add,
    )}
    <p>${link(`/phones?${oneOfEach(view)}`, words.a_phone_of_each_operator)}</p>`
}

const handset = (view: View, phone: Phone, all: ReadonlyArray<Phone>): Markup => {
  const { words } = view
  const others = all.flatMap((each) => (each.phone === phone.phone ? [] : [`n=${encodeURIComponent(each.phone)}`]))
  return html`<section class="place" aria-labelledby="n${phone.phone}">
    <div class="handset">${phoneScreen(view, phone)}</div>
    ${owner(view, phone)}
    ${
      others.length === 0
        ? html``
        : html`<p class="small">${link(`/phones?${others.join("&")}`, words.put_this_phone_away)}</p>`
    }
  </section>`
}

const owner = (view: View, { behaviour, hasWallet, operatorId, phone }: Phone): Markup => {
  const { language, words } = view
  const hidden = { number: phone }
  return html`<div class="stack">
    ${folded(
      `own${phone}`,
      words.owner,
      html`${form(view, "phone.SetBehaviour", {
        hidden,
        fields: (typed) =>
          choice(
            typed,
            words.behaviour,
            "behaviour",
            Behaviour.literals.map((each) => [each, behaviourText(language, each)] as const),
            behaviour,
          ),
        button: words.change,
        kind: "quiet",
      })}
      ${
        operatorId === null
          ? html``
          : form(view, "phone.SetBalance", {
              hidden,
              fields: (typed) =>
                field(typed, words.mobile_money_balance, "balanceXof", {
                  numeric: true,
                  required: true,
                  hint: "F CFA",
                }),
              button: words.set_the_balance,
              kind: "quiet",
            })
      }
      ${form(view, "phone.SetWallet", {
        hidden: { ...hidden, open: hasWallet ? "false" : "true" },
        button: hasWallet ? words.close_the_wallet : words.open_a_wallet,
        kind: "quiet",
      })}`,
    )}
  </div>`
}
