/**
 * Fail-overs of a real cluster, `CAURI_FAILS` in all (30 by default), half of them with a synchronous standby. It needs root on Linux, and
 * Debian's postgresql-15, patroni, etcd-server and haproxy. It adds a line for each mode to `evidence/failover.jsonl`. `CAURI_MODE` names one
 * mode; `CAURI_PLANT` counts an id as answered that was never written, which must make it fail.
 */
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"

/** A network and processes of their own, which end with it, however it ends. A shell waits for orphans: Patroni asks whether they live. */
const apart = ["--net", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-c", '"$@"; exit $?', "sh"]

export const failoverCampaign = (): boolean => {
  const half = String(Math.ceil(Number(process.env["CAURI_FAILS"] ?? "30") / 2))
  const file = fileURLToPath(new URL("failover.ts", import.meta.url))
  return ["synchronous", "asynchronous"]
    .filter((mode) => (process.env["CAURI_MODE"] ?? mode) === mode)
    .map(
      (mode) => spawnSync("unshare", [...apart, process.execPath, file, mode, half], { stdio: "inherit" }).status === 0,
    )
    .every((isRight) => isRight)
}
