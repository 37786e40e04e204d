/** Paths as logs and reasons show them. */
import { pagePath } from "../spec/Texts.ts"

const longest = 200

/** A path without tokens; phone numbers keep their ends. */
export const maskedPath = (path: string): string =>
  path
    .slice(0, longest)
    .replace(new RegExp(`(${pagePath}).*$`), "$1<token>")
    .replaceAll(/(\/debitotp\/[0-9]{0,5})[^/]*?([0-9]{0,2})(?=\/|$)/g, "$1***$2")
    .replaceAll(/[A-Za-z0-9._-]{40,}/g, "<token>")
