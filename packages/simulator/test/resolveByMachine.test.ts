import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { resolveByMachine } from "../src/sending/resolveByMachine.ts"

it.effect("resolveByMachine knows the addresses of this machine", () =>
  Effect.gen(function* () {
    const addresses = yield* resolveByMachine("localhost")
    assert.isNotEmpty(addresses)
    assert.isEmpty(addresses.filter((address) => address !== "127.0.0.1" && address !== "::1"))
  }),
)
