/** The power fails while a program writes: what it was told had been stored is on the disk, and nothing is half there. */
import { assert, describe } from "@effect/vitest"
import { it } from "@cauri/house/it"
import { cutThePower, noTracer } from "./powerCut.ts"

const why = noTracer ? ", skipped: no program can be followed with strace on this machine" : ""
const [payments, cuts] = [700, 60]

describe.skipIf(noTracer)(`a disk whose power fails while a program writes${why}`, () => {
  it.live(`has everything that was acknowledged, at ${cuts} moments (T2)`, function* () {
    const { acknowledged, moves, lost, spoilt } = yield* cutThePower("works", payments, cuts)
    assert.deepStrictEqual({ lost, spoilt, acknowledged }, { lost: 0, spoilt: 0, acknowledged: 3 * payments })
    // The log was emptied into the file meanwhile, so that was cut, too.
    assert.isAbove(moves, 0)
  })

  it.live("would have lost some without synchronous=FULL, which no killed program shows (T1, T2)", function* () {
    const { lost } = yield* cutThePower("forgets", payments, cuts)
    assert.isAbove(lost, cuts / 10)
  })
})
