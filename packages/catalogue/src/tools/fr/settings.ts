/** Why a program does not start, or ends, in French; and what each of its variables must be. */
import type * as en from "../en/settings.ts"
import type { Translated } from "../../Catalogue.ts"

const pair = (one: string, other: string) =>
  `la définir avec ${one}, obligatoire sauf si ${other} est défini\u00A0: ce sont les deux clés d’accès du projet`
const secret = "whsec_ suivi de 24 à 64 octets en base64"

export const variables: Translated<typeof en.variables> = {
  HOST: "une adresse de cette machine, où arrivent les notifications, ou les requêtes de l’API\u00A0; par défaut 127.0.0.1",
  PORT: "un port de 1 à 65535, ou 0 pour n’importe quel port libre, où arrivent les notifications, ou les requêtes de l’API\u00A0; par défaut 8080 pour un receiver et 8090 pour l’API",
  API_COUNTRY:
    "les deux lettres du pays dont l’API accepte les numéros locaux, par exemple BF\u00A0; par défaut aucun, et elle n’accepte que les numéros avec leur indicatif",
  API_PROXIES:
    "les adresses ou plages d’adresses des proxys placés devant l’API, séparées par des virgules\u00A0: leur en-tête X-Forwarded-For dit d’où vient une requête\u00A0; par défaut aucun",
  STORE_CREATE: "never (par défaut), qui refuse de démarrer sans base, ou if-missing, qui la crée",
  STORE_IDENTITY:
    "l’identité qu’affiche `cauri migrate`\u00A0: celle de la base attendue, suivie ou non de @ et du plus grand numéro d’événement déjà vu\u00A0; par défaut, ce que dit le repère",
  STORE_MARK_FILE:
    "le chemin d’un fichier dans un dossier existant, où les programmes qui envoient notent jusqu’où la base est allée\u00A0: sur un autre disque que la base, car un dossier remis en place ramène les deux\u00A0; ou none. Par défaut, à côté du fichier d’une base SQLite",
  STORE_ACCEPT_TIMELINE:
    "la timeline de Postgres citée par le refus, une fois qu’un responsable est sûr qu’aucun paiement ne manque\u00A0; par défaut aucune",
  LOG_LEVEL:
    "le niveau le plus bas du journal\u00A0: debug, info, warn ou error\u00A0; par défaut info, et warn pour la console",
  LOG_FORMAT: "la forme des lignes du journal\u00A0: json ou pretty\u00A0; par défaut json, et pretty pour la console",
  OTLP_URL:
    "l’adresse http ou https d’un collecteur OpenTelemetry pour les traces et les métriques\u00A0; par défaut, aucun n’en reçoit",
  OPERATIONS_HOST: "une adresse de cette machine, pour l’état et les métriques\u00A0; par défaut 127.0.0.1",
  OPERATIONS_PORT:
    "un port de 1 à 65535, ou 0 pour n’importe quel port libre, pour l’état et les métriques\u00A0; par défaut 9464 pour un reconciler, 9465 pour un receiver et 9466 pour l’API",
  PROCESS_NAME:
    "le nom du processus parmi les signes de vie\u00A0: 1 à 64 caractères imprimables sans espace, différents pour chaque processus\u00A0; par défaut son rôle, sa machine et son numéro",
  CALLBACK_BASE:
    "l’adresse publique (http ou https) du programme receiver, sans le chemin des notifications, ajouté automatiquement",
  CALLBACK_KEYS:
    "les clés des adresses de notification, les mêmes dans chaque processus\u00A0: un nom et un secret joints par deux-points, les paires séparées par des virgules\u00A0; chaque secret a 32 caractères imprimables ou plus, tirés au hasard. La première signe, toutes vérifient",
  SERVICE_URL: "l’adresse https du service (http sur cette machine seulement)",
  CREDENTIALS_FILE:
    "le chemin d’un fichier JSON lisible, qui donne apiKey et apiToken pour chaque projet\u00A0; obligatoire sauf si API_KEY_<PROJECT> est défini",
  "API_KEY_<PROJECT>": pair("API_TOKEN_<PROJECT>", "CREDENTIALS_FILE"),
  "API_TOKEN_<PROJECT>": pair("API_KEY_<PROJECT>", "CREDENTIALS_FILE"),
  EGRESS_PROXY:
    "l’adresse http ou https du proxy par lequel partent les encaissements et les versements\u00A0; par défaut aucun",
  POLICY_FILE: "le chemin d’un fichier JSON qui remplace certaines des règles\u00A0; par défaut aucune n’est remplacée",
  OUTCOMES:
    "webhook, qui répète un événement jusqu’à ce que votre programme l’accepte, ou log, pour les personnes\u00A0: un événement est une ligne, une seule fois",
  WEBHOOK_URL:
    "l’adresse http ou https, sans nom d’utilisateur, à laquelle les événements sont envoyés\u00A0; obligatoire avec OUTCOMES=webhook",
  WEBHOOK_SECRET: `ce qui signe les webhooks\u00A0: ${secret}\u00A0; obligatoire avec OUTCOMES=webhook`,
  WEBHOOK_SECRET_PREVIOUS: `le secret précédent, tant que votre programme passe au nouveau, et les deux signent\u00A0: ${secret}\u00A0; par défaut aucun`,
  CONSOLE_USER: "le nom de la personne qui décide\u00A0; par défaut aucun, et --by nomme cette personne",
  CONSOLE_TOKEN:
    "ce qui ouvre les pages à une seule personne\u00A0: 24 à 256 lettres, chiffres, traits d’union et traits bas, difficiles à deviner\u00A0; par défaut un nouveau à chaque démarrage",
  CONSOLE_DOOR:
    "comment plusieurs personnes s’identifient\u00A0: accounts, proxy ou oidc\u00A0; par défaut une seule, avec un jeton",
  CONSOLE_ORIGIN:
    "l’adresse https à laquelle les navigateurs ouvrent la console, sans chemin (http sur cette machine seulement)\u00A0; obligatoire avec CONSOLE_DOOR",
  CONSOLE_PEOPLE_FILE:
    "le chemin d’un fichier JSON qui donne, sous le nom de chaque personne, la liste de ses droits (may)\u00A0; obligatoire avec CONSOLE_DOOR",
  CONSOLE_SECRET:
    "ce qui scelle les sessions\u00A0: au moins 32 caractères imprimables tirés au hasard, les mêmes sur chaque machine\u00A0; s’il y en a plusieurs, séparés par des virgules, le premier sert à chiffrer\u00A0; obligatoire avec CONSOLE_DOOR=accounts ou oidc",
  CONSOLE_PROXY_ADDRESSES:
    "les adresses ou plages d’adresses des proxys placés devant la console, séparées par des virgules\u00A0; par défaut aucune, et CONSOLE_DOOR=proxy exige alors CONSOLE_PROXY_SECRET",
  CONSOLE_PROXY_HEADER:
    "le nom de l’en-tête dans lequel le proxy indique la personne\u00A0; obligatoire avec CONSOLE_DOOR=proxy",
  CONSOLE_PROXY_SECRET:
    "32 à 256 caractères imprimables tirés au hasard, que le proxy envoie dans l’en-tête x-cauri-proxy\u00A0; par défaut aucun",
  CONSOLE_OIDC_ISSUER:
    "l’adresse https du fournisseur OpenID (http sur cette machine seulement)\u00A0; obligatoire avec CONSOLE_DOOR=oidc",
  CONSOLE_OIDC_CLIENT_ID:
    "l’identifiant de client que le fournisseur OpenID a donné à cette console\u00A0; obligatoire avec CONSOLE_DOOR=oidc",
  CONSOLE_OIDC_CLIENT_SECRET:
    "le secret de client que le fournisseur OpenID a donné à cette console\u00A0; obligatoire avec CONSOLE_DOOR=oidc",
  CONSOLE_OIDC_CLAIM: "le nom du claim qui désigne la personne\u00A0; par défaut email",
}

