/** A file that is mounted alone, as `./payments.db:/data/payments.db` does for a container. Only root may mount. */
import { execFileSync } from "node:child_process"
import { dirname, join } from "node:path"
import { symlinkSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { layer } from "../src/index.ts"
import { newFile, newFolder, silence } from "./support.ts"

const mayMount = process.platform === "linux" && process.getuid?.() === 0

/** What every Linux has; named here so that it is not taken for tools of this package. */
const tools = { mount: "mount", unmount: "umount" }

const openOnce = (file: string) => Effect.scoped(Layer.build(layer({ file, reserve: 0 })))

/** Mounts what is at one place at another one too, until the scope ends. */
const mounted = (from: string, to: string) =>
  Effect.acquireRelease(
    Effect.sync(() => execFileSync(tools.mount, ["--bind", from, to])),
    () => Effect.sync(() => execFileSync(tools.unmount, ["--lazy", to])),
  )

describe("a store that is mounted at a second place", () => {
  it.effect.skipIf(!mayMount)("is refused where the file alone is mounted (needs root, to mount)", () =>
    Effect.gen(function* () {
      const [file, second, links] = [yield* newFile, yield* newFile, yield* newFolder]
      yield* openOnce(file)
      writeFileSync(second, "", { mode: 0o600 })
      yield* mounted(file, second)
      symlinkSync(dirname(second), join(links, "data"))
      for (const name of [second, join(links, "data", "payments.db")]) {
        const refused = yield* Effect.flip(openOnce(name))
        assert.strictEqual(refused.reason, "aliased")
        assert.include(refused.detail, "is mounted alone")
      }
      yield* openOnce(file)
    }).pipe(Effect.provide(silence)),
  )

  it.effect.skipIf(!mayMount)("is opened where its folder is mounted: both have one log (needs root, to mount)", () =>
    Effect.gen(function* () {
      const [file, folder] = [yield* newFile, yield* newFolder]
      yield* mounted(dirname(file), folder)
      yield* Layer.build(layer({ file, reserve: 0 }))
      yield* openOnce(join(folder, "payments.db"))
    }).pipe(Effect.provide(silence)),
  )
})
