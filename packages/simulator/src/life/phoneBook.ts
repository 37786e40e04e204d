/**
 * Phones in the state: first use, messages, codes, prompts, and the day's spending.
 * Spec: validation modes (#149-#156), wrong and expired OTPs (#119), daily limit (#228), wallet accounts (#174 #232).
 */
import { HashMap, Option } from "effect"
import { walletOperatorId } from "../options/Assumptions.ts"
import { account } from "../model/Ledger.ts"
import { magicOf } from "../options/MagicNumbers.ts"
import { setBalance } from "./movements.ts"
import { operatorOf } from "../model/Operator.ts"
import type { Options } from "../options/Options.ts"
import type { IssuedCode, Phone, Prompt } from "../model/Phone.ts"
import type { State } from "../model/State.ts"
import { dayOf } from "../model/times.ts"
import { type Step, step } from "../model/draws.ts"
import type { Bilingual } from "../model/Bilingual.ts"

/** The phone with this number; created, with money, at its first use. */
export const seePhone = (state: State, options: Options, number: string): Step<Phone> => {
  const found = HashMap.get(state.phones, number)
  if (Option.isSome(found)) return step(state, found.value)
  const operator = operatorOf(state.operators, number)
  const walletOnly = operator?.id === walletOperatorId
  const phone: Phone = {
    phone: number,
    operatorId: operator === undefined || walletOnly ? null : operator.id,
    pin: options.pin,
    hasWallet: walletOnly || options.wallets.includes(number),
    behaviour: magicOf(options, number, 0)?.behaviour ?? "waits",
    inbox: [],
    codes: [],
    prompts: [],
    spent: { day: 0, byOperator: {} },
  }
  const seen = putPhone(state, phone)
  const withMoney =
    phone.operatorId === null
      ? seen
      : setBalance(
          seen,
          options,
          account.customer(phone.operatorId, number),
          options.customerBalanceXof,
          "a customer's opening balance",
        )
  return step(phone.hasWallet ? fundWallet(withMoney, options, number) : withMoney, phone)
}

export const fundWallet = (state: State, options: Options, number: string): State =>
  setBalance(state, options, account.wallet(number), options.customerBalanceXof, "a wallet's opening balance")

export const putPhone = (state: State, phone: Phone): State => ({
  ...state,
  phones: HashMap.set(state.phones, phone.phone, phone),
})

/** Whether a number has a wallet account; does not create its phone. */
export const hasWallet = (state: State, options: Options, number: string): boolean =>
  Option.match(HashMap.get(state.phones, number), {
    onNone: () => operatorOf(state.operators, number)?.id === walletOperatorId || options.wallets.includes(number),
    onSome: (phone) => phone.hasWallet,
  })

export const withSms = (phone: Phone, options: Options, at: number, text: Bilingual): Phone => ({
  ...phone,
  inbox: [{ at, text }, ...phone.inbox].slice(0, options.limits.messagesPerPhone),
})

/** Adds a code; the oldest are dropped. */
export const withCode = (phone: Phone, options: Options, code: IssuedCode): Phone => ({
  ...phone,
  codes: [code, ...phone.codes].slice(0, options.limits.codesPerPhone),
})

/** Shows a prompt; the oldest are dropped. */
export const withPrompt = (phone: Phone, options: Options, prompt: Prompt): Phone => ({
  ...phone,
  prompts: [prompt, ...phone.prompts].slice(0, options.limits.promptsPerPhone),
})

export const withoutPrompt = (phone: Phone, id: string): Phone => ({
  ...phone,
  prompts: phone.prompts.filter((prompt) => prompt.id !== id),
})

/**
 * Uses the matching code: the right digits for the exact amount, not used, not expired, and of the project that asked for it. `undefined`:
 * none matches, and the payin stays pending (#119, #125).
 */
export const usedCode = (
  phone: Phone,
  wanted: Pick<IssuedCode, "code" | "purpose" | "amountXof" | "projectId">,
  now: number,
): Phone | undefined => {
  const fits = (code: IssuedCode) =>
    code.code === wanted.code &&
    code.purpose === wanted.purpose &&
    code.amountXof === wanted.amountXof &&
    (code.projectId === null || code.projectId === wanted.projectId) &&
    !code.used &&
    now < code.expiresAt
  const found = phone.codes.find(fits)
  return found === undefined
    ? undefined
    : { ...phone, codes: phone.codes.map((code) => (code === found ? { ...code, used: true } : code)) }
}

export const spentToday = (phone: Phone, operatorId: string, now: number): number =>
  phone.spent.day === dayOf(now) ? (phone.spent.byOperator[operatorId] ?? 0) : 0

/** Adds to the day's spending. */
export const withSpent = (phone: Phone, operatorId: string, amountXof: number, now: number): Phone => ({
  ...phone,
  spent: {
    day: dayOf(now),
    byOperator: {
      ...(phone.spent.day === dayOf(now) ? phone.spent.byOperator : {}),
      [operatorId]: spentToday(phone, operatorId, now) + amountXof,
    },
  },
})
