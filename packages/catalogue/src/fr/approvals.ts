/** Four eyes, in French. */
import type * as en from "../en/approvals.ts"
import type { Translated } from "../Catalogue.ts"
import { money, number } from "../format.ts"

/** What needs two people, and how far they are. */
export const approvals: Translated<typeof en.approvals> = {
  title: "En attente d’un second responsable",
  mark: "attend un second responsable",
  needs_two: "Vos règles exigent deux responsables\u00A0: vous faites la demande, une autre personne l’approuve.",
  request: "Faire la demande",
  requested: (by) => `Demande faite par ${by}.`,
  void: "Il s’est passé quelque chose depuis\u00A0: cette demande ne peut plus être approuvée. Refaites-la ou retirez-la.",
  reason: "Motif",
  evidence: "Preuve",
  what: "Décision demandée",
  digest: "Empreinte de ce qui est affiché",
  rests_on: "Ce sur quoi porte l’approbation",
  calls: (count) => (count < 2 ? `${number(count, "fr")} appel effectué` : `${number(count, "fr")} appels effectués`),
  callbacks: (count) =>
    count < 2 ? `${number(count, "fr")} notification reçue` : `${number(count, "fr")} notifications reçues`,
  above: (francs) => `deux responsables au-dessus de ${money(francs, "fr")}`,
  after_restore: "deux responsables après une restauration",
  approvers: (names) => `peuvent approuver\u00A0: ${names}`,
  approve_with: (command) => `Une autre personne l’approuve avec\u00A0: ${command}`,
}
