/**
 * Everything that the pages say, in French: the same table as in English. `\u00A0` is the non-breaking space that French asks for.
 */
import type { Texts } from "./texts.ts"

const states: Texts["states"] = {
  Intended: "Prévu",
  Held: "Retenu",
  Submitting: "En cours d’envoi",
  AwaitingOtp: "En attente d’un code",
  Pending: "En attente",
  Completed: "Abouti",
  NotCompleted: "Non abouti",
  Refused: "Refusé",
  InDoubt: "En doute",
  Expired: "Expiré",
  Cancelled: "Annulé",
}

const meanings: Texts["meanings"] = {
  Intended: "Il est inscrit et attend d’être envoyé.",
  Held: "Il attend une personne avant d’être envoyé.",
  Submitting: "Un appel au service est en cours.",
  AwaitingOtp: "Le client doit encore saisir un code.",
  Pending: "Le service l’a accepté\u00A0; on ne sait pas encore comment il finit.",
  Completed: "Le service l’a confirmé, ou une personne a tranché ainsi.",
  NotCompleted: "Le service a confirmé l’échec, ou une personne a tranché ainsi.",
  Refused: "Le service a dit non.",
  InDoubt: "Aucune réponse utilisable n’est venue\u00A0: l’argent a peut-être circulé.",
  Expired: "Il est clos pour le marchand. Le service est encore interrogé, car l’argent peut venir en retard.",
  Cancelled: "Il a été abandonné avant que le service ne l’accepte.",
}

const asides: Texts["asides"] = {
  notSentAgain: "Rien n’est renvoyé tant que personne ne décide.",
  walletCredited: "Le portefeuille a été crédité\u00A0; ce que son titulaire en a fait n’est pas connu.",
}

const heldBecause: Texts["heldBecause"] = {
  Twin: "le même numéro devait recevoir le même montant à peu près au même moment",
  Stale: "il a attendu trop longtemps pour partir sans l’accord d’une personne",
  Attempts: "toutes les tentatives d’envoi sont épuisées",
  Restored: "la base a été restaurée depuis une sauvegarde",
  RefundDraft: "c’est le brouillon d’un remboursement",
  RefundTooHigh: "les remboursements de cet encaissement le dépasseraient",
}

const rails: Texts["rails"] = {
  Hosted: "Page hébergée",
  UssdOtp: "Code USSD",
  UssdPush: "Demande USSD",
  GuidedUssd: "USSD guidé",
  SmsOtp: "Code par SMS",
  OperatorRedirect: "Page de l’opérateur",
  ServiceRedirect: "Page du service",
  Wallet: "Portefeuille",
  WalletPayout: "Versement sur portefeuille",
  MobileMoneyPayout: "Versement mobile money",
}

const flags: Texts["flags"] = {
  NoPaymentUrl: "Aucune page à ouvrir",
  AcceptedWithoutToken: "Accepté sans jeton",
  Unanswered: "Sans réponse",
  LateAnswer: "Réponse tardive",
  CallbackWithoutToken: "Rappel sans jeton",
  HandleLost: "Jeton inconnu du service",
  ConfirmDenied: "Confirmation refusée",
  UnknownStatus: "Statut inconnu",
  AmountMismatch: "Autre montant",
  ReferenceMismatch: "Autre référence",
  ExternalIdMismatch: "Autre identifiant externe",
  TerminalContradiction: "Contradiction après la fin",
  CompletedAfterNotCompleted: "Argent reçu après l’échec",
  DoubleCollection: "Payé deux fois par le client",
  DoublePayout: "Versé deux fois",
  Overdue: "En retard",
  AnnouncementParked: "Annonce en souffrance",
}

