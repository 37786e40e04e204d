/**
 * The acts of customers on their phones, as pure steps. An impossible act is refused; a possible one that fails (a wrong PIN) changes
 * nothing but the phone.
 * Spec: validation modes (#149-#156), amounts (#123-#125), refusals (#115, U12).
 */
import { PhoneNumber } from "@cauri/wire"
import { Result, Schema } from "effect"
import { decideLater } from "../life/attempts.ts"
import { drawCode, type Step, step } from "../model/draws.ts"
import { account } from "../model/Ledger.ts"
import { setBalance } from "../life/movements.ts"
import type { Options } from "../options/Options.ts"
import type { Behaviour, Phone, Prompt } from "../model/Phone.ts"
import { fundWallet, putPhone, seePhone, withCode, withoutPrompt, withSms } from "../life/phoneBook.ts"
import { SimulatorRefusal } from "../model/SimulatorRefusal.ts"
import type { State } from "../model/State.ts"
import { bilingual } from "../model/Bilingual.ts"

export type Acted<A> = Result.Result<Step<A>, SimulatorRefusal>

/** Refuses an impossible act; `given`: the values that were not accepted. */
export const refusedAct = (because: SimulatorRefusal["because"], ...given: ReadonlyArray<string | number>) =>
  Result.fail(new SimulatorRefusal({ because, ...(given.length > 0 && { given: given.map(String) }) }))

export const done = (state: State): Acted<void> => Result.succeed(step(state, undefined))

export const lookAt = (state: State, options: Options, number: string): Acted<Phone> =>
  isPhoneNumber(number) ? Result.succeed(seePhone(state, options, number)) : refusedAct("no_phone", number)

/** Dials for a code that authorises exactly one amount (#123, #149). */
export const dialForCode = (
  state: State,
  options: Options,
  number: string,
  amountXof: number,
  pin: string | undefined,
): Acted<string> =>
  Result.flatMap(lookAt(state, options, number), ({ state: seen, value: phone }): Acted<string> => {
    const operator = seen.operators.find(({ id }) => id === phone.operatorId)
    if (operator?.mode !== "ussd_otp") return refusedAct("no_menu")
    if (!Number.isSafeInteger(amountXof) || amountXof <= 0) return refusedAct("menu_amount", amountXof)
    if ((pin ?? phone.pin) !== phone.pin) return refusedAct("menu_pin")
    const drawn = drawCode(seen)
    const code = {
      code: drawn.value,
      purpose: "ussd_otp",
      amountXof,
      projectId: null,
      createdAt: seen.now,
      expiresAt: seen.now + options.codeLifetimeMillis,
      used: false,
    } as const
    const text = bilingual((texts) => texts.payment_code(drawn.value, amountXof))
    const given = withSms(withCode(phone, options, code), options, seen.now, text)
    return Result.succeed(step(putPhone(drawn.state, given), drawn.value))
  })

/** Dials the code in the SMS of a guided payment (#153). */
export const dial = (
  state: State,
  options: Options,
  number: string,
  ussd: string,
  pin: string | undefined,
): Acted<void> =>
  Result.flatMap(lookAt(state, options, number), ({ state: seen, value: phone }): Acted<void> => {
    const prompt = phone.prompts.find((each) => each.dial === ussd)
    return prompt === undefined
      ? refusedAct("unknown_code", ussd)
      : done(answered(seen, options, phone, prompt, pin ?? phone.pin))
  })

/** Confirms with the PIN (#151). */
export const approve = (
  state: State,
  options: Options,
  number: string,
  answer: { readonly prompt?: string; readonly pin?: string },
): Acted<void> =>
  Result.flatMap(lookAt(state, options, number), ({ state: seen, value: phone }): Acted<void> => {
    const prompt = promptOf(phone, answer.prompt)
    if (prompt === undefined) return refusedAct("nothing_asked")
    if (prompt.form === "Dial") return refusedAct("dial_first")
    return done(answered(seen, options, phone, prompt, answer.pin ?? phone.pin))
  })

/** Refuses (U12). */
export const refuse = (state: State, options: Options, number: string, id: string | undefined): Acted<void> =>
  Result.flatMap(lookAt(state, options, number), ({ state: seen, value: phone }): Acted<void> => {
    const prompt = promptOf(phone, id)
    if (prompt === undefined) return refusedAct("nothing_asked")
    const gone = putPhone(seen, withoutPrompt(phone, prompt.id))
    return done(decideLater(gone, prompt.invoice, "refused", options.operatorDelayMillis))
  })

const promptOf = (phone: Phone, id: string | undefined): Prompt | undefined =>
  phone.prompts.find((prompt) => id === undefined || prompt.id === id)

/** Wrong PINs before an operator closes a prompt. The payin stays pending. */
const pinTries = 3

const answered = (state: State, options: Options, phone: Phone, prompt: Prompt, pin: string): State => {
  if (pin === phone.pin) {
    const gone = putPhone(state, withoutPrompt(phone, prompt.id))
    return decideLater(gone, prompt.invoice, "completed", options.operatorDelayMillis)
  }
  const tried = { ...prompt, wrongPins: prompt.wrongPins + 1 }
  return tried.wrongPins >= pinTries
    ? putPhone(state, withoutPrompt(phone, prompt.id))
    : putPhone(state, { ...phone, prompts: phone.prompts.map((each) => (each.id === prompt.id ? tried : each)) })
}

/** Opens a wallet account, with its opening balance, or closes one; its money stays for a new opening (#174). */
export const setWallet = (state: State, options: Options, number: string, open: boolean): Acted<void> =>
  Result.flatMap(lookAt(state, options, number), ({ state: seen, value: phone }): Acted<void> => {
    const changed = putPhone(seen, { ...phone, hasWallet: open })
    return done(open && !phone.hasWallet ? fundWallet(changed, options, number) : changed)
  })

export const setBehaviour = (state: State, options: Options, number: string, behaviour: Behaviour): Acted<void> =>
  Result.flatMap(lookAt(state, options, number), ({ state: seen, value: phone }) =>
    done(putPhone(seen, { ...phone, behaviour })),
  )

export const setPhoneBalance = (state: State, options: Options, number: string, balanceXof: number): Acted<void> =>
  Result.flatMap(lookAt(state, options, number), ({ state: seen, value: phone }): Acted<void> => {
    if (!Number.isSafeInteger(balanceXof) || balanceXof < 0) return refusedAct("balance", balanceXof)
    if (phone.operatorId === null) return refusedAct("no_operator", number)
    const name = account.customer(phone.operatorId, number)
    return done(setBalance(seen, options, name, balanceXof, "a customer's balance was set"))
  })

const isPhoneNumber = Schema.is(PhoneNumber)
