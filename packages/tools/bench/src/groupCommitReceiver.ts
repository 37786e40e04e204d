/** The peer that a good engineer would write for speed: raw notes in a table of its own, one commit for all that arrive together. */
import { serveGrouped } from "./groupCommitServer.ts"
import { noteOf, openPeer, type PeerNote, type PeerPlan } from "./peerNotes.ts"

const plan: PeerPlan = JSON.parse(process.argv[2] ?? "{}")
const { client, insert } = openPeer(plan.file)
const insertAll = client.transaction((notes: ReadonlyArray<PeerNote>) => {
  for (const note of notes) insert.run(note)
})

serveGrouped<PeerNote>(plan, { noteOf, keep: (notes) => insertAll.immediate(notes) })
