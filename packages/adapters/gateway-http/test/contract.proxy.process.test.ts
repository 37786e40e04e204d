/**
 * The contract that every gateway must keep, with creations that leave through a proxy: what undici does in a tunnel is not what it does
 * without one, and its certificates are verified behind it all the same.
 */
import { connect, createServer, type Socket } from "node:net"
import { gatewaySuite } from "@cauri/conformance"
import { afterAll, assert, beforeAll } from "@effect/vitest"
import { layer } from "../src/nodeGateway.ts"
import { around, confirmsOf } from "./contract.ts"
import { portOf } from "./server.ts"

let tunnels = 0
const sockets = new Set<Socket>()
const kept = (socket: Socket): Socket => {
  sockets.add(socket)
  return socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket))
}

/** A proxy that opens every tunnel that it is asked for, passes on what ends or breaks on either side, and says 502 otherwise. */
const proxy = createServer({ allowHalfOpen: true }, (near) => {
  kept(near).once("data", (head) => {
    const [, host = "", port = ""] = /^CONNECT (.+):([0-9]+) /.exec(head.toString()) ?? []
    const far = kept(connect({ host, port: Number(port), allowHalfOpen: true }))
    let open = false
    far.once("connect", () => {
      open = true
      tunnels += 1
      near.write("HTTP/1.1 200 Connection established\r\n\r\n")
      near.pipe(far).pipe(near)
    })
    far.once("error", () => (open ? near.resetAndDestroy() : near.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")))
    near.once("close", () => far.destroy())
    far.once("close", () => open && near.destroy())
  })
})

beforeAll(() => new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve)))
afterAll(() => {
  for (const socket of sockets) socket.destroy()
  proxy.close()
  assert.isAbove(tunnels, 0, "the creations took another way")
})

gatewaySuite("gateway-http through a proxy", (options) =>
  around(
    options,
    layer({
      baseUrl: options.baseUrl,
      confirms: confirmsOf(options),
      proxy: `http://127.0.0.1:${portOf(proxy)}`,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }),
  ),
)
