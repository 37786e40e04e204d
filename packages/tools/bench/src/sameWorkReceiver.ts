/** The peer that does all of the receiver's work by hand, on the store's own tables, with one commit for all that arrive together. */
import { serveGrouped } from "./groupCommitServer.ts"
import type { PeerPlan } from "./peerNotes.ts"
import { openSameWork, type SameNote, sameNoteOf } from "./sameWork.ts"

const plan: PeerPlan = JSON.parse(process.argv[2] ?? "{}")

serveGrouped<SameNote>(plan, { noteOf: sameNoteOf, keep: openSameWork(plan.file) })
