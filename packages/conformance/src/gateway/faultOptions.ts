/** How an adapter is built for a fault: the step that never completes has a short time-out, everything else a long one. */
import { usualCredentials } from "./calls.ts"
import type { Fault, Place } from "./faults/Fault.ts"
import { type GatewayOptions, patientTimeouts, shortTimeouts } from "./GatewayUnderTest.ts"

const timeouts: { readonly [Vain in "connection" | "answer" | "nothing"]: GatewayOptions["timeouts"] } = {
  connection: { ...patientTimeouts, connect: shortTimeouts.creation },
  answer: shortTimeouts,
  nothing: patientTimeouts,
}

/** The options of an adapter that meets this fault. */
export const optionsFor = ({ vain }: Fault, { baseUrl, ca }: Place) => ({
  baseUrl,
  credentials: usualCredentials,
  timeouts: timeouts[vain ?? "nothing"],
  ...(ca === undefined ? {} : { ca }),
})
