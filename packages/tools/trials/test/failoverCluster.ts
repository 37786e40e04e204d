/**
 * Three servers of Postgres under Patroni, with etcd and HAProxy. Each server is in a network of its own, with one link for clients and one
 * for the cluster. Only inside `unshare --net --pid`: what is made here ends with the process that made it.
 */
import { execFile, execFileSync, spawn } from "node:child_process"
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { Effect, Schedule } from "effect"
import { waitUntil } from "@cauri/programs"

/** The user and the group that own nothing: Patroni and Postgres refuse root. */
const unprivileged = 65_534
const servers = [1, 2, 3] as const
type Server = (typeof servers)[number]
/** The networks of the cluster and of its clients, in a range for trials. */
const nets = ["198.18.7", "198.18.8"] as const
const [own, clients] = nets

const sh = (line: string): string =>
  execFileSync("sh", ["-c", line], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })

/** Where clients find a server. */
const addressOf = (server: Server) => `${clients}.1${server}`

const primaryIn = ([address]: ReadonlyArray<string>) => servers.find((each) => address === addressOf(each)) ?? 1

/** The primary's address, its standbys that have all that it has, and those of them for which commits wait. */
const levelText = `select host(inet_server_addr()), count(*), count(*) filter (where sync_state = 'sync')
  from pg_stat_replication where replay_lsn = pg_current_wal_lsn()`

/** Each look starts a program. */
const apart = "200 millis"

/** The store's address: HAProxy leads to the server that Patroni calls the primary. */
export const storeUrl = "postgres://postgres@127.0.0.1:5000/postgres"

/** Asks the primary until it answers. */
export const ask = (query: string): Effect.Effect<ReadonlyArray<ReadonlyArray<string>>> =>
  Effect.callback<ReadonlyArray<ReadonlyArray<string>> | null>((resume) => {
    const options = ["-XAt", "-F", "\t", "-c", query, `${storeUrl}?connect_timeout=3`]
    execFile("/usr/lib/postgresql/15/bin/psql", options, { timeout: 5_000 }, (error, text) => {
      const lines = text.split("\n").flatMap((line) => (line === "" ? [] : [line.split("\t")]))
      resume(Effect.succeed(error === null ? lines : null))
    })
  }).pipe(
    Effect.repeat({ schedule: Schedule.spaced(apart), until: (all) => all !== null }),
    Effect.map((all) => all ?? []),
  )

/** Asks until the answer is right. */
const askUntil = (query: string, isRight: (row: ReadonlyArray<string>) => boolean) =>
  Effect.map(ask(query), ([row = []]) => row).pipe(Effect.repeat({ schedule: Schedule.spaced(apart), until: isRight }))

// With a start time-out of zero a killed primary is replaced, and not started again in its place.
const patroniOf = (server: Server, folder: string, synchronous: boolean) => `
scope: cauri
name: s${server}
restapi: {listen: "0.0.0.0:8008", connect_address: "${own}.1${server}:8008"}
etcd3: {host: "${own}.1:2379"}
bootstrap:
  dcs: {ttl: 8, loop_wait: 1, retry_timeout: 3, primary_start_timeout: 0, synchronous_mode: ${synchronous}, synchronous_mode_strict: ${synchronous},
    postgresql: {use_pg_rewind: true, parameters: {wal_log_hints: "on", wal_keep_size: 512MB}}}
  initdb: [encoding: UTF8, locale: C, data-checksums]
  pg_hba: [local all all trust, host all all all trust, host replication all all trust]
postgresql: {listen: "0.0.0.0:5432", connect_address: "${own}.1${server}:5432", data_dir: ${folder}/data, pgpass: ${folder}/pgpass,
  bin_dir: /usr/lib/postgresql/15/bin, parameters: {unix_socket_directories: ${folder}},
  authentication: {superuser: {username: postgres, password: none}, replication: {username: replicator, password: none}}}
`
const haproxy = `
defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:5000
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.map((each) => `  server s${each} ${addressOf(each)}:5432 check port 8008\n`).join("")}`