export const sandboxVariables: Translated<typeof en.sandboxVariables> = {
  SANDBOX_HOST: "une adresse de cette machine, où il écoute\u00A0; par défaut 127.0.0.1",
  SANDBOX_PORT: "un port de 1 à 65535, ou 0 pour n’importe quel port libre, où il écoute\u00A0; par défaut 4010",
  SANDBOX_URL:
    "l’adresse http ou https sous laquelle les programmes joignent le bac à sable\u00A0; par défaut celle où il écoute",
  SANDBOX_NAMES:
    "d’autres noms d’hôtes auxquels il répond, séparés par des virgules, sans port\u00A0; par défaut aucun",
  SANDBOX_API_KEY:
    "ce que le premier projet envoie dans l’en-tête Apikey\u00A0: des caractères imprimables sans espace, avec SANDBOX_API_TOKEN\u00A0; par défaut une nouvelle clé, gardée si SANDBOX_FILE est défini",
  SANDBOX_API_TOKEN:
    "ce que le premier projet envoie dans l’en-tête Authorization, après Bearer\u00A0: des caractères imprimables sans espace, avec SANDBOX_API_KEY\u00A0; par défaut un nouveau jeton, gardé si SANDBOX_FILE est défini",
  SANDBOX_WHITELIST:
    "d’où le premier projet peut demander des versements\u00A0: une à trois adresses IP, plages CIDR comme 172.16.0.0/12, ou any, séparées par des virgules\u00A0; par défaut cette machine",
  SANDBOX_CALLBACK_HOSTS:
    "où les notifications peuvent aller hors de cette machine\u00A0: des noms d’hôtes, ou des suffixes comme .shop.example, séparés par des virgules, chacun avec ou sans port\u00A0; par défaut nulle part",
  SANDBOX_CALLBACK_RATE:
    "le nombre de notifications qu’un hôte reçoit par seconde\u00A0: un nombre supérieur à 0, au plus 10000\u00A0; par défaut 20",
  SANDBOX_FILE:
    "le chemin d’un fichier dans un dossier qui existe, qui garde tout pour le prochain démarrage\u00A0; par défaut rien n’est gardé",
  SANDBOX_SEED_FILE:
    "le chemin d’un fichier JSON contenant les projets, les clés d’accès et les taux d’une équipe, comme sandbox.json\u00A0; par défaut aucun",
  SANDBOX_CONTROL_TOKEN:
    "ce qui ouvre les pages et l’API de contrôle\u00A0: 16 caractères imprimables ou plus, sans espace\u00A0; par défaut un nouveau à chaque démarrage",
  SANDBOX_FACE:
    "strict (par défaut), la spécification à la lettre, ou as-observed, qui accepte aussi les formes des programmes publics",
  SANDBOX_REASON_HEADER:
    "on (par défaut) ou off\u00A0: un refus donne ou non sa raison dans un en-tête que le service n’envoie pas",
  SANDBOX_SEED: "ce dont sont tirés codes, jetons et délais\u00A0: un nombre entier\u00A0; par défaut 1",
  SANDBOX_TIME_FACTOR:
    "de combien son temps va plus vite que l’horloge\u00A0: un nombre supérieur à 0, au plus 1000000\u00A0; par défaut 1",
}

