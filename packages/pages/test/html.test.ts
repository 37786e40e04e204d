import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { hostileTexts } from "@cauri/house/hostileTexts"
import { attributes, elsewhere, html, nothing } from "../src/index.ts"
import { escaped } from "../src/html.ts"

/** The tag under a name that the formatter does not know: what stands in these templates matters to the letter. */
const page = html

describe("html", () => {
  it("escapes whatever stands in text or in a quoted attribute", () => {
    for (const text of hostileTexts) {
      const piece = page`<p title="${text}">${text}</p>`.text
      assert.match(piece, /^<p title="[^"<>]*">[^<>]*<\/p>$/, text)
    }
  })

  it.prop("lets no text end its element or its attribute", [Schema.String], ([text]) => {
    const piece = page`<b data-x="${text}">${text}</b>`.text
    return /^<b data-x="[^"<>]*">[^<>"'`]*<\/b>$/u.test(piece)
  })

  it.prop(
    "keeps every text that a page can hold",
    [Schema.String.check(Schema.isPattern(/^[\x20-\x7E]*$/))],
    ([text]) => {
      const back = escaped(text).replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
      return back === text
    },
  )

  it("takes pieces of its own making as they are, in lists too", () => {
    const items = ["<1>", "2"].map((text) => page`<li>${text}</li>`)
    assert.strictEqual(page`<ul>${items}</ul>${null}${nothing}${7}`.text, "<ul><li>&#60;1&#62;</li><li>2</li></ul>7")
  })

  it("takes attributes by name, escaped, and leaves out what is not there", () => {
    const given = attributes({ id: 'a"b', hidden: true, checked: false, value: null, max: 3 })
    assert.strictEqual(page`<input ${given} />`.text, '<input id="a&#34;b" hidden="" max="3" />')
  })

  it("refuses a value where escaping would not help", () => {
    const inTag = "onclick=alert(1)"
    assert.throws(() => page`<p ${inTag}></p>`, "Inside a tag")
    assert.throws(() => page`<p title=${inTag}></p>`, "Inside a tag")
    assert.throws(() => page`<p title='${inTag}'></p>`, "double quotes")
    assert.throws(() => page`<p onclick="${inTag}"></p>`, "no attribute")
    assert.throws(() => page`<p style="${inTag}"></p>`, "no attribute")
    assert.throws(() => page`<p "${inTag}"></p>`, "begins the value")
    assert.throws(() => page`<p>${attributes({ id: "a" })}</p>`, "inside a tag")
    assert.throws(() => page`<p title="${attributes({ id: "a" })}"></p>`, "inside a tag")
    assert.throws(() => page`<p title="${nothing}"></p>`, "is a text")
    assert.throws(() => page`<p ${attributes({ onclick: inTag })}></p>`, "no attribute")
    assert.throws(() => page`<p ${attributes({ "a b": inTag })}></p>`, "no attribute")
    assert.throws(() => page`<p title="a" ${nothing}`, "inside a tag")
  })

  it("leads nowhere but into its own site", () => {
    for (const address of [
      "javascript:alert(1)",
      "https://other.example/",
      "//other.example",
      "/\\other.example",
      "data:,",
    ]) {
      assert.throws(() => page`<a href="${address}"></a>`, "address of the site", address)
      assert.throws(() => page`<form ${attributes({ action: address })}></form>`, "address of the site", address)
    }
    assert.strictEqual(page`<a href="${"/a?b=1&c=2"}"></a>`.text, '<a href="/a?b=1&#38;c=2"></a>')
    assert.strictEqual(
      page`<a href="${"#top"}"></a><a href="/x/${"https:"}"></a>`.text,
      '<a href="#top"></a><a href="/x/https:"></a>',
    )
  })

  it("leads to another site only where the template says so", () => {
    assert.strictEqual(
      page`<a ${elsewhere("https://shop.example/?a=1&b=2")}></a>`.text,
      '<a href="https://shop.example/?a=1&#38;b=2" rel="noreferrer"></a>',
    )
    for (const address of ["javascript:alert(1)", "data:,", "//other.example", "https:other"]) {
      assert.throws(() => elsewhere(address), "begins with http", address)
    }
  })

  it("shows control characters as what cannot be shown", () => {
    assert.strictEqual(escaped("a\u0000b\u001Bc\u0085d\uD800e\nf\tg"), "a\uFFFDb\uFFFDc\uFFFDd\uFFFDe\nf\tg")
  })
})
