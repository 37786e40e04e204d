import { assert, describe, it } from "@effect/vitest"
import { type BodyEncoding, bodyEncoding } from "../src/mediaType.ts"

const table: ReadonlyArray<readonly [contentType: string | undefined, encoding: BodyEncoding | undefined]> = [
  ["application/json", "Json"],
  ["application/x-www-form-urlencoded", "Form"],
  ["Application/JSON", "Json"],
  [" application/json ", "Json"],
  ["application/json;", "Json"],
  ["application/json; charset=utf-8", "Json"],
  ['application/json; charset="utf-8"', "Json"],
  ["application/json ; charset = utf-8 ; x=1", "Json"],
  ["application/x-www-form-urlencoded; charset=UTF-8", "Form"],
  ["application/json; boundary=x", "Json"],
  ["application/json; version=1; charset=utf-8", "Json"],
  [undefined, undefined],
  ["", undefined],
  [";", undefined],
  ["; charset=utf-8", undefined],
  ["json", undefined],
  ["text/plain", undefined],
  ["application/problem+json", undefined],
  ["application/jsonp", undefined],
  ["xapplication/json", undefined],
  ["application / json", undefined],
  ["multipart/form-data; boundary=x", undefined],
  ["application/json, text/plain", undefined],
  ["application/json; x=1, text/plain", undefined],
  ["application/json; charset=utf-7", undefined],
  ["application/json; charset=utf-8; charset=utf-7", undefined],
  ["application/json; charset", undefined],
  ["application/json; charset='utf-8'", undefined],
  ["application/x-www-form-urlencoded; charset=windows-1252", undefined],
  ["application/json\u0000", undefined],
]

describe("bodyEncoding (A14)", () => {
  for (const [contentType, encoding] of table)
    it(`reads ${JSON.stringify(contentType) ?? "no content type"} as ${encoding ?? "neither of the two"} #196 #198`, () => {
      assert.strictEqual(bodyEncoding(contentType), encoding)
    })
})
