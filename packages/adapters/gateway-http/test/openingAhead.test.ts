/** The connection that waits for the next creation: never used before, never over its time, and never one that something happened to. */
import { afterEach, assert, beforeEach, describe, it, vi } from "@effect/vitest"
import { Socket } from "node:net"
import type { buildConnector } from "undici"
import { openingAhead } from "../src/openingAhead.ts"

const service = { hostname: "service.example", host: "service.example", port: "443", protocol: "https:" }
const other = { ...service, hostname: "other.example" }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connector without a network, and what it opened. */
const opening = () => {
  const opened: Array<Socket> = []
  const refused = { next: false }
  const connector: buildConnector.connector = (_options, callback) => {
    if (refused.next) return callback(new Error("refused"), null)
    const socket = new Socket()
    opened.push(socket)
    callback(null, socket)
  }
  const { close, connect } = openingAhead(connector, 4_000)
  const next = (options = service) =>
    new Promise<Socket | Error>((resolve) => {
      connect(options, (...[error, socket]) => resolve(error ?? socket))
    })
  return { close, next, opened, refused }
}

describe("a connection that is opened ahead", () => {
  it("is the next creation's, once, and another is opened in its place", async () => {
    const { next, opened } = opening()
    const used = [await next(), await next(), await next()]
    assert.deepStrictEqual(used, opened.slice(0, 3))
    assert.lengthOf(opened, 4)
    assert.strictEqual(new Set(used).size, 3)
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

  it("that cannot be had harms no creation, and none is opened after the end", async () => {
    const { close, next, opened, refused } = opening()
    refused.next = true
    assert.instanceOf(await next(), Error)
    refused.next = false
    await next()
    close()
    assert.deepStrictEqual(
      opened.map(({ destroyed }) => destroyed),
      [false, true],
    )
    await next()
    assert.lengthOf(opened, 3)
  })
})