export const storeAddresses: Translated<typeof en.storeAddresses> = {
  sqlite: (scheme) => `${scheme}<chemin du fichier>`,
  postgres: (form) => `${form}, avec %25 pour chaque %`,
}

export const settings: Translated<typeof en.settings> = {
  or: "ou",
  store_url: (forms) => `${forms}, où sont gardés les paiements`,
  must_be: (name, expected) => `${name}\u00A0: il faut ${expected}.`,
  not_set: (expected) => `n’est pas défini\u00A0: il faut ${expected}`,
  unfit: (expected) => `ne peut pas servir tel quel\u00A0: il faut ${expected}`,
  no_address: (example) =>
    `n’est pas une adresse http ou https\u00A0: mettez l’adresse publique du receiver, par exemple ${example}`,
  names_user:
    "contient un nom d’utilisateur\u00A0: tout le monde voit cette adresse, retirez-en l’utilisateur et le mot de passe",
  has_query:
    "contient un point d’interrogation ou un dièse, alors qu’un chemin s’y ajoute\u00A0: retirez ce signe et ce qui suit",
  has_callbacks: (path) => `contient déjà ${path}, qui s’y ajoute\u00A0: retirez-le, avec ce qui suit`,
  empty_part: "contient une partie vide dans son chemin\u00A0: mettez une seule barre entre deux parties",
  dots: "contient des points comme partie de son chemin\u00A0: écrivez le chemin auquel ils mènent",
  not_plain:
    "n’est pas une adresse simple\u00A0: retirez-en les espaces, les barres inverses et les lettres accentuées",
  package_missing: (scheme, name) =>
    `commence par ${scheme}, mais le paquet ${name} n’est pas installé ici\u00A0: déployez ce programme avec lui (npm install ${name}), ou indiquez une autre base`,
  unset_beside_keys: "à laisser vide tant que la variable API_KEY_<PROJECT> est définie",
  a_policy: (problems) => `une politique valide. À corriger\u00A0: ${problems}`,
  server_only:
    "existe, comme dans un navigateur\u00A0: exécutez ce programme sur un serveur, car des clés d’accès n’ont rien à faire dans un navigateur",
  mark_missing:
    "indique un fichier absent, et aucun paiement ne part sans lui\u00A0: montez son disque. Pour une base qui n’a jamais eu de repère, `cauri migrate --new-mark` le crée, une fois",
  no_mark:
    "La base n’a pas de repère hors d’elle\u00A0: un ancien état remis en place renverrait ce qui est parti depuis. Indiquez un fichier sur un autre disque avec STORE_MARK_FILE.",
  mark_unreadable: "indique un fichier illisible\u00A0: donnez à l’utilisateur de ce programme le droit de le lire",
  mark_foreign:
    "indique un fichier où aucun programme n’a noté jusqu’où la base est allée\u00A0: vérifiez le chemin. Si le fichier est autre chose, indiquez un autre chemin\u00A0; si c’est le repère abîmé, assurez-vous que la base n’est pas revenue à un état ancien, puis supprimez-le",
  mark_unwritable:
    "indique un fichier qu’on ne peut pas écrire\u00A0: l’utilisateur de ce programme doit pouvoir créer des fichiers dans son dossier",
  mark_of_other: (store) =>
    `indique le repère de la base ${store}, alors que STORE_IDENTITY en indique une autre\u00A0: \`cauri migrate\` affiche l’identité de la bonne base\u00A0; corrigez l’autre réglage`,
  port_refused_by_fetch: "utilise un port que fetch n’appelle jamais\u00A0: choisissez-en un autre",
  host_behind_door:
    "une adresse locale (loopback)\u00A0; toute autre exige CONSOLE_DOOR, et CONSOLE_ORIGIN avec une adresse https",
}

