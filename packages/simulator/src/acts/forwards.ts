/**
 * Forwards: a callback address that looks public, for programs that check theirs, and the address of this machine that really gets what is
 * posted there. They are a part of the state, so a callback is also sent again through them.
 */
import { Hash, Result } from "effect"
import { readCallbackUrl } from "../sending/callbackTarget.ts"
import { type Acted, done, refusedAct } from "./phoneActs.ts"
import type { State } from "../model/State.ts"

/** The address that looks public; always the same one for the same target. The name can never exist (RFC 2606). */
export const forwardAddress = (target: string): string =>
  `https://${(Hash.string(target) >>> 0).toString(36)}.callbacks.example`

const maximumLength = 2_048

const maximumForwards = 100

export const putForward = (state: State, target: string): Acted<void> => {
  const isAddress = Result.isSuccess(readCallbackUrl(target)) && !/[?#]/.test(target) && target.length < maximumLength
  if (!isAddress) return refusedAct("not_an_address", target)
  return done({
    ...state,
    forwards: [target, ...state.forwards.filter((each) => each !== target)].slice(0, maximumForwards),
  })
}

export const removeForward = (state: State, target: string): Acted<void> =>
  done({ ...state, forwards: state.forwards.filter((each) => each !== target) })

/** Where a POST to this address really goes. */
export const forwarded = ({ forwards }: Pick<State, "forwards">, url: string): string => {
  const target = forwards.find((each) => isBelow(forwardAddress(each), url))
  if (target === undefined) return url
  const rest = url.slice(forwardAddress(target).length)
  return rest === "/" || rest === "" ? target : `${target.replace(/\/$/, "")}${rest}`
}

const isBelow = (address: string, url: string): boolean =>
  url.startsWith(address) && ["", "/", "?"].includes(url.charAt(address.length))
