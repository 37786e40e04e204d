/** What the program of the HTTP API and the commands of its keys say, in French. */
import type * as en from "../en/api.ts"
import type { Translated } from "../../Catalogue.ts"

export const apiHelp: Translated<typeof en.apiHelp> = {
  about:
    "Les paiements par HTTP, pour des programmes en tout langage\u00A0; GET /openapi.json décrit l’API. Ce programme enregistre et envoie ce qu’on lui demande de créer, et le reconciler se charge de la suite. `cauri api key` crée les clés d’API.",
  name: "le nom d’une clé d’API, qu’aucune autre clé en service ne porte\u00A0: 1 à 40 lettres, chiffres, tirets ou tirets bas",
  project: "le projet de ses paiements\u00A0: une clé n’en a qu’un",
  may: "ce qu’elle permet, séparé par des virgules\u00A0: read, collect, pay_out, refund",
  expires:
    "le jour à venir (UTC) à partir duquel elle n’ouvre plus rien, par exemple 2027-01-01\u00A0; par défaut jamais",
  from: "les adresses ou plages d’adresses d’où elle est acceptée, 100 au plus, séparées par des virgules, par exemple 10.0.0.0/8\u00A0; par défaut toutes",
  per_minute:
    "combien de fois par minute elle peut créer, modifier ou interroger le service\u00A0: 1 à 100000\u00A0; par défaut sans limite",
  replaces:
    "le nom de la clé qu’elle remplace\u00A0: elle permet la même chose, reçoit la suite des mêmes événements, et l’ancienne prend fin",
  old_until: "le jour (UTC) à partir duquel l’ancienne clé n’ouvre plus rien, ou now\u00A0; par défaut après 24 heures",
  json: "affiche les clés en JSON, pour un programme",
}

export const apiKeys: Translated<typeof en.apiKeys> = {
  needs_command: "`cauri api key` attend add, list ou revoke.",
  needs_name: "`cauri api key revoke` attend le nom d’une clé.",
  exists: (name) =>
    `Une clé ${name} est en service, et rien n’a été créé. Pour un nouveau secret\u00A0: cauri api key add --name <autre> --replaces ${name}. Pour mettre fin à cette clé\u00A0: cauri api key revoke ${name}`,
  not_found: (name) =>
    `Aucune clé ${name} n’est en service, et rien n’a été changé. cauri api key list affiche les clés.`,
  added: (name, project, may) => `La clé ${name} du projet ${project} permet\u00A0: ${may}.`,
  no_credentials: (project) =>
    `Attention\u00A0: ces réglages n’ont pas d’identifiants du service pour le projet ${project}. La clé est créée\u00A0; l’API n’envoie rien pour ${project} tant que API_KEY_${project} et API_TOKEN_${project}, ou CREDENTIALS_FILE, ne les donnent pas.`,
  secret: (header) =>
    `Son secret est sur la dernière ligne. Il n’est affiché qu’une fois et n’est gardé nulle part\u00A0: donnez-le à votre programme, qui l’envoie avec chaque requête ainsi\u00A0: ${header}`,
  lacks: (scope, may) =>
    `Cette clé ne permet pas cette action\u00A0: il lui manque ${scope}, elle permet ${may}. Prenez une clé qui convient\u00A0; cauri api key add en crée une.`,
  revoked: (name) =>
    `La clé ${name} est révoquée\u00A0: tous les programmes refusent la prochaine requête qui l’utilise.`,
  none: "Il n’y a pas de clé. cauri api key add en crée une.",
  columns: {
    name: "Clé",
    project: "Projet",
    may: "Permet",
    since: "Depuis",
    until: "Jusqu’à",
    from: "Adresses",
    per_minute: "Par minute",
  },
  never: "sans fin",
  revoked_at: (moment) => `révoquée ${moment}`,
  everywhere: "toutes",
  unlimited: "sans limite",
}
