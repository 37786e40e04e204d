/** What the console says to people who sign in, and about the file that lists them, in French. */
import type { Translated } from "../../Catalogue.ts"
import type * as en from "../en/doors.ts"

export const doors: Translated<typeof en.doors> = {
  signIn: "Se connecter",
  explained:
    "Cette console sert à décider de la suite à donner aux paiements\u00A0; chacun y agit sous son propre nom.",
  explainedProvider:
    "Cette console sert à décider de la suite à donner aux paiements\u00A0; chacun y agit sous son propre nom. La connexion passe par le service de votre entreprise.",
  name: "Nom",
  password: "Mot de passe",
  toProvider: "Continuer vers la connexion",
  wrong: "Nom ou mot de passe incorrect. Saisissez à nouveau les deux.",
  tooMany: "Trop d’essais. Patientez une minute.",
  failed: "La connexion n’a pas abouti. Recommencez.",
  silent: "Le service de connexion ne répond pas. Réessayez dans une minute.",
  unlisted: "Aucun droit ne vous est accordé ici",
  unlistedHint: (name) =>
    `Vous êtes connecté sous le nom de ${name}, mais cette console ne vous connaît pas. Demandez à ses responsables de vous ajouter.`,
  missing: (right) =>
    `Rien n’a changé\u00A0: il vous manque le droit ${right}. Demandez-le à la personne qui gère les accès, ou passez par un collègue qui l’a.`,
  unnamed:
    "Rien n’a changé\u00A0: ici le nom est saisi à la main, et une seule personne pourrait être les deux. Faites connecter chacun sous son nom (CONSOLE_DOOR), ou approuvez en ligne de commande.",
  rights: {
    look: "«\u00A0look\u00A0» (voir les paiements)",
    decide: "«\u00A0decide\u00A0» (prendre des décisions)",
    release: "«\u00A0release\u00A0» (laisser partir l’argent)",
    reveal: "«\u00A0reveal\u00A0» (voir ce qui est masqué)",
    import: "«\u00A0import\u00A0» (importer des relevés)",
    approve: "«\u00A0approve\u00A0» (approuver la demande d’une autre personne)",
  },
}

export const peopleFile: Translated<typeof en.peopleFile> = {
  unreadable: "désigne un fichier illisible\u00A0: vérifiez son chemin et les droits de lecture de ce programme",
  no_json: "ne contient pas de JSON\u00A0: donnez, sous le nom de chaque personne, la liste de ses droits (may)",
  mistakes: (listed) => `contient des erreurs\u00A0: ${listed}`,
  rules: {
    whole: () => "le fichier doit contenir un objet, qui donne sous chaque nom une liste de droits (may)",
    name: () =>
      "doit être un nom\u00A0: de 1 à 200 caractères sur une ligne, avec une lettre ou un chiffre, et autre que cauri",
    person: () => "doit être un objet avec la clé may",
    may: (permissions) => `doit être une liste parmi ${permissions}`,
    password: () => "doit être ce qu’affiche `cauri console account`",
    no_key: () => "n’est pas une clé admise\u00A0: une personne a may et password",
  },
}

export const accountCommand: Translated<typeof en.accountCommand> = {
  ask: (name) => `Mot de passe de ${name}\u00A0: `,
  again: "Encore une fois\u00A0: ",
}
