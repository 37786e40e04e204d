/** Four eyes, in English: what people read where the policy asks for two of them. */
import { money, number } from "../format.ts"

/** What needs two people, and how far they are. */
export const approvals = {
  title: "Waits for a second person",
  mark: "waits for a second person",
  needs_two: "The policy asks for two people here: you request it, and another person approves it.",
  request: "Request it",
  requested: (by: string) => `Requested by ${by}.`,
  void: "Something has happened since, so it can no longer be approved. Request it again, or withdraw it.",
  reason: "Reason",
  evidence: "Evidence",
  what: "What is requested",
  digest: "Digest of what is shown",
  rests_on: "What the approval rests on",
  calls: (count: number) => (count === 1 ? "1 call was made" : `${number(count, "en")} calls were made`),
  callbacks: (count: number) => (count === 1 ? "1 callback came" : `${number(count, "en")} callbacks came`),
  above: (francs: number) => `two people above ${money(francs, "en")}`,
  after_restore: "two people after a restore",
  approvers: (names: string) => `may approve: ${names}`,
  approve_with: (command: string) => `Another person approves it with: ${command}`,
} as const