const flagAdvice: Texts["flagAdvice"] = {
  NoPaymentUrl: "Demandez au client de recommencer\u00A0: cet encaissement n’a pas de page à ouvrir.",
  AcceptedWithoutToken:
    "Interrogez le service par la référence du marchand\u00A0: il a accepté le paiement sans donner de jeton.",
  Unanswered: "Demandez au service, par la référence du marchand, s’il connaît cet encaissement.",
  LateAnswer:
    "Comparez la décision prise avec la réponse du service\u00A0; si un versement a été renvoyé, appelez le service maintenant.",
  CallbackWithoutToken:
    "Le service connaît une transaction de cet appel\u00A0: demandez-la par la référence du marchand.",
  HandleLost:
    "Demandez au service ce que ce jeton est devenu\u00A0; son tableau de bord montre la référence du marchand.",
  ConfirmDenied: "Vérifiez les identifiants du projet de ce paiement.",
  UnknownStatus: "Demandez au service ce que ce statut veut dire\u00A0; jusque-là, il vaut «\u00A0en attente\u00A0».",
  AmountMismatch:
    "Le client a payé un autre montant\u00A0: créditez ou remboursez à la main, puis fermez le signalement.",
  ReferenceMismatch:
    "La fiche appartient à un autre paiement\u00A0: interrogez le service et ne créditez rien avant sa réponse.",
  ExternalIdMismatch: "Comparez la fiche avec la commande\u00A0; elle a été acceptée par sa propre entrée.",
  TerminalContradiction: "Le service a changé d’avis après la fin\u00A0: demandez-lui une déclaration écrite.",
  CompletedAfterNotCompleted: "L’argent est venu après l’échec du paiement\u00A0: créditez ou remboursez à la main.",
  DoubleCollection:
    "Le client a payé deux fois\u00A0: regardez le brouillon de remboursement et libérez-le si les deux encaissements sont réels.",
  DoublePayout: "Le bénéficiaire a été payé deux fois\u00A0: demandez au service d’annuler un des transferts.",
  Overdue: "Le versement est en retard\u00A0: interrogez le service et ne le renvoyez pas.",
  AnnouncementParked:
    "Un destinataire refuse toujours un événement de ce paiement\u00A0: réparez-le, puis réinterrogez le paiement.",
}

const acts: Texts["acts"] = {
  Completed: "Trancher\u00A0: abouti",
  NotCompleted: "Trancher\u00A0: non abouti",
  SendAgain: "Trancher\u00A0: non exécuté, renvoyer",
  Release: "Libérer",
  Cancel: "Annuler",
  CloseFlag: "Fermer un signalement",
  Recheck: "Interroger le service maintenant",
}

const actEffects: Texts["actEffects"] = {
  Completed: "Le paiement compte désormais comme abouti. Ne tranchez ainsi qu’avec la preuve que l’argent a circulé.",
  NotCompleted:
    "Le paiement compte désormais comme non abouti. Ne tranchez ainsi qu’avec la preuve que l’argent n’a pas circulé.",
  SendAgain:
    "L’argent est envoyé une nouvelle fois. Si le premier appel a quand même été exécuté, le bénéficiaire est payé deux fois. Ne tranchez ainsi qu’avec la déclaration écrite du service.",
  Release: "Le versement part dès que le programme le reprend.",
  Cancel: "Le paiement est abandonné\u00A0: rien ne sera envoyé.",
  CloseFlag: "Le signalement est fermé avec votre motif. L’état du paiement ne change pas.",
  Recheck: "Le service est interrogé sur chaque jeton de ce paiement, et sa réponse est inscrite.",
}

const entry: Texts["entry"] = {
  title: "Ouvrir la console",
  explained:
    "Cette console décide de sommes d’argent. Elle s’ouvre à qui détient le jeton avec lequel elle a été lancée.",
  open: "Ouvrir la console",
  token: "Jeton",
  tokenHint: "Le programme a affiché à son lancement une adresse avec un jeton, ou CONSOLE_TOKEN en contient un.",
  wrong: "Ce jeton n’ouvre rien.",
  spent: "Ce jeton a déjà servi. Relancez la console pour en obtenir un autre.",
  tooMany: "Trop de jetons erronés. Attendez une minute.",
  left: "Vous avez quitté la console.",
}

