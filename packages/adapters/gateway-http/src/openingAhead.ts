/**
 * Takes the making of a connection out of a creation's way. A creation never goes over a used connection: the service may close one just
 * as the request is written, and then the outcome is unknown. So the next connection is opened as soon as one is in use, and waits unused
 * for a moment only, much shorter than any server waits for a request. What the service did to it meanwhile is looked for before it is used.
 */
import type { buildConnector } from "undici"

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>

/** For how long an unused connection waits, in milliseconds. */
const usualWait = 2_000

/** What happens to a connection that is no longer fit: it ends, it fails, or bytes come that nothing asked for. */
const spoiling = ["close", "end", "error", "readable"] as const

/** Goes on once everything was seen that has come so far: one turn may lie before the look at the network, so there are two. */
const afterTheNetwork = (goOn: () => void) => setImmediate(() => setImmediate(goOn))

/** A connector that has one unused connection to each origin ready, and what closes those. */
export const openingAhead = (connector: buildConnector.connector, wait = usualWait) => {
  const ready = new Map<string, ReturnType<typeof keep>>()
  const opening = new Set<string>()
  let closed = false

  const openAhead = (name: string, options: buildConnector.Options) => {
    if (closed || ready.has(name) || opening.has(name)) return
    opening.add(name)
    connector(options, (...[error, socket]) => {
      opening.delete(name)
      if (error !== null) return
      if (closed) socket.destroy()
      else ready.set(name, keep(socket, wait))
    })
  }

  const connect: buildConnector.connector = (options, callback) => {
    const { hostname, port, protocol, servername = "" } = options
    const name = [protocol, hostname, port, servername].join(" ")
    const found = ready.get(name)
    ready.delete(name)
    const connectNow = () =>
      connector(options, (...[error, socket]) => {
        if (error !== null) return callback(error, null)
        callback(null, socket)
        openAhead(name, options)
      })
    if (found === undefined) return connectNow()
    afterTheNetwork(() => {
      const socket = found.fit()
      if (socket === null) return connectNow()
      callback(null, socket)
      openAhead(name, options)
    })
  }

  const close = () => {
    closed = true
    for (const each of ready.values()) each.drop()
  }
  return { connect, close }
}

/** Watches over an unused connection. */
const keep = (socket: Socket, wait: number) => {
  const until = Date.now() + wait
  const drop = () => void socket.destroy()
  const timer = setTimeout(drop, wait)
  for (const event of spoiling) socket.on(event, drop)
  // Neither of the two keeps a program alive.
  timer.unref()
  socket.unref()
  return {
    drop,
    /** The connection, for use; null: something happened to it, or its time is over. A machine that sleeps stops its timers. */
    fit: (): Socket | null => {
      clearTimeout(timer)
      if (Date.now() >= until) drop()
      if (socket.destroyed) return null
      for (const event of spoiling) socket.off(event, drop)
      socket.ref()
      return socket
    },
  }
}
