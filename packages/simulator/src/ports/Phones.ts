/**
 * Customers' phones: the port through which a test, or a page, plays the customer.
 * Spec: validation modes (#149-#156), amounts and fees (#123-#125), wallet (#162).
 */
import { Context, type Effect } from "effect"
import type { Behaviour, Phone, Prompt } from "../model/Phone.ts"
import type { SimulatorRefusal } from "../model/SimulatorRefusal.ts"

/** Plays the customers. */
export class Phones extends Context.Service<
  Phones,
  {
    /** The phone as it is now: messages, prompts, behaviour. An unknown phone is created. */
    readonly look: (phone: string) => Effect.Effect<Phone, SimulatorRefusal>
    /** USSD OTP: dials the operator's menu, enters an amount and the PIN, and gets a code for exactly that amount (#123, #149). */
    readonly dialForCode: (phone: string, amountXof: number, pin?: string) => Effect.Effect<string, SimulatorRefusal>
    /** Guided USSD: dials what the SMS said and enters the PIN (#153). */
    readonly dial: (phone: string, ussd: string, pin?: string) => Effect.Effect<void, SimulatorRefusal>
    /** Confirms a prompt with the PIN (#151): the newest, or the given one. A wrong PIN leaves everything pending. */
    readonly approve: (
      phone: string,
      answer?: { readonly prompt?: Prompt["id"]; readonly pin?: string },
    ) => Effect.Effect<void, SimulatorRefusal>
    /** Refuses a prompt: a definite failure (U12). */
    readonly refuse: (phone: string, prompt?: Prompt["id"]) => Effect.Effect<void, SimulatorRefusal>
    /** Opens or closes the owner's wallet account at the service (#174). */
    readonly setWallet: (phone: string, open: boolean) => Effect.Effect<void, SimulatorRefusal>
    /** Changes what the owner does by himself. */
    readonly setBehaviour: (phone: string, behaviour: Behaviour) => Effect.Effect<void, SimulatorRefusal>
    /** Sets the mobile money balance. */
    readonly setBalance: (phone: string, balanceXof: number) => Effect.Effect<void, SimulatorRefusal>
  }
>()("@cauri/simulator/Phones") {}
