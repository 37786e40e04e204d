import { assert, it } from "@effect/vitest"
import { moment } from "../../src/frame/moments.ts"

const at = Date.UTC(2026, 10, 21, 5, 4, 9, 250)

it("moments are told to people to the second, and to programs as they are", () => {
  assert.include(moment(at, "en").text, "21 Nov 2026, 05:04:09 UTC")
  assert.include(moment(at, "fr").text, "21 nov. 2026, 05:04:09 UTC")
  assert.include(moment(at, "en").text, 'datetime="2026-11-21T05:04:09.250Z"')
})