export const portRefusals: Translated<typeof en.portRefusals> = {
  EADDRINUSE: (port, setting) =>
    `le port ${port} est déjà utilisé par un autre programme. Arrêtez ce programme, ou mettez un port libre dans ${setting}, ou 0 pour n’importe quel port libre.`,
  EACCES: (port, setting) =>
    `cet utilisateur n’a pas le droit d’ouvrir le port ${port}\u00A0: en dessous de 1024, il faut un droit spécial. Mettez dans ${setting} un port de 1024 à 65535, ou démarrez le programme avec ce droit.`,
  EADDRNOTAVAIL: (port, setting, host) =>
    `le port ${port} ne peut pas s’ouvrir, car son adresse n’est pas une adresse de cette machine. Mettez dans ${host} une adresse de cette machine, par exemple 127.0.0.1, à côté de ${setting}.`,
  other: (port, setting, host) =>
    `le port ${port} ne peut pas s’ouvrir. Vérifiez que ${host} indique une adresse de cette machine, et ${setting} un port libre.`,
}

export const endings: Translated<typeof en.endings> = {
  does_not_start: (program, why) => `Le programme ${program} ne démarre pas\u00A0: ${why}`,
  unknown_option: (option) => `Option inconnue\u00A0: ${option}.`,
  json_needs_once: "--json ne va qu’avec --once.",
  bad_seed: "--seed veut un nombre entier de neuf chiffres au plus.",
  run_with_help: (problem) => `${problem} L’option --help affiche l’aide.`,
  policy_refused: (problems) => `la politique est refusée. À corriger dans POLICY_FILE\u00A0: ${problems}.`,
  store_failed: (operation) =>
    `La base de paiements a échoué pendant ${operation}. Vérifiez qu’elle est joignable et qu’il reste de la place, puis redémarrez le programme\u00A0; rien de ce qu’elle a confirmé n’est perdu.`,
  store_refused: (reason, advice, found) =>
    `La base de paiements est refusée (${reason})\u00A0: ${advice} Détail, en anglais\u00A0: ${found}`,
  defect: (program, issues, place) =>
    `Le programme ${program} s’arrête à cause d’un défaut. La base garde ce qu’elle a confirmé\u00A0; un appel en cours devient d’issue inconnue et ne repart jamais tout seul. Redémarrez le programme, regardez \`cauri console list --status in_doubt\`, et signalez le défaut sur ${issues} avec la version et cet endroit\u00A0: ${place}`,
  stopped_early: (program) =>
    `Le programme ${program} a été arrêté avant d’avoir fini\u00A0: son travail est peut-être fait à moitié. Vérifiez ce qui a été fait, puis relancez-le.`,
}

