/** Faults: the usual ones to switch on and off, rules with conditions, and how often each struck. */
import { type Fault, FaultRule } from "@cauri/simulator"
import { endpointNames } from "@cauri/wire"
import { html, type Markup } from "@cauri/simulator/pages"
import { cell, choice, field, form, joined, live, type Page, table, type View } from "./View.ts"

interface UsualFault {
  readonly id: string
  readonly french: string
  readonly english: string
  readonly fault: Fault
}

const second = 1_000
const minute = 60 * second

/** The usual faults, one of every kind and the variants that people ask for. */
export const usualFaults: ReadonlyArray<UsualFault> = [
  {
    id: "answer-dropped",
    french: "La réponse n'arrive jamais",
    english: "The answer never comes",
    fault: { _tag: "AnswerDropped" },
  },
  {
    id: "reset-before",
    french: "Coupure avant l'exécution",
    english: "Reset before the execution",
    fault: { _tag: "ConnectionReset", executed: false },
  },
  {
    id: "reset-after",
    french: "Coupure après l'exécution",
    english: "Reset after the execution",
    fault: { _tag: "ConnectionReset", executed: true },
  },
  {
    id: "slow",
    french: "Réponse après vingt secondes",
    english: "Answer after twenty seconds",
    fault: { _tag: "Delay", millis: 20 * second, executed: true },
  },
  {
    id: "page-503",
    french: "Page HTML 503, exécuté",
    english: "HTML page 503, executed",
    fault: { _tag: "HtmlPage", status: 503, executed: true },
  },
  {
    id: "page-429",
    french: "Page HTML 429, rien d'exécuté",
    english: "HTML page 429, nothing executed",
    fault: { _tag: "HtmlPage", status: 429, executed: false },
  },
  { id: "truncated", french: "JSON tronqué", english: "Truncated JSON", fault: { _tag: "TruncatedJson" } },
  { id: "empty-token", french: "Succès sans jeton", english: "Success without a token", fault: { _tag: "EmptyToken" } },
  {
    id: "failure-with-token",
    french: "Échec avec un jeton",
    english: "Failure with a token",
    fault: { _tag: "FailureWithToken", responseCode: "01" },
  },
  {
    id: "code-00",
    french: "Identifiants refusés (Code00)",
    english: "Credentials refused (Code00)",
    fault: { _tag: "SubCode", code: "00", executed: false },
  },
  {
    id: "code-99",
    french: "Code inconnu, exécuté",
    english: "Unknown code, executed",
    fault: { _tag: "SubCode", code: "99", executed: true },
  },
  {
    id: "odd-status",
    french: "État inconnu à la confirmation",
    english: "Unknown status in a confirm",
    fault: { _tag: "OtherStatus", text: "COMPLETED" },
  },
  {
    id: "odd-amount",
    french: "Montant réduit d'un franc",
    english: "Amount one franc less",
    fault: { _tag: "OtherAmount", byXof: -1 },
  },
  {
    id: "confirm-refused",
    french: "Confirmation refusée (Code04)",
    english: "Confirm refused (Code04)",
    fault: { _tag: "ConfirmRefused", code: "04" },
  },
  {
    id: "final-moves",
    french: "L'état final change après une heure",
    english: "The final status moves after an hour",
    fault: { _tag: "FinalStatusMoves", afterMillis: 60 * minute },
  },
  {
    id: "token-expires",
    french: "Le jeton expire après une minute",
    english: "The token expires after a minute",
    fault: { _tag: "TokenExpires", afterMillis: minute },
  },
  { id: "callback-lost", french: "Rappels perdus", english: "Callbacks lost", fault: { _tag: "CallbackLost" } },
  {
    id: "callback-early",
    french: "Rappels avant la réponse",
    english: "Callbacks before the answer",
    fault: { _tag: "CallbackEarly" },
  },
  {
    id: "callback-single",
    french: "JSON seulement",
    english: "JSON only",
    fault: { _tag: "CallbackSingle", encoding: "Json" },
  },
  {
    id: "callback-repeated",
    french: "Rappels trois fois de plus",
    english: "Callbacks three times more",
    fault: { _tag: "CallbackRepeated", times: 3, everyMillis: 10 * second },
  },
  {
    id: "callback-reordered",
    french: "JSON avant le formulaire",
    english: "JSON before the form",
    fault: { _tag: "CallbackReordered" },
  },
  {
    id: "callback-late",
    french: "Rappels dix minutes plus tard",
    english: "Callbacks ten minutes later",
    fault: { _tag: "CallbackLate", millis: 10 * minute },
  },
  {
    id: "callback-forged",
    french: "Faux rappel « completed »",
    english: 'Forged callback "completed"',
    fault: { _tag: "CallbackForged", status: "completed" },
  },
]

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
  const { say, state } = view
  return html`<ul class="switches">
    ${usualFaults.map((usual) => {
      const isOn = state.faultRules.some(({ id }) => id === usual.id)
      const text = say(usual.french, usual.english)
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
  const { say } = view
  const any = say("tous", "any")
  return form(view, "faults.put", {
    fields: html`<div class="grid">
      ${joined([
        field(say("Nom", "Name"), "id", { required: true, hint: say("au choix", "your choice") }),
        choice(
          say("Panne", "Fault"),
          "usual",
          usualFaults.map(({ english, french, id }) => [id, say(french, english)] as const),
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

const ruleText = ({ fault, id: _, ...conditions }: FaultRule): string => {
  const { _tag, ...details } = fault
  const said = Object.entries({ ...details, ...conditions }).map(([name, value]) => `${name}: ${String(value)}`)
  return [_tag, ...said].join(", ")
}
