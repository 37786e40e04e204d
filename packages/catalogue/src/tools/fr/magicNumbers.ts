/** What the sandbox’s magic numbers do, by the last two digits, in French. */
import type * as en from "../en/magicNumbers.ts"
import type { Translated } from "../../Catalogue.ts"

export const magicNumbers: Translated<typeof en.magicNumbers> = {
  "90": "paie tout de suite\u00A0; les versements arrivent tout de suite",
  "91": "paie au bout d’une minute\u00A0; les versements arrivent au bout d’une minute",
  "92": "refuse\u00A0: non abouti",
  "93": "ne répond jamais\u00A0: toujours en attente",
  "94": "n’a pas assez d’argent, ou a un compte qui ne peut pas en recevoir\u00A0: non abouti",
  "95": "a atteint son plafond journalier\u00A0: les encaissements sont refusés avec Code02",
  "96": "paie au bout de deux jours\u00A0; les versements arrivent au bout de deux jours",
  "97": "paie tout de suite, mais aucune notification n’arrive",
  "98": "paie tout de suite, et chaque notification arrive quatre fois",
  "99": "paie tout de suite, et la notification arrive avant la réponse à la création",
  "80": "la création est exécutée, mais sa réponse se perd\u00A0; le client paie tout de suite",
  "81": "la connexion est coupée avant l’exécution",
  "82": "la connexion est coupée après l’exécution\u00A0; le client paie tout de suite",
  "83": "la création est exécutée, mais sa réponse est une page d’erreur HTML 503\u00A0; le client paie tout de suite",
  "84": "le code 00 avec un jeton vide\u00A0; le client paie tout de suite",
  "85": "un sous-code absent de la documentation, alors que le paiement est exécuté\u00A0; le client paie tout de suite",
  "86": "du JSON tronqué après l’exécution\u00A0; le client paie tout de suite",
  "87": "abouti, puis non abouti une heure plus tard",
  "88": "la vérification donne un montant inférieur d’un franc",
  "89": "la vérification donne un statut inconnu",
}

export const magicNumbersOnPage: Translated<typeof en.magicNumbersOnPage> = {
  "90": "aboutit tout de suite, même si la page n’est pas ouverte",
  "96": "aboutit au bout de deux jours, même si la page n’est pas ouverte",
  "80": "la création est exécutée et sa réponse se perd\u00A0; aboutit tout de suite",
}
