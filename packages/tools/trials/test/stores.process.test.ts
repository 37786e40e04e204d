import { it } from "@effect/vitest"
import { agreeOn, refuseAlike } from "./comparing.ts"

it.live(
  "1,000 random sequences get the same answers and leave the same on memory, SQLite and Postgres",
  () => agreeOn(10_001, 1_000),
  1_800_000,
)

it.live(
  "both databases refuse the forged saves of 250 sequences with errors of one class, and keep nothing of them",
  () => refuseAlike(10_001, 250),
  1_800_000,
)
