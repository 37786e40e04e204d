import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readersOf } from "../src/readers.ts"
import { shapes } from "../src/shapes.ts"

const takes = (shape: keyof typeof shapes, text: string) =>
  Effect.isSuccess(
    readersOf({ VARIABLE: text }, { VARIABLE: "so" }).required<string | number>("VARIABLE", shapes[shape]),
  )

describe("the shapes of variables", () => {
  it.effect.each<readonly [keyof typeof shapes, string]>([
    ["Text", "/etc/policy with spaces.json"],
    ["Name", "reconciler-1@host"],
    ["Name", "x".repeat(64)],
    ["Address", "http://user:secret@egress.example:3128"],
    ["Address", "https://service.example/base"],
    ["PlainAddress", "https://service.example/base?for=payments"],
    ["Port", "0"],
    ["Port", "65535"],
  ])("let %s be %s", ([shape, text]) => Effect.map(takes(shape, text), (taken) => assert.isTrue(taken)))

  it.effect.each<readonly [keyof typeof shapes, string]>([
    ["Text", " begins with a space"],
    ["Text", "two\nlines"],
    ["Name", "two words"],
    ["Name", "x".repeat(65)],
    ["Name", "é"],
    ["Address", "egress.example:3128"],
    ["Address", "ftp://service.example"],
    ["Address", "//service.example"],
    ["PlainAddress", "https://user@service.example"],
    ["PlainAddress", "https://:secret@service.example"],
    ["PlainAddress", "service.example"],
    ["Port", "-1"],
    ["Port", "65536"],
    ["Port", "9464.5"],
    ["Port", "http"],
  ])("let %s not be %j", ([shape, text]) => Effect.map(takes(shape, text), (taken) => assert.isFalse(taken)))
})
