/** Faults: the usual ones to switch on and off, rules with conditions, and how often each struck. */
import { catalogue } from "@cauri/catalogue"
import type { FaultRule } from "@cauri/simulator"
import { endpointNames } from "@cauri/wire"
import { html, type Markup } from "@cauri/simulator/pages"
import { usualFaults } from "./usualFaults.ts"
import { cell, choice, field, form, joined, live, type Page, table, type View } from "./View.ts"

/** The page. */
export const faultsPage = (view: View): Page => {
  const { say } = view
  return {
    title: say("Pannes", "Faults"),
    body: html`<h1>${say("Pannes", "Faults")}</h1>
      <p>
        ${say(
          "Une panne frappe tous les appels auxquels elle s'applique, jusqu'à ce qu'elle soit éteinte.",
          "A fault strikes every call that it fits, until it is switched off.",
        )}
      </p>
      ${live("switches", switches(view))}
      <section class="panel" aria-labelledby="rule">
        <h2 id="rule">${say("Avec des conditions", "With conditions")}</h2>
        ${ruleForm(view)}
      </section>
      <section aria-labelledby="rules">
        <h2 id="rules">${say("Règles en vigueur", "Rules in force")}</h2>
        ${live("in-force", inForce(view))}
      </section>`,
  }
}

const switches = (view: View): Markup => {
  const { language, say, state } = view
  return html`<ul class="switches">
    ${usualFaults.map((usual) => {
      const isOn = state.faultRules.some(({ id }) => id === usual.id)
      const text = catalogue[language].faults[usual.id]
      return html`<li class="${isOn ? "on" : ""}">
        <span>${text}</span>
        ${form(view, isOn ? "faults.remove" : "faults.put", {
          hidden: isOn ? { id: usual.id } : { id: usual.id, usual: usual.id },
          button: isOn ? say("Éteindre", "Switch off") : say("Allumer", "Switch on"),
          label: `${isOn ? say("Éteindre", "Switch off") : say("Allumer", "Switch on")} : ${text}`,
          kind: isOn ? "danger" : "quiet",
          small: true,
        })}
      </li>`
    })}
  </ul>`
}

const ruleForm = (view: View): Markup => {
  const { language, say } = view
  const any = say("tous", "any")
  return form(view, "faults.put", {
    fields: html`<div class="grid">
      ${joined([
        field(say("Nom", "Name"), "id", { required: true, hint: say("au choix", "your choice") }),
        choice(
          say("Panne", "Fault"),
          "usual",
          usualFaults.map(({ id }) => [id, catalogue[language].faults[id]] as const),
        ),
        choice(say("Appel", "Call"), "endpoint", [["", any], ...endpointNames.map((name) => [name, name] as const)]),
        field(say("Téléphone", "Phone"), "phone", { numeric: true, hint: any }),
        field(say("Montant", "Amount"), "amountXof", { numeric: true, hint: any }),
        field(say("Référence", "Reference"), "transactionId", { hint: any }),
        field(say("Seulement la n-ième fois", "Only the nth time"), "nth", { numeric: true }),
        field(say("Au plus tant de fois", "At most so many times"), "times", { numeric: true }),
        field(say("Probabilité", "Probability"), "probability", { hint: say("de 0 à 1", "from 0 to 1") }),
      ])}
    </div>`,
    button: say("Ajouter la règle", "Add the rule"),
  })
}

const inForce = (view: View): Markup => {
  const { say, state } = view
  return state.faultRules.length === 0
    ? html`<p class="empty">${say("Aucune : tout va bien.", "None: all is well.")}</p>`
    : table(
        say("Ce qui peut aller mal", "What may go wrong"),
        [say("Nom", "Name"), say("Règle", "Rule"), say("A frappé", "Struck"), say("Acte", "Act")],
        state.faultRules.map(
          (rule) =>
            html`<tr>
              ${cell(say("Nom", "Name"), rule.id)} ${cell(say("Règle", "Rule"), html`<code>${ruleText(rule)}</code>`)}
              ${cell(say("A frappé", "Struck"), String(state.faultCounts[rule.id]?.struck ?? 0))}
              ${cell(
                say("Acte", "Act"),
                form(view, "faults.remove", {
                  hidden: { id: rule.id },
                  button: say("Éteindre", "Switch off"),
                  label: `${say("Éteindre", "Switch off")} : ${rule.id}`,
                  kind: "danger",
                  small: true,
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