const worklist: Texts["worklist"] = {
  title: "Liste de travail",
  lists: { inDoubt: "En doute", flagged: "Signalés", overdue: "En retard", held: "Retenus", all: "Tous" },
  emptyLists: {
    inDoubt: ["Rien n’est en doute", "Chaque appel a reçu une réponse, ou quelqu’un a tranché."],
    flagged: ["Aucun signalement ouvert", "Il n’y a rien qu’une personne doive regarder."],
    overdue: ["Rien n’est en retard", "Chaque paiement ouvert est dans les délais de sa voie."],
    held: ["Rien n’est retenu", "Aucun versement n’attend une personne."],
    all: ["Aucun paiement", "Rien ne correspond dans cette base."],
  },
  emptyFiltered: ["Rien ne correspond aux filtres", "Effacez-les pour voir toute la liste."],
  tabsLabel: "Listes",
  filters: "Chercher et filtrer",
  filtersActive: "Chercher et filtrer (actif)",
  id: "Paiement",
  idHint: "Un identifiant, seul ou avec son projet\u00A0: shop/order-17",
  find: "Chercher",
  kind: "Nature",
  project: "Projet",
  rail: "Voie",
  operator: "Opérateur",
  state: "État",
  any: "Tous",
  apply: "Appliquer",
  clear: "Effacer",
  caption: (list) => `Paiements\u00A0: ${list}`,
  payment: "Paiement",
  way: "Voie",
  age: "Âge",
  look: "À regarder",
  amount: "Montant",
  overdueBy: (time) => `retard de ${time}`,
  next: "Page suivante",
  first: "Première page",
  paging: "Pagination",
  several: (id) => `Plusieurs paiements portent l’identifiant ${id}`,
  chooseOne: "Choisissez celui que vous cherchez.",
  unfound: (text) => `Il n’y a pas de paiement ${text}`,
  unfoundHint: "Il a été cherché dans tous les projets de cette base, parmi les encaissements et les versements.",
  unreadable:
    "Un identifiant a de 1 à 64 lettres, chiffres, tirets et traits de soulignement\u00A0; son projet peut le précéder\u00A0: shop/order-17.",
  badPage: "Cette page de la liste n’existe pas.",
}

const payment: Texts["payment"] = {
  back: "Liste de travail",
  facts: "Ce qui a été demandé",
  project: "Projet",
  created: "Créé",
  rail: "Voie",
  operator: "Opérateur",
  party: { payin: "Numéro du client", payout: "Numéro du bénéficiaire" },
  customer: "Client",
  description: "Libellé",
  orderRef: "Commande",
  refundOf: "Remboursement de",
  customData: "Données jointes",
  decisions: "Ce qui peut être décidé",
  noDecisions: "Rien ne peut être décidé sur ce paiement maintenant.",
  noLine: "Impossible ici\u00A0: cette console n’a pas d’accès au service.",
  obstacle: "Impossible\u00A0:",
  life: "Parcours",
  pictureLabel: "Les états de ce paiement dans le temps\u00A0; la liste ci-dessous dit la même chose en mots.",
  pictureCaption:
    "Les barres croissent comme le logarithme du temps\u00A0; la durée vraie figure à côté de chaque état.",
  untilNow: "maintenant",
  events: "Événements, le plus récent en dernier",
  earlier: (count) =>
    `${count} événements plus anciens ne sont pas montrés ici\u00A0; «\u00A0console show\u00A0» les donne tous.`,
  gap: (time) => `${time} plus tard`,
  by: (who) => `par ${who}`,
  who: { merchant: "le marchand", service: "le service", cauri: "le programme" },
  attempts: "Appels au service",
  noAttempts: "Rien n’a encore été envoyé.",
  call: (number, kind) => `Appel ${number}\u00A0: ${kind}`,
  flags: "Signalements",
  noFlags: "Aucun signalement n’a jamais été ouvert.",
  about: (subject) => `sur ${subject}`,
  aboutCall: (number) => `sur l’appel ${number}`,
  aboutLevel: (level) => `niveau ${level}`,
  raised: "ouvert le",
  closed: (by) => `Fermé par ${by}`,
  closeThis: "Fermer ce signalement",
  notes: "Rappels du service",
  noNotes: "Aucun rappel n’est arrivé.",
  note: (attempt, newest) => `Pour l’appel ${attempt}\u00A0; le plus récent porte le numéro ${newest}.`,
  notesMeaning: "Un rappel fait seulement interroger le service plus tôt. Il ne décide jamais de rien.",
  reveal: "Voir ce qui est masqué",
  revealed: (by) => `Tout est montré à ${by}. Cela a été consigné.`,
  revealedHide: "Masquer de nouveau",
  done: {
    Completed: "La décision «\u00A0abouti\u00A0» a été inscrite.",
    NotCompleted: "La décision «\u00A0non abouti\u00A0» a été inscrite.",
    SendAgain: "La décision a été inscrite, et le versement est renvoyé.",
    Release: "Le versement a été libéré.",
    Cancel: "Le paiement a été annulé.",
    CloseFlag: "Le signalement a été fermé.",
    Recheck: "Le service a été interrogé. Sa réponse figure ci-dessous.",
  },
  unasked: {
    NoTurn:
      "Le service n’a pas été interrogé\u00A0: d’autres épuisent le débit que tous les processus partagent. Réessayez dans un instant.",
    CallUnderWay:
      "Le service n’a pas été interrogé\u00A0: un appel est en cours, et sa propre réponse passe d’abord. Réessayez dans un instant.",
    NoToken: "Le service n’a pas été interrogé\u00A0: aucun appel n’a donné de jeton pour le faire.",
  },
  heard: {
    Some: "Le service a répondu pour certains jetons et pas pour tous. Sa réponse figure ci-dessous. Réessayez dans un instant.",
    Nothing:
      "Le service a été interrogé et n’a rien répondu d’utilisable\u00A0: le paiement est resté tel quel. Réessayez dans un instant.",
    ThrownAway:
      "D’autres ont modifié le paiement pendant que le service était interrogé\u00A0: sa réponse n’a pas été gardée. Réessayez dans un instant.",
  },
}

