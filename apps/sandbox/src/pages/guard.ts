/**
 * Access to the pages: they need the control token, which is printed at the start. A link that carries it, or a form that asks for it,
 * leaves a cookie that stands for it and is worth nothing anywhere else. Controls D5 and D7 of the threat model.
 */
import { createHmac } from "node:crypto"
import { actions, field, form, html, isSameSecret, nothing, notice } from "@cauri/pages"
import type { SandboxPage } from "@cauri/simulator/pages"
import type { View } from "./View.ts"

/** Whether a visitor may enter. */
export interface Guard {
  readonly cookie: { readonly name: string; readonly value: string }
  readonly knows: (controlToken: string) => boolean
  readonly isKnown: (cookies: Readonly<Record<string, string>>) => boolean
}

/** The guard of one address. Cookies are shared between ports, so the name holds the port. */
export const makeGuard = (url: string, controlToken: string): Guard => {
  const { port } = new URL(url)
  const name = `sandbox-${port === "" ? "default" : port}`
  const value = createHmac("sha256", controlToken).update("the pages of the sandbox").digest("base64url")
  return {
    cookie: { name, value },
    knows: (given) => isSameSecret(given, controlToken),
    isKnown: (cookies) => isSameSecret(cookies[name] ?? "", value),
  }
}

/** The page without the token. */
export const lockedPage = (
  { here, language, words }: Pick<View, "here" | "language" | "words">,
  wasWrong: boolean,
): SandboxPage => ({
  language,
  title: `${words.enter} – sandbox`,
  narrow: true,
  body: html`<div class="stack">
    <h1>${words.locked}</h1>
    <p>${words.locked_explained}</p>
    ${wasWrong ? notice("bad", words.wrong_token) : nothing}
    ${form(
      { action: "/enter", hidden: { back: here }, class: "card" },
      html`${field({
        name: "key",
        label: words.control_token,
        value: "",
        as: "password",
        autocomplete: "current-password",
        more: { required: true },
      })}
      ${actions(words.enter)}`,
    )}
  </div>`,
})
