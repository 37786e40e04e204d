/** Sockets that are values: bytes that travel between two programs, and what can happen to them on the way. */
import { type Server, request as httpRequest } from "node:http"
import net from "node:net"
import { Duplex } from "node:stream"
import { Effect } from "effect"
import type { Faults, WireFault } from "./faults.ts"
import { draws, minute, type Program, second, type World } from "./time.ts"

/** One end of a connection. */
class End extends Duplex {
  other: End | null = null
  readonly remoteAddress = "127.0.0.1"
  readonly owner: Program
  /** Looks at what this end sends. */
  looks: (text: string) => void = () => {}
  /** What happens to the first bytes that this end sends. */
  fault: WireFault | null = null
  readonly #latency: () => number
  #arrivesAt = 0
  #connected = () => {}
  readonly #world: World

  constructor(world: World, owner: Program, latency: () => number) {
    super({ allowHalfOpen: true })
    this.#world = world
    this.owner = owner
    this.#latency = latency
    const forget = owner.atEnd(() => this.destroy())
    this.once("close", forget)
    this.on("error", () => {})
  }

  /** What this end does reaches the other one later, in its order. */
  carry(act: (other: End) => void, late = 0): void {
    const { other } = this
    if (other === null) return
    this.#arrivesAt = Math.max(this.#arrivesAt, this.#world.now + this.#latency() + late)
    this.#world.at(this.#arrivesAt, other.owner, () => {
      if (!other.destroyed) act(other)
    })
  }

  /** What is written before the connection is there waits for it. */
  override _construct(done: () => void): void {
    if (this.other === null) this.#connected = done
    else done()
  }

  join(other: End): void {
    this.other = other
    this.#connects()
  }

  #connects(): void {
    const connected = this.#connected
    this.#connected = () => {}
    connected()
  }

  /** A stream that is not there yet would wait for that with its end. */
  override destroy(error?: Error): this {
    super.destroy(error)
    this.#connects()
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    const { fault } = this
    this.looks(chunk.toString())
    if (fault === "reset" || fault === "cut") {
      if (fault === "cut") this.carry((other) => other.push(chunk.subarray(0, chunk.length >> 1)))
      this.fault = "lost"
      this.carry((other) => other.destroy(reset()))
      this.destroy(reset())
    } else if (fault !== "lost") {
      this.fault = null
      this.carry((other) => other.push(chunk), fault === "slow" ? 30 * second : 0)
      if (fault === "dies") this.#world.at(this.#arrivesAt, this.owner, () => this.owner.die())
    }
    done()
  }

  override _final(done: () => void): void {
    if (this.fault !== "lost") this.carry((other) => other.push(null))
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.carry((other) => other.destroy(error === null ? undefined : reset()))
    done(error)
  }

  setTimeout(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

const reset = () => Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })
const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })

/** A server of a program. */
export interface Listening {
  readonly server: Server
  readonly owner: Program
}

export interface Answered {
  readonly status: number
  readonly body: string
}

/** The network of a world. */
export const makeWires = (world: World, faults: Faults, looks: (text: string) => void) => {
  const latency = draws(world.seed, "latency")
  const ports = new Map<
    number,
    { readonly name: string; readonly from: () => Program; readonly to: () => Listening | null }
  >()

  const connect = (name: string, from: Program, to: Listening | null): End => {
    const end = new End(world, from, () => 1 + latency() * 40)
    const fault = faults.onWire(from, `${name} connect`)
    const late = fault === "slow" ? 2 * minute : 1 + latency() * 40
    if (fault === "lost") return end
    world.at(world.now + late, from, () => {
      if (end.destroyed) return
      if (to === null || !to.owner.isAlive || fault === "reset" || fault === "cut") return void end.destroy(refused())
      const far = new End(world, to.owner, () => 1 + latency() * 40)
      end.join(far)
      far.join(end)
      end.fault = faults.onWire(from, `${name} request`)
      far.fault = faults.onWire(to.owner, `${name} answer`)
      to.server.emit("connection", far)
      end.emit("connect")
    })
    return end
  }

  return {
    /** Gives a program's way to a server a port of its own, for clients that know only an address. */
    open: (port: number, name: string, from: () => Program, to: () => Listening | null) =>
      void ports.set(port, { name, from, to }),
    dial: (port: number): Duplex => {
      const way = ports.get(port)
      if (way === undefined) throw new Error(`Nothing is known of port ${port}.`)
      const end = connect(way.name, way.from(), way.to())
      // What a program that stood still sends at once, nothing in it could hold back.
      const began = world.now
      end.looks = (text) => {
        if (end.owner.thawsAt <= began) looks(text)
      }
      return end
    },
    /** Makes one request and gives what came back; null: no whole answer did. */
    ask: (
      name: string,
      from: Program,
      to: Listening | null,
      given: { method: string; path: string; headers?: Readonly<Record<string, string>>; body?: string },
    ): Effect.Effect<Answered | null> =>
      Effect.callback<Answered | null>((resume) => {
        const { body = "", headers = {}, method, path } = given
        const request = httpRequest({
          createConnection: () => connect(name, from, to),
          host: "127.0.0.1",
          method,
          path,
          headers: { ...headers, "content-length": Buffer.byteLength(body) },
        })
        const over = (answered: Answered | null) => resume(Effect.succeed(answered))
        request.on("error", () => over(null))
        request.on("close", () => over(null))
        request.on("response", (response) => {
          let text = ""
          response.setEncoding("utf8")
          response.on("data", (chunk: string) => (text += chunk))
          response.on("error", () => over(null))
          response.on("end", () => over(response.complete ? { status: response.statusCode ?? 0, body: text } : null))
        })
        request.end(body)
        return Effect.sync(() => request.destroy())
      }),
  }
}

export type Wires = ReturnType<typeof makeWires>

/** Lets the clients of this process dial the ports of a world. */
export const dialInto = (wires: Wires): (() => void) => {
  const { connect } = net
  const dial = (options: { readonly port: number | string }) => wires.dial(Number(options.port))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what undici asks of a socket, our ends have
  net.connect = dial as unknown as typeof net.connect
  return () => {
    net.connect = connect
  }
}