export const storeRefusals: Translated<typeof en.storeRefusals> = {
  durability:
    "elle pourrait perdre un paiement lors d’une coupure de courant. Corrigez dans la base le réglage cité ci-après.",
  network_file_system: "son fichier est sur un réseau. Mettez-le sur un disque local.",
  aliased:
    "son fichier a un second nom et pourrait donc avoir un second journal. Arrêtez tous les programmes qui l’utilisent, montez le dossier et jamais le fichier seul, supprimez les autres noms et ouvrez celui qui reste.",
  missing:
    "il n’y a pas de base ici. Vérifiez quel disque ou quelle base STORE_URL indique. On ne crée que la toute première base, avec STORE_CREATE=if-missing\u00A0: dans une base vide, chaque paiement paraît nouveau et pourrait repartir.",
  invalid_name:
    "aucune base ne peut porter ce nom. Choisissez un autre fichier ou un autre schéma\u00A0: un schéma à part, par exemple cauri.",
  foreign:
    "ce n’est pas la base attendue. Vérifiez quel fichier ou quelle base STORE_URL indique\u00A0: avec une autre base, chaque paiement paraît nouveau et pourrait repartir.",
  restored:
    "un ancien état y a été remis. Arrêtez tous les programmes qui l’utilisent et lancez `cauri console restored`\u00A0: aucun programme n’envoie alors ce qui est peut-être parti depuis.",
  newer_schema:
    "une version plus récente a changé ses tables. Démarrez cette version plus récente\u00A0; une ancienne abîmerait ce qu’elle ne connaît pas.",
  broken_migration:
    "ses tables ne sont pas celles que les migrations ont créées. Arrêtez tous les programmes qui l’utilisent et gardez une copie. Restaurez la dernière sauvegarde, puis lancez `cauri console restored`.",
  corrupt:
    "ses fichiers sont abîmés, ou le disque est défaillant. Arrêtez tous les programmes qui l’utilisent, gardez une copie telle quelle et cherchez la cause\u00A0; ne restaurez la dernière sauvegarde que si la copie est abîmée.",
  shared_session:
    "un répartiteur de connexions change de session à chaque transaction. Connectez-vous au serveur lui-même, ou au répartiteur en mode session.",
  permissions:
    "d’autres utilisateurs de cette machine peuvent lire les paiements, ou celui-ci ne peut pas les écrire. Donnez le fichier au seul utilisateur de ce programme (mode 0600), dans un dossier où les autres n’écrivent pas.",
  disk_low:
    "il reste trop peu de place pour un nouveau paiement. Libérez de la place sur le disque\u00A0; rien n’a été envoyé, et les réponses aux requêtes déjà parties sont encore enregistrées.",
  busy: "d’autres l’ont verrouillée trop longtemps. Validez ou annulez la transaction ouverte, ou arrêtez le programme qui la tient.",
  clock_ahead:
    "son heure a pris de l’avance sur celle du programme. Remettez à l’heure les horloges de cette machine et de la base, puis redémarrez le programme.",
  unavailable:
    "elle ne peut être ni ouverte ni jointe. Vérifiez que le dossier ou le serveur existe, qu’il laisse entrer ce programme et qu’il n’a pas été fermé.",
}

