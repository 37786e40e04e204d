/** Projects: their two credentials, what they may do, from where, and their balances; and the operators. */
import { catalogue } from "@cauri/catalogue"
import { account, balanceOf, factorOf, type Project, type ValidationMode } from "@cauri/simulator"
import { facts, html, type Markup } from "@cauri/pages"
import { leapButtons, pause } from "./leaps.ts"
import { choice, field, folded, form, francs, keysOf, lines, type Page, tick, type View } from "./View.ts"

export const projectsPage = (view: View): Page => {
  const { words, state } = view
  return {
    title: words.projects,
    body: html`<h1>${words.projects}</h1>
      <p>${words.projects_explained}</p>
      ${state.projects.map((project) => projectPanel(view, project))}
      <section class="card" aria-labelledby="add">
        <h2 id="add">${words.new_project}</h2>
        ${form(view, "team.AddProject", {
          fields: (typed) =>
            html`<div class="grid">
              ${field(typed, words.identifier, "id", { required: true, hint: "shop-2" })}
              ${field(typed, words.name, "name", { required: true })}
            </div>`,
          button: words.create,
        })}
      </section>
      <section class="card" aria-labelledby="operators">
        <h2 id="operators">${words.operators}</h2>
        ${state.operators.map((operator) => operatorPanel(view, operator))}
      </section>
      <section class="card" aria-labelledby="again">
        <h2 id="again">${words.start_over}</h2>
        <p>${words.reset_explained}</p>
        ${form(view, "reset", {
          fields: (typed) => tick(typed, words.reset_sure, "sure", false),
          button: words.reset,
          kind: "danger",
        })}
      </section>`,
  }
}

const projectPanel = (view: View, project: Project): Markup => {
  const { words } = view
  const hidden = { projectId: project.id }
  return html`<section class="card" aria-labelledby="project-${project.id}">
    <h2 id="project-${project.id}">${project.name} <span class="small muted">${project.id}</span></h2>
    ${facts(keysOf(project))}
    ${form(view, "team.ReissueCredentials", {
      hidden,
      button: words.issue_new_credentials,
      label: words.labelled(words.issue_new_credentials, project.name),
      kind: "quiet",
    })}
    ${form(view, "team.ChangeProject", {
      hidden,
      fields: (typed) =>
        html`<fieldset>
            <legend>${words.what_it_may_do}</legend>
            ${tick(typed, words.enabled, "enabled", project.enabled)}
            ${tick(typed, words.payins, "payinsEnabled", project.payinsEnabled)}
            ${tick(typed, words.payouts, "payoutsEnabled", project.payoutsEnabled)}
            ${tick(typed, words.the_customer_pays_the_fees, "customerPaysFees", project.customerPaysFees)}
          </fieldset>
          ${field(typed, words.whitelisted_ip_addresses, "whitelist", {
            value: project.whitelist.join(", "),
            hint: words.whitelist_hint,
          })}`,
      button: words.save,
    })}
    ${folded(
      `time-${project.id}`,
      words.time_of_the_project,
      html`<p>${words.time_of_the_project_explained}</p>
        ${leapButtons(view, "team.AdvanceProject", hidden)}
        ${pause(view, "team.SetProjectTimeFactor", factorOf(view.state, project.id), hidden)}
        ${form(view, "team.SetProjectTimeFactor", {
          hidden,
          fields: (typed) =>
            field(typed, words.pace, "factor", {
              value: factorOf(view.state, project.id),
              numeric: true,
              required: true,
            }),
          button: words.set,
          kind: "quiet",
        })} `,
    )}
    ${folded(
      `balance-${project.id}`,
      words.set_a_balance,
      form(view, "team.SetBalance", {
        hidden,
        fields: (typed) =>
          html`${choice(
            typed,
            words.operator,
            "operatorId",
            view.state.operators.map(
              ({ id, name }) => [id, `${name} (${francs(view, held(view, project.id, id))})`] as const,
            ),
          )}
          ${field(typed, words.balance, "balanceXof", { numeric: true, required: true, hint: "F CFA" })}`,
        button: words.set_balance,
        kind: "quiet",
      }),
    )}
  </section>`
}

const held = ({ state }: View, projectId: string, operatorId: string): number =>
  balanceOf(state.ledger, account.merchant(projectId, operatorId))

/** How customers of an operator pay, in words. */
const wayOf = ({ language }: View, mode: ValidationMode): string => catalogue[language].rails[mode]

const operatorPanel = (view: View, operator: View["state"]["operators"][number]): Markup =>
  folded(
    `operator-${operator.id}`,
    html`${operator.name}
      <span class="small muted">${wayOf(view, operator.mode)}, ${operator.prefixes.join(", ")}</span>`,
    form(view, "team.PutOperator", {
      hidden: { operatorId: operator.id },
      fields: (typed) => lines(typed, view.words.as_json, "operator", JSON.stringify(operator, null, 2), 12),
      button: view.words.save,
      label: view.words.labelled(view.words.save, operator.name),
      kind: "quiet",
    }),
  )
