/** Projects: their two credentials, what they may do, from where, and their balances; and the operators. */
import { account, balanceOf, type Project } from "@cauri/simulator"
import { headerNames } from "@cauri/wire"
import { html, type Markup } from "@cauri/simulator/pages"
import { choice, field, form, joined, type Page, tick, type View } from "./View.ts"

/** The page. */
export const projectsPage = (view: View): Page => {
  const { say, state } = view
  return {
    title: say("Projets", "Projects"),
    body: html`<h1>${say("Projets", "Projects")}</h1>
      <p>
        ${say("Seules les clés d’accès émises ici sont acceptées.", "Only credentials that were issued here are accepted.")}
      </p>
      ${state.projects.map((project) => projectPanel(view, project))}
      <section class="panel" aria-labelledby="add">
        <h2 id="add">${say("Nouveau projet", "New project")}</h2>
        ${form(view, "team.AddProject", {
          fields: html`<div class="grid">
            ${field(say("Identifiant", "Identifier"), "id", { required: true, hint: "shop-2" })}
            ${field(say("Nom", "Name"), "name", { required: true })}
          </div>`,
          button: say("Créer", "Create"),
        })}
      </section>
      <section class="panel" aria-labelledby="operators">
        <h2 id="operators">${say("Opérateurs", "Operators")}</h2>
        ${state.operators.map((operator) => operatorPanel(view, operator))}
      </section>
      <section class="panel" aria-labelledby="again">
        <h2 id="again">${say("Recommencer", "Start over")}</h2>
        <p>${say("Tout est oublié, sauf l'heure.", "Everything is forgotten but the time.")}</p>
        ${form(view, "reset", {
          fields: tick(say("Oui, tout oublier", "Yes, forget everything"), "sure", false),
          button: say("Tout oublier", "Forget everything"),
          kind: "danger",
        })}
      </section>`,
  }
}

const projectPanel = (view: View, project: Project): Markup => {
  const { say } = view
  const hidden = { projectId: project.id }
  return html`<section class="panel" aria-labelledby="project-${project.id}">
    <h2 id="project-${project.id}">${project.name} <span class="hint">${project.id}</span></h2>
    <dl class="facts">
      <div>
        <dt>${headerNames.apikey}</dt>
        <dd><code>${project.apiKey}</code></dd>
      </div>
      <div>
        <dt>${headerNames.authorization}</dt>
        <dd><code>Bearer ${project.apiToken}</code></dd>
      </div>
    </dl>
    ${form(view, "team.ReissueCredentials", {
      hidden,
      button: say("Émettre de nouvelles clés d’accès", "Issue new credentials"),
      label: `${say("Émettre de nouvelles clés d’accès", "Issue new credentials")} : ${project.name}`,
      kind: "quiet",
    })}
    ${form(view, "team.ChangeProject", {
      hidden,
      fields: html`<fieldset>
          <legend>${say("Ce qu'il peut faire", "What it may do")}</legend>
          ${tick(say("Activé", "Enabled"), "enabled", project.enabled)}
          ${tick(say("Paiements", "Payins"), "payinsEnabled", project.payinsEnabled)}
          ${tick(say("Versements", "Payouts"), "payoutsEnabled", project.payoutsEnabled)}
          ${tick(say("Le client paie les frais", "The customer pays the fees"), "customerPaysFees", project.customerPaysFees)}
        </fieldset>
        ${field(say("Adresses IP admises", "Whitelisted IP addresses"), "whitelist", {
          value: project.whitelist.join(", "),
          hint: say("trois au plus, séparées par des virgules", "three at most, separated by commas"),
        })}`,
      button: say("Enregistrer", "Save"),
    })}
    <details id="balance-${project.id}">
      <summary>${say("Fixer un solde", "Set a balance")}</summary>
      ${form(view, "team.SetBalance", {
        hidden,
        fields: joined([
          choice(
            say("Opérateur", "Operator"),
            "operatorId",
            view.state.operators.map(({ id, name }) => [id, `${name} (${held(view, project.id, id)})`] as const),
          ),
          field(say("Solde", "Balance"), "balanceXof", { numeric: true, required: true, hint: "F CFA" }),
        ]),
        button: say("Fixer", "Set"),
        kind: "quiet",
      })}
    </details>
  </section>`
}

const held = ({ state }: View, projectId: string, operatorId: string): number =>
  balanceOf(state.ledger, account.merchant(projectId, operatorId))

const operatorPanel = (view: View, operator: View["state"]["operators"][number]): Markup =>
  html`<details id="operator-${operator.id}">
    <summary>${operator.name} <span class="hint">${operator.mode}, ${operator.prefixes.join(", ")}</span></summary>
    ${form(view, "team.PutOperator", {
      fields: html`<label
        >${view.say("Comme JSON", "As JSON")}
        <textarea name="operator" rows="12" spellcheck="false">${JSON.stringify(operator, null, 2)}</textarea>
      </label>`,
      button: view.say("Enregistrer", "Save"),
      label: `${view.say("Enregistrer", "Save")} : ${operator.name}`,
      kind: "quiet",
    })}
  </details>`