const decision: Texts["decision"] = {
  about: "La décision porte sur",
  by: "Votre nom",
  byHint: "Il est inscrit dans l’histoire du paiement.",
  reason: "Motif",
  reasonHint: "Pourquoi vous décidez ainsi, en une phrase que quelqu’un d’autre comprendra dans un an.",
  reasonFlag: "Ce que vous avez constaté et ce qui a été fait.",
  evidence: "Preuve",
  evidenceHint:
    "Ce qui le prouve\u00A0: une déclaration datée du service, une ligne de son tableau de bord, un relevé.",
  amount: "Montant, saisi de nouveau",
  amountHint: (currency) => `En ${currency}, tel que le montre votre preuve. Il est comparé au paiement.`,
  flag: "Quel signalement",
  confirm: "Inscrire la décision",
  back: "Revenir sans décider",
  needName: "Écrivez votre nom.",
  needReason: "Écrivez un motif.",
  needEvidence: "Dites ce qui le prouve.",
  needAmount: "Saisissez de nouveau le montant.",
  needFlag: "Choisissez le signalement que vous fermez.",
  tooLong: "2\u00A0000 caractères au plus.",
  unprintable: "Il contient des caractères qui ne peuvent pas être conservés.",
  amountDiffers: "Ce n’est pas le montant du paiement. Comparez-le à votre preuve\u00A0; rien n’a été décidé.",
  problem: "Rien n’a été décidé",
  stale: "Le paiement a changé depuis que vous l’avez regardé",
  staleHint:
    "Ce que vous avez saisi est toujours là. Lisez ce qui s’est passé entre-temps, et décidez de nouveau si vous le voulez encore.",
  staleEvents: "Depuis\u00A0:",
  refused: "Le bureau a refusé la décision\u00A0:",
  notOffered: "Son état ne permet plus cette décision.",
  needsService: "Cette décision interroge le service, et cette console n’y a pas accès.",
  late: "Il n’est pas sûr qu’elle ait été inscrite\u00A0: regardez le paiement avant de recommencer.",
}

const reveal: Texts["reveal"] = {
  title: "Voir ce qui est masqué",
  explained:
    "Les numéros, jetons, noms et adresses de ce paiement vous sont montrés une fois. Votre demande est consignée.",
  reasonHint: "Ce pour quoi vous en avez besoin.",
  confirm: "Tout montrer",
}

const day: Texts["day"] = {
  title: "Chiffres d’une journée",
  explained: "Les paiements créés ce jour-là (UTC), dans leur état actuel.",
  day: "Jour",
  show: "Afficher",
  previous: "Jour précédent",
  next: "Jour suivant",
  badDay: "Ce n’est pas un jour. Écrivez-le comme 2026-01-31.",
  payins: "Encaissements",
  payouts: "Versements",
  completedIn: "Encaissements aboutis",
  completedOut: "Versements aboutis",
  inDoubt: "En doute",
  late: "Aboutis en retard",
  overdue: "En retard",
  flagged: "Avec signalement ouvert",
  payments: (count, one) => (one ? `${count} paiement` : `${count} paiements`),
  byState: "Par état",
  byRail: "Par voie",
  byOperator: "Par opérateur",
  state: "État",
  rail: "Voie",
  operator: "Opérateur",
  noOperator: "Non déclaré",
  count: "Nombre",
  sum: "Somme",
  total: "Total",
  chartLabel: (title) => `${title}, en barres\u00A0; le tableau dit la même chose en chiffres.`,
  empty: ["Aucun paiement ce jour-là", "Rien n’a été créé entre minuit et minuit UTC."],
}

