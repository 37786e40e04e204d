/** The connection that waits for the next creation: never used before, never over its time, and never one that something happened to. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Socket } from "node:net"
import type { buildConnector } from "undici"
import { openingAhead } from "../src/openingAhead.ts"

const service = { hostname: "service.example", host: "service.example", port: "443", protocol: "https:" }
const other = { ...service, hostname: "other.example" }

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }))
afterEach(() => void vi.useRealTimers())

/** A connector without a network, and what it opened. */
const opening = () => {
  const opened: Array<Socket> = []
  const network = { refuses: false, takes: (done: () => void) => done() }
  const connector: buildConnector.connector = (_options, callback) => {
    if (network.refuses) return callback(new Error("refused"), null)
    network.takes(() => {
      const socket = new Socket()
      opened.push(socket)
      callback(null, socket)
    })
  }
  const { close, connect } = openingAhead(connector, 4_000)
  const next = (options = service) =>
    new Promise<Socket | Error>((resolve) => {
      connect(options, (...[error, socket]) => resolve(error ?? socket))
    })
  return { close, network, next, opened }
}

describe("a connection that is opened ahead", () => {
  it("is the next creation's, once, and another is opened in its place", async () => {
    const { next, opened } = opening()
    const used = [await next(), await next(), await next()]
    assert.deepStrictEqual(used, opened.slice(0, 3))
    assert.lengthOf(opened, 4)
    assert.strictEqual(new Set(used).size, 3)
  })

  it("is one, however many creations begin at once", async () => {
    const { network, next, opened } = opening()
    const waiting: Array<() => void> = []
    network.takes = (done) => void waiting.push(done)
    const all = [next(), next(), next()]
    // The first two stand, then the one that was opened ahead, then the third.
    for (const place of [0, 0, 1, 0]) waiting.splice(place, 1)[0]?.()
    assert.strictEqual(new Set(await Promise.all(all)).size, 3)
    assert.lengthOf([...opened, ...waiting], 4)
  })

  it("is its origin's alone", async () => {
    const { next, opened } = opening()
    await next()
    assert.strictEqual(await next(other), opened[2])
    assert.strictEqual(await next(), opened[1])
  })

  it.each(["end", "error", "readable", "close"])("is given up at its first %s", async (event) => {
    const { next, opened } = opening()
    await next()
    opened[1]?.emit(event, event === "error" ? new Error("reset") : undefined)
    assert.isTrue(opened[1]?.destroyed)
    assert.strictEqual(await next(), opened[2])
  })

  it("is closed when no creation came within its time", async () => {
    const { next, opened } = opening()
    await next()
    vi.advanceTimersByTime(3_999)
    assert.isFalse(opened[1]?.destroyed)
    vi.advanceTimersByTime(1)
    assert.isTrue(opened[1]?.destroyed)
    assert.strictEqual(await next(), opened[2])
  })

  it("is not used after its time, though the machine slept and no timer rang", async () => {
    const { next, opened } = opening()
    await next()
    vi.setSystemTime(Date.now() + 4_000)
    assert.strictEqual(await next(), opened[2])
    assert.isTrue(opened[1]?.destroyed)
  })

  it("goes on over its time once it is in use", async () => {
    const { next, opened } = opening()
    await next()
    await next()
    vi.advanceTimersByTime(10_000)
    assert.deepStrictEqual(
      opened.map(({ destroyed }) => destroyed),
      [false, false, true],
    )
  })

  it("that cannot be had harms no creation", async () => {
    const { network, next, opened } = opening()
    network.refuses = true
    assert.instanceOf(await next(), Error)
    network.refuses = false
    network.takes = (done) => {
      // The network is gone once the first stands.
      network.refuses = true
      done()
    }
    assert.strictEqual(await next(), opened[0])
    network.refuses = false
    assert.strictEqual(await next(), opened[1])
  })

  it("is closed at the end, as one is that stands only then, and no other is opened", async () => {
    const { close, network, next, opened } = opening()
    await next()
    const waiting: Array<() => void> = []
    network.takes = (done) => void waiting.push(done)
    await next()
    close()
    for (const done of waiting) done()
    assert.deepStrictEqual(
      opened.map(({ destroyed }) => destroyed),
      [false, false, true],
    )
    network.takes = (done) => done()
    await next()
    assert.lengthOf(opened, 4)
  })
})
