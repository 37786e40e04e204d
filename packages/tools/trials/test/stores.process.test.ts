import { it } from "@effect/vitest"
import { agreeOn, refuseAlike } from "./comparing.ts"

it.live(
  "2,000 random sequences get the same answers and leave the same on memory, SQLite and Postgres",
  () => agreeOn(10_001, 2_000),
  1_800_000,
)

it.live(
  "both databases refuse the forged saves of 500 sequences with errors of one class, and keep nothing of them",
  () => refuseAlike(10_001, 500),
  1_800_000,
)