export const sandboxEndings: Translated<typeof en.sandboxEndings> = {
  defect: (issues, place) =>
    `Le bac à sable s’arrête à cause d’un défaut. Aucun argent ne circule ici\u00A0; ce que garde SANDBOX_FILE reste. Redémarrez-le, et signalez le défaut sur ${issues} avec la version et cet endroit\u00A0: ${place}`,
  unknown_argument: (argument) => `Argument inconnu\u00A0: ${argument}.`,
  no_scenario_name: "`scenario` veut un nom\u00A0; `cauri sandbox scenario list` les affiche.",
  unknown_scenario: (name) =>
    `Il n’y a pas de scénario ${name}\u00A0; \`cauri sandbox scenario list\` les affiche tous.`,
  bad_flag: (flag) => `${flag} n’a pas de valeur, en a une qui ne convient pas, ou va avec une autre commande.`,
  junit_unwritable: (file) =>
    `Le verdict ne peut pas être écrit dans ${file}\u00A0: indiquez un fichier dans un dossier où ce programme peut écrire.`,
  file_unusable:
    "le fichier de SANDBOX_FILE ne peut être ni ouvert ni écrit. Vérifiez son dossier et ses droits, ou indiquez-en un autre.",
  file_busy:
    "le fichier de SANDBOX_FILE est déjà utilisé par un autre programme. Arrêtez ce programme, ou indiquez un autre fichier.",
  file_foreign: "le fichier de SANDBOX_FILE contient autre chose. Indiquez-en un autre.",
  file_other_version:
    "le fichier de SANDBOX_FILE vient d’une autre version. Indiquez-en un autre, ou supprimez-le pour repartir sans ses paiements.",
  not_kept:
    "L’état ne peut pas être écrit dans le fichier de SANDBOX_FILE\u00A0; le bac à sable réessaie à chaque changement. Libérez de la place sur le disque, ou donnez-lui le droit d’écrire ce fichier\u00A0: d’ici là, un redémarrage perd ce qui a changé.",
  seed_file: (file) => `corrigez son fichier de départ ${file}.`,
  production:
    "NODE_ENV vaut production, et aucun argent ne circule dans un bac à sable. Utilisez là-bas l’adresse du service, ou retirez NODE_ENV.",
  no_redirect_in_production:
    "Le programme ne démarre pas\u00A0: NODE_ENV vaut production, et là aucune requête ne peut aller à un bac à sable. Retirez cette variable, ou démarrez le programme sans `cauri sandbox run`.",
  no_program:
    "Le programme ne démarre pas\u00A0: il est introuvable. Donnez son nom après --, par exemple `cauri sandbox run --redirect api.example -- node app.js`.",
  silent: (url) =>
    `Aucun bac à sable ne répond à ${url}. Démarrez-le avec \`cauri sandbox\`, ou définissez SANDBOX_URL.`,
  denied: (url) =>
    `Le bac à sable à l’adresse ${url} a un autre jeton de contrôle. Mettez dans SANDBOX_CONTROL_TOKEN celui qu’il a affiché.`,
  refused: (url, target) =>
    `Le bac à sable à l’adresse ${url} ne peut pas transférer vers ${target}. Donnez une adresse http ou https sans paramètres.`,
}

export const seedFile: Translated<typeof en.seedFile> = {
  unreadable: "Il est illisible. Vérifiez son chemin et ses droits.",
  not_json: (where) => `Ce n’est pas du JSON${where}.`,
  no_object: "Il doit contenir un objet.",
  unknown_key: (key) => `${key}\u00A0: le bac à sable n’a pas ce réglage.`,
  missing: (key) => `Il manque ${key}.`,
  wrong: (key, given, rule) => `${key} vaut ${given}\u00A0; règle\u00A0: ${rule}.`,
}
