/** The facets of the conformance kit, as its suites list them, with what each pins down. A facet of which nothing is said fails the build. */
import {
  type Facet,
  gatewayFacets,
  hostFacets,
  operationsFacets,
  paymentFacets,
  sharedFacets,
  tableFacets,
} from "@cauri/conformance"
import type { Table } from "../fill.ts"
import type { InBoth } from "../languages.ts"
import { code, say, tableOf } from "./rows.ts"

const meanings: Readonly<Record<string, InBoth>> = {
  "inserting and finding": say(
    "an id is taken once for each kind and project, for ever, and gives the stored payment back",
    "un identifiant ne se prend qu’une fois par genre et par projet, pour toujours, et rend le paiement enregistré",
  ),
  "keeping what was stored": say(
    "every state, text and amount comes back as it was",
    "chaque état, chaque texte et chaque montant revient tel quel",
  ),
  saving: say(
    "versions without gaps; a save of an old version fails; leases are given back",
    "des versions sans trou ; enregistrer sur une version dépassée échoue ; les baux sont rendus",
  ),
  claiming: say(
    "one step with a lease; a pause stops it; a refused claim writes nothing",
    "une seule étape, avec un bail ; une suspension l’arrête ; une réservation refusée n’écrit rien",
  ),
  "claiming beside a twin": say(
    "which payouts are twins, and since when",
    "quels versements sont des doublons, et depuis quand",
  ),
  "claiming a refund": say("which refunds count, to the franc", "quels remboursements comptent, au franc près"),
  "taking what is due": say(
    "order, limit, leases and their ends, when the next is due",
    "l’ordre, la limite, les baux et leur fin, l’heure du suivant",
  ),
  "noting callbacks": say(
    "a first note, a repeat, an unknown payment; a callback changes nothing else",
    "une première trace, une répétition, un paiement inconnu ; une notification ne change rien d’autre",
  ),
  "waking by callbacks": say(
    "a callback makes its payment due, and no save loses that",
    "une notification rend son paiement à traiter, et aucun enregistrement ne l’oublie",
  ),
  "subscribing to a store": say(
    "a consumer hears what its `from` says, also while others write, and never twice",
    "un consommateur entend ce que dit son `from`, même pendant que d’autres écrivent, et jamais deux fois",
  ),
  "delivering events": say(
    "one event per lease, in order, with retries; no delivery touches its payment",
    "un événement par bail, dans l’ordre, avec reprises ; une transmission ne touche pas au paiement",
  ),
  "reading histories": say(
    "order, pages and times; the history adds up to the payment",
    "l’ordre, les pages, les heures ; l’historique redonne le paiement",
  ),
  listing: say(
    "every filter alone and together; pages where times are equal",
    "chaque filtre, seul et combiné ; les pages quand des heures sont égales",
  ),
  "many at once": say(
    "one winner per version, id, twin, callback and rate token; no payment taken twice",
    "un seul gagnant par version, identifiant, doublon, notification et jeton d’appel ; aucun paiement pris deux fois",
  ),
  "receiving within a transaction": say(
    "what your program writes and the mark of the event: both or neither",
    "ce qu’écrit votre programme et la marque de l’événement : les deux ou aucun",
  ),
  "inserting within a transaction": say(
    "a prepared payment and what your program writes beside it: both or neither",
    "un paiement préparé et ce que votre programme écrit à côté : les deux ou aucun",
  ),
  "pausing and resuming": say(
    "a person's pause and the library's own; a claim sees both",
    "la suspension d’une personne et celle de la bibliothèque ; une réservation voit les deux",
  ),
  "taking rate tokens": say(
    "a burst, then the rate, over any span of time",
    "une salve, puis le rythme, sur n’importe quelle durée",
  ),
  heartbeats: say("the newest sign of life of each process", "le dernier signe de vie de chaque processus"),
  "identity and high water": say(
    "a name that stays, and a mark that rises with every event",
    "un nom qui reste, et une marque qui monte à chaque événement",
  ),
  "figures for reports": say("counts, sums and open flags", "des nombres, des sommes, des signalements ouverts"),
  "how a store stands": say(
    "what is due and since when, in doubt, held and flagged",
    "ce qui est à traiter et depuis quand, à l’issue inconnue, retenu, signalé",
  ),
  "evidence for people": say(
    "callbacks as they came, what is archived, what is erased for good",
    "les notifications telles quelles, ce qui est archivé, ce qui est effacé pour de bon",
  ),
  documents: say(
    "letter for letter, each once, what replaces what, what a restore forgot",
    "à la lettre près, chacun une fois, ce qui remplace quoi, ce qu’une restauration a oublié",
  ),
  "the store as a whole": say(
    "it agrees with itself after all use, and its clock goes on",
    "elle reste cohérente après usage, et son horloge avance",
  ),
  "what lies in the tables": say(
    "columns, attempts, events and kept callbacks",
    "les colonnes, les tentatives, les événements, les notifications gardées",
  ),
  "a row that cannot be read": say(
    "lists and workers go on without it, and no page ends early",
    "listes et processus continuent sans elle, et aucune page ne finit trop tôt",
  ),
  "what a request looks like": say(
    "method, address, headers and body of every call, and no header for tracing",
    "la méthode, l’adresse, les en-têtes et le corps de chaque appel, sans en-tête de traçage",
  ),
  "what a creation's answer means": say(
    "each outcome under every HTTP status: tokens, sub-codes, near misses of `00`",
    "chaque issue sous chaque statut HTTP : jetons, sous-codes, presque-`00`",
  ),
  "what a confirm says": say(
    "records as promised and as seen; near misses of a status; errors, none of which ends a payment",
    "les réponses promises et celles observées ; les presque-statuts ; les erreurs, dont aucune ne clôt un paiement",
  ),
  "creations under faults: sent at most once, and never called unsent when something may have left (T8, B3, B4)": say(
    "about a hundred faults against each creation",
    "une centaine de pannes contre chaque création",
  ),
  "each creation is sent once, whatever the server says or does (T8, B3)": say(
    "every status, interim answers, used connections that break, TLS with HTTP/2 on offer",
    "chaque statut, les réponses provisoires, les connexions qui cassent, TLS avec HTTP/2 proposé",
  ),
  "confirms under faults: nothing is settled, and nothing is asked without an end": say(
    "the same faults: an error or a pending record, and no more requests than the bound",
    "les mêmes pannes : une erreur ou un paiement en attente, et pas plus de requêtes que la limite",
  ),
  "what may leave": say(
    "leases, numbers that would change the address, addresses of the service",
    "les baux, les numéros qui changeraient l’adresse, les adresses du service",
  ),
  "what connections are made": say(
    "the named authority is trusted; a lease that ends during the handshake stops the request",
    "l’autorité nommée fait foi ; un bail qui s’achève pendant la poignée de main arrête la requête",
  ),
  "redirects (T3)": say("never followed, never believed", "jamais suivies, jamais crues"),
  "connections that are used again": say(
    "the race with a closing connection, unexpected answers, many calls at once",
    "la course avec une connexion qui se ferme, les réponses inattendues, les appels simultanés",
  ),
  "what a gateway is trusted with stays with it (S16)": say(
    "no key, token or number in logs, traces, metrics and errors",
    "ni clé, ni jeton, ni numéro dans les journaux, les traces, les métriques et les erreurs",
  ),
}

const meaningOf = (name: string): InBoth => {
  const found = meanings[name]
  if (found === undefined) throw new Error(`facets.ts says nothing about the facet “${name}”.`)
  return found
}

type Facets = ReadonlyArray<Pick<Facet<never>, "name">>

const store: ReadonlyArray<readonly [suite: string, facets: Facets]> = [
  ["paymentStoreSuite", [...paymentFacets, ...sharedFacets, ...hostFacets]],
  ["operationsSuite", operationsFacets],
  ["sideDoorSuite", tableFacets],
]

const facet = say("Facet", "Facette")
const pinsDown = say("What it pins down", "Ce qu’elle fixe")

export const facetTables: Readonly<Record<string, Table>> = {
  "facets-store": tableOf([facet, pinsDown, say("Suite", "Suite")], (language) =>
    store.flatMap(([suite, facets]) => facets.map(({ name }) => [code(name), meaningOf(name)[language], code(suite)])),
  ),
  "facets-gateway": tableOf([facet, pinsDown], (language) =>
    gatewayFacets.map(({ name }) => [code(name), meaningOf(name)[language]]),
  ),
}
