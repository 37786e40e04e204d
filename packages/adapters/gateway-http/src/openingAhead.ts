/**
 * Takes the making of a connection out of a creation's way. A creation never goes over a used connection: the service may close one just
 * as the request is written, and then the outcome is unknown. So the next connection is opened as soon as one is in use, and waits unused
 * for a moment only, much shorter than any server waits for a request.
 */
import type { buildConnector } from "undici"

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>

/** For how long an unused connection waits, in milliseconds. */
const usualWait = 4_000

/** What happens to a connection that is no longer fit: it ends, it fails, or bytes come that nothing asked for. */
const spoiling = ["close", "end", "error", "readable"] as const

/** A connector that has one unused connection to each origin ready, and what closes those. */
export const openingAhead = (connector: buildConnector.connector, wait = usualWait) => {
  const ready = new Map<string, { readonly socket: Socket; readonly until: number; readonly release: () => void }>()
  const opening = new Set<string>()
  let closed = false

  const keep = (name: string, socket: Socket) => {
    const drop = () => {
      release()
      socket.destroy()
    }
    const timer = setTimeout(drop, wait)
    const release = () => {
      clearTimeout(timer)
      for (const event of spoiling) socket.off(event, drop)
      ready.delete(name)
      socket.ref()
    }
    for (const event of spoiling) socket.on(event, drop)
    // Neither of the two keeps a program alive.
    timer.unref()
    socket.unref()
    ready.set(name, { socket, until: Date.now() + wait, release })
  }

  const openAhead = (name: string, options: buildConnector.Options) => {
    if (closed || ready.has(name) || opening.has(name)) return
    opening.add(name)
    connector(options, (...[error, socket]) => {
      opening.delete(name)
      if (error !== null) return
      if (closed) socket.destroy()
      else keep(name, socket)
    })
  }

  const connect: buildConnector.connector = (options, callback) => {
    const { hostname, port, protocol, servername = "" } = options
    const name = [protocol, hostname, port, servername].join(" ")
    const found = ready.get(name)
    found?.release()
    // While a machine sleeps its timers stand still, and the service's do not.
    if (found !== undefined && Date.now() >= found.until) found.socket.destroy()
    if (found !== undefined && !found.socket.destroyed) {
      // undici expects no connection before its own call has returned.
      queueMicrotask(() => callback(null, found.socket))
      return openAhead(name, options)
    }
    connector(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null)
      callback(null, socket)
      openAhead(name, options)
    })
  }

  const close = () => {
    closed = true
    for (const { release, socket } of ready.values()) {
      release()
      socket.destroy()
    }
  }
  return { connect, close }
}
