/** Faults: the usual ones to switch on and off, rules with conditions, and how often each struck. */
import { catalogue } from "@cauri/catalogue"
import type { FaultRule } from "@cauri/simulator"
import { endpointNames } from "@cauri/wire"
import { html, type Markup } from "@cauri/pages"
import { usualFaults } from "./usualFaults.ts"
import { cell, choice, field, form, live, type Page, table, type View } from "./View.ts"

export const faultsPage = (view: View): Page => {
  const { words } = view
  return {
    title: words.faults,
    body: html`<h1>${words.faults}</h1>
      <p>${words.faults_explained}</p>
      ${live("switches", switches(view))}
      <section class="card" aria-labelledby="rule">
        <h2 id="rule">${words.with_conditions}</h2>
        ${ruleForm(view)}
      </section>
      <section aria-labelledby="rules">
        <h2 id="rules">${words.rules_in_force}</h2>
        ${live("in-force", inForce(view))}
      </section>`,
  }
}

const switches = (view: View): Markup => {
  const { language, words, state } = view
  return html`<ul class="columns" role="list">
    ${usualFaults.map((usual) => {
      const isOn = state.faultRules.some(({ id }) => id === usual.id)
      const text = catalogue[language].faults[usual.id]
      return html`<li class="${isOn ? "card between notice bad" : "card between"}">
        <span>${text}</span>
        ${form(view, isOn ? "faults.remove" : "faults.put", {
          hidden: isOn ? { id: usual.id } : { id: usual.id, usual: usual.id },
          button: isOn ? words.switch_off : words.switch_on,
          label: words.labelled(isOn ? words.switch_off : words.switch_on, text),
          kind: isOn ? "danger" : "quiet",
        })}
      </li>`
    })}
  </ul>`
}

const ruleForm = (view: View): Markup => {
  const { language, words } = view
  const any = words.any
  return form(view, "faults.put", {
    fields: (typed) =>
      html`<div class="grid">
        ${[
          field(typed, words.name, "id", { required: true, hint: words.your_choice }),
          choice(
            typed,
            words.fault,
            "usual",
            usualFaults.map(({ id }) => [id, catalogue[language].faults[id]] as const),
          ),
          choice(typed, words.endpoint, "endpoint", [["", any], ...endpointNames.map((name) => [name, name] as const)]),
          field(typed, words.phone, "phone", { numeric: true, hint: any }),
          field(typed, words.amount, "amountXof", { numeric: true, hint: any }),
          field(typed, words.reference, "transactionId", { hint: any }),
          field(typed, words.only_the_nth_time, "nth", { numeric: true }),
          field(typed, words.at_most_so_many_times, "times", { numeric: true }),
          field(typed, words.probability, "probability", { hint: words.from_0_to_1 }),
        ]}
      </div>`,
    button: words.add_the_rule,
  })
}

const inForce = (view: View): Markup => {
  const { words, state } = view
  // A rule that strikes no time only counts, for a scenario.
  const rules = state.faultRules.filter(({ times }) => times !== 0)
  return rules.length === 0
    ? html`<p class="muted">${words.none_all_is_well}</p>`
    : table(
        words.what_may_go_wrong,
        [words.name, words.rule, words.struck, words.act],
        rules.map(
          (rule) =>
            html`<tr role="row">
              ${cell(words.name, rule.id)} ${cell(words.rule, html`<code>${ruleText(rule)}</code>`)}
              ${cell(words.struck, String(state.faultCounts[rule.id]?.struck ?? 0))}
              ${cell(
                words.act,
                form(view, "faults.remove", {
                  hidden: { id: rule.id },
                  button: words.switch_off,
                  label: words.labelled(words.switch_off, rule.id),
                  kind: "danger",
                }),
              )}
            </tr>`,
        ),
      )
}

const ruleText = (rule: FaultRule): string => {
  const { fault, ...conditions } = rule
  const { _tag, ...details } = fault
  const said = Object.entries({ ...details, ...conditions }).flatMap(([name, value]) =>
    name === "id" ? [] : [`${name}: ${String(value)}`],
  )
  return [_tag, ...said].join(", ")
}
