/**
 * The contracts for programs: `/openapi.json` of the service and `/openapi-control.json` of the control API, in English, or in French with
 * `?lang=fr`. A contract is no secret: none of them needs the control token.
 */
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { faultHeader, magicAmountPrefix, magicNumbers } from "../../options/MagicNumbers.ts"
import type { Options } from "../../options/Options.ts"
import { jsonResponse } from "../answers.ts"
import { controlDocument, openApiDocument } from "./openApiDocument.ts"

/** Every magic number: its ending, the header and the amount that choose it, and a phone of each operator. */
const magicNumbersOf = ({ operators }: Options) =>
  magicNumbers.map((magic) => ({
    ...magic,
    means: { fr: tools.fr.magicNumbers[magic.ending], en: tools.en.magicNumbers[magic.ending] },
    header: `${faultHeader}: ${magic.ending}`,
    amountXof: Number(`${magicAmountPrefix}${magic.ending}`),
    phones: operators.flatMap(({ prefixes }) =>
      prefixes.map((prefix) => `${prefix}${magic.ending.padStart(Math.max(6, 11 - prefix.length), "0")}`),
    ),
  }))

export const documentRoutes = (options: Options) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const json = (path: `/${string}`, make: (language: Language) => unknown) =>
        router.add(
          "GET",
          path,
          Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) =>
            jsonResponse(200, make(new URLSearchParams(url.split("?")[1]).get("lang") === "fr" ? "fr" : "en")),
          ),
        )
      yield* json("/openapi.json", (language) => openApiDocument(options, language))
      yield* json("/openapi-control.json", controlDocument)
      yield* json("/magic-numbers.json", () => magicNumbersOf(options))
    }),
  )
