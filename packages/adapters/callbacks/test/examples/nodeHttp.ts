import { createServer } from "node:http"
import type { NodeListener } from "@cauri/callbacks"

/** Node's own server. Set its time-outs as `apps/receiver` does; they are no matter of the handler. */
export const nodeHttpServer = (listener: NodeListener) => createServer(listener)
