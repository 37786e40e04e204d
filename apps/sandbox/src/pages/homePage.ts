/** The first page: what this is, how a program reaches it, and where to go. */
import { endpoints, headerNames } from "@cauri/wire"
import { html } from "@cauri/simulator/pages"
import { joined, link, live, type Page, type View } from "./View.ts"

/** The page. */
export const homePage = (view: View): Page => {
  const { base, say, state, url } = view
  const project = state.projects[0]
  return {
    title: "Sandbox",
    body: html`<h1>${say("Le bac à sable", "The sandbox")}</h1>
      <p>
        ${say(
          "Le service entier, sur cette machine : les huit appels, les téléphones des clients, les opérateurs, les notifications et les pannes.",
          "The whole service, on this machine: the eight calls, the customers' phones, the operators, the callbacks and the faults.",
        )}
      </p>
      <div class="doors">
        ${joined(
          [
            ["/phones", say("Téléphones", "Phones"), say("Jouer les clients", "Play the customers")],
            [
              "/control",
              say("Salle de contrôle", "Control room"),
              say("Voir et décider de tout", "See and decide everything"),
            ],
            ["/scenarios", say("Scénarios", "Scenarios"), say("Ce qui peut arriver", "What can happen")],
            ["/docs", "Documents", say("Les appels et leurs champs", "The calls and their fields")],
          ].map(
            ([path = "", name = "", what = ""]) =>
              html`<a class="door" href="${base}${path}"><strong>${name}</strong> <span>${what}</span></a>`,
          ),
        )}
      </div>
      <section class="panel" aria-labelledby="connect">
        <h2 id="connect">${say("Se connecter", "Connect")}</h2>
        ${live(
          "keys",
          html`<dl class="facts">
            <div>
              <dt>${say("Adresse de base", "Base address")}</dt>
              <dd><code>${url}</code></dd>
            </div>
            ${
              project === undefined
                ? html``
                : html`<div>
                      <dt>${headerNames.apikey}</dt>
                      <dd><code>${project.apiKey}</code></dd>
                    </div>
                    <div>
                      <dt>${headerNames.authorization}</dt>
                      <dd><code>Bearer ${project.apiToken}</code></dd>
                    </div>`
            }
            <div>
              <dt>${say("Premier appel", "First call")}</dt>
              <dd><code>POST ${endpoints.createDirectInvoice.path}</code></dd>
            </div>
          </dl>`,
        )}
        <p>
          ${say("Autres projets, adresses IP, soldes :", "Other projects, IP addresses, balances:")}
          ${link(view, "/control/projects", say("Projets", "Projects"))}
        </p>
      </section>`,
  }
}

/** What stands where no page is. */
export const missingPage = ({ say }: Pick<View, "say">): Page => ({
  title: say("Introuvable", "Not found"),
  body: html`<h1>${say("Introuvable", "Not found")}</h1>
    <p role="alert">${say("Cette page n'existe pas, ou plus.", "There is no such page, or not any more.")}</p>`,
})
