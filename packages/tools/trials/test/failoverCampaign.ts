/**
 * Fail-overs of a real cluster, `CAURI_FAILOVERS` (30 by default) with a synchronous standby and as many without. It needs root on Linux, and
 * Debian's postgresql-15, patroni, etcd-server and haproxy. It adds a line for each mode to `evidence/failover.jsonl`. `CAURI_MODE` names one mode;
 * `CAURI_MINUTES` ends each after the round in which they are over.
 */
import { spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** A network and processes of their own, which end with it, however it ends. A shell waits for orphans: Patroni asks whether they live. */
const apart = [
  "--pdeathsig",
  "KILL",
  "unshare",
  "--net",
  "--pid",
  "--fork",
  "--kill-child",
  "--mount-proc",
  "sh",
  "-c",
  '"$@"; exit $?',
  "sh",
]

const run = (mode: string): boolean => {
  const folder = mkdtempSync("/dev/shm/cauri-failover-")
  // Patroni and Postgres run as another user.
  chmodSync(folder, 0o755)
  const file = fileURLToPath(new URL("failover.ts", import.meta.url))
  const given = [process.execPath, file, folder, mode, process.env["CAURI_FAILOVERS"] ?? "30"]
  try {
    return spawnSync("setpriv", [...apart, ...given], { stdio: "inherit" }).status === 0
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const failoverCampaign = (): boolean =>
  ["synchronous", "asynchronous", "frozen"]
    .filter((mode) => (process.env["CAURI_MODE"] ?? mode) === mode)
    .map(run)
    .every((isRight) => isRight)
