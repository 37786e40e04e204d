/** What there is to read, in the order of the menu. A page that stands here and not in both folders of `docs`, or there and not here, fails the build. */
import type { InBoth } from "./languages.ts"

/** One page. Its path is the same in both languages, so that each leads to the other. */
export interface Entry {
  readonly path: string
  readonly title: InBoth
}

/** A part of the menu. */
export interface Part {
  readonly title: InBoth
  readonly pages: ReadonlyArray<Entry>
}

const page = (path: string, en: string, fr: string): Entry => ({ path, title: { en, fr } })
const part = (en: string, fr: string, pages: ReadonlyArray<Entry>): Part => ({ title: { en, fr }, pages })

/** The menu. */
export const contents: ReadonlyArray<Part> = [
  part("Begin", "Commencer", [
    page("start", "A first payment in five minutes", "Un premier paiement en cinq minutes"),
    page("ideas", "Six ideas", "Six idées"),
    page("is-this-the-service", "Is my aggregator this service?", "Mon agrégateur, est-ce ce service ?"),
  ]),
  part("Collect", "Encaisser", [
    page("paying/index", "Ways to pay", "Les moyens de paiement"),
    page("paying/hosted", "The service’s page", "La page du service"),
    page("paying/ussd-push", "USSD push", "La demande sur le téléphone"),
    page("paying/guided-ussd", "Guided USSD", "Le code USSD reçu par SMS"),
    page("paying/ussd-code", "A dialled code", "Le code à composer d’abord"),
    page("paying/sms-code", "A code by SMS", "Le code par SMS"),
    page("paying/wallet", "The wallet", "Le portefeuille"),
    page("paying/operator-redirect", "The operator’s page", "La page de l’opérateur"),
    page("paying/service-redirect", "A direct page of the service", "Une page directe du service"),
  ]),
]

/** Every page. */
export const entries: ReadonlyArray<Entry> = contents.flatMap(({ pages }) => pages)
