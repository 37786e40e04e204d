/** What a release makes of the changelog. */
import { assert, describe, it } from "@effect/vitest"
import { released } from "../src/released.ts"

const log = "# Changelog\n\n## Unreleased\n\n- A thing went wrong. It goes right.\n\n## 0.1.0\n\n- The first.\n"

describe("the changelog of a release", () => {
  it("has its version and day over what was unreleased, and room for what comes", () =>
    assert.strictEqual(
      released(log, "0.2.0", "2026-12-01"),
      "# Changelog\n\n## Unreleased\n\n## 0.2.0, 2026-12-01\n\n- A thing went wrong. It goes right.\n\n## 0.1.0\n\n- The first.\n",
    ))

  it("is not made for no version, for an old one, or without a change", () => {
    assert.throws(() => released(log, "next", "2026-12-01"), "Name the version")
    assert.throws(() => released(log, "0.1.0", "2026-12-01"), "released already")
    assert.throws(() => released(released(log, "0.2.0", "2026-12-01"), "0.3.0", "2026-12-02"), "Nothing is unreleased")
  })
})
