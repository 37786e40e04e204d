/** The stories of the six ideas: what a naive integration loses, and what happens with Cauri. */
import type { Language } from "./languages.ts"
import type { Step, Story } from "./sequence.ts"

type StoryInBoth = Readonly<Record<Language, Story>>

/** The same steps with the words of each language. */
const story = (
  en: readonly [title: string, ...actors: ReadonlyArray<string>],
  fr: readonly [title: string, ...actors: ReadonlyArray<string>],
  steps: (say: (english: string, french: string) => string) => ReadonlyArray<Step>,
): StoryInBoth => ({
  en: { title: en[0], actors: en.slice(1), steps: steps((english) => english) },
  fr: { title: fr[0], actors: fr.slice(1), steps: steps((_, french) => french) },
})

const naive = "Without"
const naiveFr = "Sans Cauri"
const here = "With Cauri"
const hereFr = "Avec Cauri"

export const stories: Readonly<Record<string, StoryInBoth>> = {
  "attempt-without": story(
    [naive, "Program", "Service", "Beneficiary"],
    [naiveFr, "Programme", "Service", "Bénéficiaire"],
    (say) => [
      { from: 0, to: 1, says: say("send 25,000", "verser 25 000") },
      { from: 1, to: 2, says: "25 000" },
      { from: 1, to: 0, says: say("accepted", "accepté"), lost: true },
      { from: 0, to: 1, says: say("send 25,000, again", "verser 25 000, encore") },
      { from: 1, to: 2, says: "25 000" },
      { at: 2, notes: say("paid twice", "payé deux fois"), tone: "bad" },
    ],
  ),
  "attempt-with": story(
    [here, "Cauri", "Service", "Beneficiary"],
    [hereFr, "Cauri", "Service", "Bénéficiaire"],
    (say) => [
      { at: 0, notes: say("stores attempt 1", "enregistre la tentative 1") },
      { from: 0, to: 1, says: say("send 25,000", "verser 25 000") },
      { from: 1, to: 2, says: "25 000" },
      { from: 1, to: 0, says: say("accepted", "accepté"), lost: true },
      { at: 0, notes: say("in doubt: sends nothing more", "issue inconnue : n’envoie plus rien"), tone: "good" },
    ],
  ),
  "token-without": story([naive, "Program", "Service"], [naiveFr, "Programme", "Service"], (say) => [
    { from: 0, to: 1, says: say("pay order 17", "payer la commande 17") },
    { from: 1, to: 0, says: say("token T1", "jeton T1") },
    { at: 0, notes: say("forgets T1: it has its order number", "oublie T1 : il a son numéro de commande") },
    { from: 0, to: 1, says: say("how is order 17?", "où en est la commande 17 ?") },
    { from: 1, to: 0, says: say("unknown", "inconnue") },
    { at: 0, notes: say("paid, and never delivered", "payée, jamais livrée"), tone: "bad" },
  ]),
  "token-with": story([here, "Cauri", "Service"], [hereFr, "Cauri", "Service"], (say) => [
    { from: 0, to: 1, says: say("pay order 17", "payer la commande 17") },
    { from: 1, to: 0, says: say("token T1", "jeton T1") },
    { at: 0, notes: say("stores T1 with the answer", "enregistre T1 avec la réponse") },
    { from: 0, to: 1, says: say("how is T1?", "où en est T1 ?") },
    { from: 1, to: 0, says: say("completed, 5,000", "completed, 5 000") },
    { at: 0, notes: say("paid", "payée"), tone: "good" },
  ]),
  "doubt-without": story([naive, "Program", "Service"], [naiveFr, "Programme", "Service"], (say) => [
    { from: 0, to: 1, says: say("send 25,000", "verser 25 000") },
    { from: 1, to: 0, says: say("accepted, T1", "accepté, T1"), lost: true },
    { at: 0, notes: say("marks it failed", "le marque échoué") },
    { at: 0, notes: say("someone pays by another way", "quelqu’un paie autrement") },
    { at: 1, notes: say("had paid the first one", "avait payé le premier"), tone: "bad" },
  ]),
  "doubt-with": story([here, "Cauri", "Service", "Person"], [hereFr, "Cauri", "Service", "Personne"], (say) => [
    { from: 0, to: 1, says: say("send 25,000", "verser 25 000") },
    { from: 1, to: 0, says: say("accepted, T1", "accepté, T1"), lost: true },
    { from: 0, to: 2, says: say("in doubt", "issue inconnue") },
    { from: 2, to: 1, says: say("was it paid?", "a-t-il été payé ?") },
    { from: 2, to: 0, says: say("completed, by statement", "payé, selon le relevé") },
    { at: 0, notes: say("one payout, one truth", "un versement, une vérité"), tone: "good" },
  ]),
  "callback-without": story([naive, "Anyone", "Program"], [naiveFr, "N’importe qui", "Programme"], (say) => [
    { from: 0, to: 1, says: say("order 17 is completed", "commande 17 : completed") },
    { at: 1, notes: say("believes it and delivers", "y croit et livre"), tone: "bad" },
  ]),
  "callback-with": story([here, "Anyone", "Cauri", "Service"], [hereFr, "N’importe qui", "Cauri", "Service"], (say) => [
    { from: 0, to: 1, says: say("order 17 is completed", "commande 17 : completed") },
    { at: 1, notes: say("a doorbell: look who is there", "on a sonné : allons voir") },
    { from: 1, to: 2, says: say("how is T1?", "où en est T1 ?") },
    { from: 2, to: 1, says: say("pending", "pending") },
    { at: 1, notes: say("nothing is credited", "rien n’est crédité"), tone: "good" },
  ]),
  "flag-without": story(
    [naive, "Program", "Service", "Customer"],
    [naiveFr, "Programme", "Service", "Client"],
    (say) => [
      { from: 1, to: 0, says: say("completed, 4,000", "completed, 4 000") },
      { at: 0, notes: say("compares no amount", "ne compare pas le montant") },
      { from: 0, to: 2, says: say("delivers for 5,000", "livre pour 5 000") },
      { at: 0, notes: say("1,000 lost, unseen", "1 000 perdus, sans le voir"), tone: "bad" },
    ],
  ),
  "flag-with": story([here, "Cauri", "Service", "Person"], [hereFr, "Cauri", "Service", "Personne"], (say) => [
    { from: 1, to: 0, says: say("completed, 4,000", "completed, 4 000") },
    { at: 0, notes: say("not what was asked: flag", "pas le montant demandé : signalement") },
    { from: 0, to: 2, says: say("look at this one", "regardez celui-ci") },
    { from: 2, to: 0, says: say("refunded by hand, closed", "remboursé à la main, clos") },
    { at: 0, notes: say("written down for ever", "écrit pour toujours"), tone: "good" },
  ]),
  "pause-without": story([naive, "Program", "Service"], [naiveFr, "Programme", "Service"], (say) => [
    { from: 0, to: 1, says: say("send, with a revoked key", "verser, avec une clé révoquée") },
    { from: 1, to: 0, says: say("refused", "refusé") },
    { from: 0, to: 1, says: say("send the next, and the next", "verser le suivant, et le suivant") },
    { at: 0, notes: say("300 salaries marked failed", "300 salaires marqués échoués"), tone: "bad" },
  ]),
  "pause-with": story([here, "Cauri", "Service", "Person"], [hereFr, "Cauri", "Service", "Personne"], (say) => [
    { from: 0, to: 1, says: say("send, with a revoked key", "verser, avec une clé révoquée") },
    { from: 1, to: 0, says: say("refused", "refusé") },
    { at: 0, notes: say("pauses the project", "suspend le projet"), tone: "good" },
    { from: 2, to: 0, says: say("new key", "nouvelle clé") },
    { at: 0, notes: say("goes on by itself", "reprend de lui-même"), tone: "good" },
  ]),
}
