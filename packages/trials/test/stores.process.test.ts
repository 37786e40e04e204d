import { it } from "@effect/vitest"
import { agreeOn } from "./comparing.ts"

it.live(
  "2,000 random sequences get the same answers and leave the same on memory, SQLite and Postgres",
  () => agreeOn(10_001, 2_000),
  1_800_000,
)