/** Starts all of them in a folder. */
export const startCluster = Effect.fnUntraced(function* (folder: string, synchronous: boolean) {
  const start = (name: string, line: string) =>
    spawn("sh", ["-c", `exec >${folder}/${name}.log 2>&1; ${line}`], { stdio: ["pipe", "ignore", "ignore"] })
  sh("ip link set lo up")
  for (const [net, addresses] of nets.entries())
    sh(`ip link add b${net} type bridge; ip addr add ${addresses}.1/24 dev b${net}; ip link set b${net} up`)
  const etcd = `http://${own}.1:2379`
  start("etcd", `exec etcd --data-dir ${folder}/etcd --listen-client-urls ${etcd} --advertise-client-urls ${etcd}`)
  const patronis = new Map<Server, number>()
  for (const server of servers) {
    const home = `${folder}/s${server}`
    mkdirSync(home)
    chownSync(home, unprivileged, unprivileged)
    writeFileSync(`${home}/patroni.yml`, patroniOf(server, home, synchronous))
    // It waits for its links.
    const patroni = `read go; exec setpriv --reuid=${unprivileged} --regid=${unprivileged} --clear-groups patroni patroni.yml`
    const { pid = 0, stdin } = start(`s${server}`, `cd ${home}; exec unshare --net sh -c '${patroni}'`)
    const count = Effect.sync(() => sh(`readlink /proc/self/ns/net /proc/${pid}/ns/net | uniq | wc -l`).trim())
    yield* waitUntil(count, (networks) => networks === "2")
    patronis.set(server, pid)
    const ip = `nsenter -t ${pid} -n ip`
    for (const [net, addresses] of nets.entries()) {
      sh(`ip link add s${server}n${net} master b${net} up type veth peer name e${net} netns ${pid}`)
      sh(`${ip} link set lo up; ${ip} addr add ${addresses}.1${server}/24 dev e${net}; ${ip} link set e${net} up`)
    }
    stdin.write("go\n")
  }
  writeFileSync(`${folder}/haproxy.cfg`, haproxy)
  start("haproxy", `exec haproxy -db -f ${folder}/haproxy.cfg`)

  const isWhole = ([, streaming, synchronised]: ReadonlyArray<string>) =>
    streaming === "2" && synchronised === (synchronous ? "1" : "0")
  /** A standby takes over only once Patroni has written down that it is the synchronous one. */
  const says = (server: Server) =>
    fetch(`http://${addressOf(server)}:8008/synchronous`).then(
      ({ ok }) => ok,
      () => false,
    )
  const isAssigned = Effect.promise(async () => !synchronous || (await Promise.all(servers.map(says))).includes(true))
  const postmaster = (server: Server) =>
    readFileSync(`${folder}/s${server}/data/postmaster.pid`, "utf8").split("\n")[0] ?? ""
  /** Signals what a search finds; what ends meanwhile is no error, and a fault without effect replaces no primary. */
  const signal = (name: string, search: string) => sh(`kill -${name} $(${search}) || true`)
  const senders = (server: Server, name: string) => signal(name, `pgrep -P ${postmaster(server)} -f walsender`)
  const links = (server: Server, which: ReadonlyArray<0 | 1>, state: "up" | "down") =>
    which.forEach((net) => sh(`ip link set s${server}n${net} ${state}`))
  const all = (server: Server, name: string) =>
    signal(name, `pgrep --ns ${patronis.get(server)} --nslist net -f 'patroni|postgres'`)
  return {
    /** Waits until two servers are level with the primary; returns the primary. */
    whole: Effect.andThen(
      waitUntil(isAssigned, (assigned) => assigned),
      Effect.map(askUntil(levelText, isWhole), primaryIn),
    ),
    /** Waits until a commit waits for the standby. */
    commitsWait: askUntil(
      "select count(*) from pg_stat_activity where wait_event = 'SyncRep'",
      ([count]) => count !== "0",
    ),
    /** Waits until another server is the primary. */
    replaced: (server: Server) => askUntil(levelText, ([address]) => address !== addressOf(server)),
    /** The standbys hear nothing more of it, until its fault. */
    lag: (server: Server) => senders(server, "STOP"),
    kill: (server: Server) => signal("KILL", `echo ${postmaster(server)}; pgrep -P ${postmaster(server)}`),
    cut: (server: Server) => {
      links(server, [0, 1], "down")
      senders(server, "CONT")
    },
    /** Cuts it off from the cluster alone: its clients still reach it. */
    part: (server: Server) => links(server, [0], "down"),
    /** Stops every process of it. */
    freeze: (server: Server) => all(server, "STOP"),
    heal: (server: Server) => {
      links(server, [0, 1], "up")
      all(server, "CONT")
    },
  }
})