const holds: Texts["holds"] = {
  title: "Arrêts",
  explained:
    "Un arrêt bloque les nouveaux appels au service. Ce qui est déjà parti continue d’être suivi jusqu’à sa fin.",
  current: "En vigueur",
  empty: ["Rien n’est à l’arrêt", "Les paiements partent à mesure qu’ils arrivent."],
  scope: "Quoi",
  since: "Depuis",
  by: "Par",
  reason: "Motif",
  byItself: "Il est aussi levé quand les identifiants du projet changent.",
  lift: "Lever",
  liftTitle: "Lever un arrêt",
  liftEffect: "Les paiements qui l’attendaient repartent dès lors.",
  lifted: "L’arrêt a été levé.",
  gone: "Cet arrêt était déjà levé.",
  set: "Arrêter",
  setTitle: "Poser un arrêt",
  scopes: {
    payouts: ["Tous les versements", "de chaque projet"],
    project: ["Un projet entier", "ses encaissements et ses versements"],
    payins: ["Les encaissements d’un projet", "personne n’est invité à payer"],
    projectPayouts: ["Les versements d’un projet", "rien n’est versé"],
    operator: ["Un opérateur d’un projet", "les versements qui nomment cet opérateur"],
  },
  project: "Projet",
  projectHint: "Pour tout, sauf «\u00A0tous les versements\u00A0».",
  operator: "Opérateur",
  operatorHint: "Seulement pour «\u00A0un opérateur d’un projet\u00A0».",
  needScope: "Choisissez ce qui s’arrête.",
  needProject: "Écrivez le projet\u00A0: de 1 à 64 lettres, chiffres, tirets et traits de soulignement.",
  needOperator: "Écrivez l’opérateur comme les versements le nomment.",
  done: "L’arrêt est en vigueur.",
  scopeText: {
    payouts: "Tous les versements",
    project: (project) => `Projet ${project}`,
    payins: (project) => `Encaissements de ${project}`,
    projectPayouts: (project) => `Versements de ${project}`,
    operator: (operator, project) => `Opérateur ${operator} de ${project}`,
  },
}

const problem: Texts["problem"] = {
  notFound: ["Cette page n’existe pas", "Vérifiez l’adresse, ou commencez par la liste de travail."],
  noPayment: ["Ce paiement n’existe pas", "Il n’est dans aucun projet de cette base."],
  form: [
    "Ce formulaire est périmé",
    "Revenez en arrière, rechargez la page et répétez ce que vous avez saisi. Rien n’a été changé.",
  ],
  tooLarge: ["Le formulaire est trop grand", "Abrégez ce que vous avez saisi. Rien n’a été changé."],
  store: ["La base ne répond pas", "Vérifiez qu’elle est joignable et qu’elle a de la place, puis recommencez."],
  defect: ["La console a fait une erreur", "Son journal en dit davantage. Regardez le paiement avant de recommencer."],
  entry: "La console reste fermée",
  begin: "Aller à la liste de travail",
}

/** Everything that the pages say, in French. */
export const french: Texts = {
  product: "Console Cauri",
  skip: "Aller au contenu",
  navigation: "Pages",
  sections: { worklist: "Liste", day: "Journée", holds: "Arrêts" },
  settings: "Session",
  leave: "Quitter",
  otherLanguage: "English",
  footStore: (id) => `Base ${id}`,
  footTime: "Toutes les heures sont en UTC",
  states,
  meanings,
  asides,
  heldBecause,
  kinds: { payin: "Encaissement", payout: "Versement" },
  rails,
  outcomes: {
    InFlight: "En cours",
    NotExecuted: "Jugé non exécuté",
    Accepted: "Accepté",
    OtpSent: "Code envoyé",
    Refused: "Refusé",
    TurnedAway: "Éconduit",
    NotSent: "Non envoyé",
    NoAnswer: "Sans réponse",
  },
  attemptKinds: {
    Pay: "paiement",
    SmsOtpRequest: "demande d’un code par SMS",
    WalletOtpRequest: "demande du code d’un portefeuille",
  },
  flags,
  flagAdvice,
  acts,
  actEffects,
  none: "aucun",
  entry,
  worklist,
  payment,
  decision,
  reveal,
  day,
  holds,
  problem,
}
