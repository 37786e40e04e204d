/** Fields, tables, charts and the frame: what a reader, a keyboard and a screen reader need of them. */
import { assert, describe, it } from "@effect/vitest"
import {
  barChart,
  cell,
  choices,
  facts,
  field,
  form,
  html,
  icon,
  languageLink,
  lineChart,
  navigation,
  notice,
  pageHeaders,
  pageOf,
  problemSummary,
  row,
  rowHead,
  selection,
  style,
  table,
  tick,
  typed,
} from "../src/index.ts"

const page = { language: "en", title: "Basket", skip: "To the content", body: html`<a href="/pay">Pay</a>` }

describe("a field", () => {
  it("is described by its hint and its problem, keeps what was typed, and has an id of its own in its form", () => {
    const { text } = field({
      name: "phone",
      label: "Phone",
      hint: "With the country code",
      value: "<7>",
      problems: { phone: "Too short." },
      scope: "pay",
    })
    assert.include(text, '<label for="pay-phone">Phone</label>')
    assert.include(text, 'aria-describedby="pay-phone-hint pay-phone-wrong"')
    assert.include(text, 'aria-invalid="true"')
    assert.include(text, 'value="&#60;7&#62;"')
    assert.include(text, '<span class="wrong" id="pay-phone-wrong">Too short.</span>')
  })

  it("says nothing of problems where there is none", () => {
    const { text } = field({ name: "note", label: "Note", value: "\nfirst", as: "area" })
    assert.notMatch(text, /aria-describedby|aria-invalid|wrong/)
    // A browser drops one line break at the beginning.
    assert.include(text, ">\n\nfirst</textarea>")
  })

  it("never shows again the file that was chosen", () =>
    assert.notInclude(field({ name: "statement", label: "Statement", value: "x.csv", as: "file" }).text, "x.csv"))

  it("offers choices, options and a box, with the chosen one marked", () => {
    const offered = choices({ name: "way", label: "Way", value: "b" }, [
      { value: "a", label: "A", hint: "" },
      { value: "b", label: "B", hint: "slower" },
    ])
    assert.match(offered.text, /id="way-1" value="b" checked=""/)
    const selected = selection({ name: "kind", label: "Kind", value: "in" }, "any", [["in", "Payin"]])
    assert.include(selected.text, '<option value="">any</option>')
    assert.include(selected.text, '<option value="in" selected="">Payin</option>')
    assert.notInclude(selection({ name: "kind", label: "Kind", value: "" }, null, []).text, "option")
    assert.include(tick({ name: "sure", label: "Sure" }, true).text, 'value="true" checked=""')
  })

  it("stands in a form with its guards, and the summary leads to each wrong one", () => {
    const sent = form({ action: "/act", hidden: { page: 'a"b' } }, html`<button>Go</button>`)
    assert.include(sent.text, '<form method="post" action="/act"><input type="hidden" name="page" value="a&#34;b" />')
    assert.include(problemSummary("Refused", { phone: "Too short." }).text, '<a href="#phone">Too short.</a>')
    assert.notInclude(problemSummary("Refused", {}).text, "<ul>")
    assert.include(notice("bad", "No.").text, 'role="alert"')
    assert.include(notice("good", "Done.").text, 'role="status"')
  })

  it("arrives with one kind of line end, trimmed", () => {
    const sent = new URLSearchParams({ reason: " a\r\nb\r" })
    assert.deepStrictEqual([typed(sent, "reason"), typed(sent, "none")], ["a\nb", ""])
  })
})

describe("a table", () => {
  it("stays a table for a screen reader, and each cell can name itself", () => {
    const { text } = table({
      caption: "Payments",
      heads: ["Payment", ["Sum", "number"]],
      rows: [row([rowHead(html`order-1`), cell("7", { kind: "number", label: "Sum" })])],
    })
    assert.include(text, '<th role="columnheader" scope="col" class="number">Sum</th>')
    assert.include(text, '<td role="cell" data-label="Sum" class="number"><div>7</div></td>')
    assert.match(text, /<caption class="unseen">\s*Payments/)
    const seen = table({ caption: "Payments", seen: true, heads: [], rows: [], foot: html`<tfoot></tfoot>` })
    assert.notInclude(seen.text, "unseen")
    assert.include(facts([["Base", html`x`, "wide"]]).text, '<div class="wide">')
  })
})

describe("a chart", () => {
  const parts = {
    id: "money",
    title: "Money",
    label: "Money by hour",
    heads: ["Hour", "Sum"],
    figures: [
      { label: "09", value: 100, cells: ["100 F CFA"], tone: "settled" },
      { label: "10", value: null, cells: ["–"] },
      { label: "11", value: 25, cells: ["25 F CFA"] },
    ],
    foot: ["Total", "125 F CFA"],
  } as const

  it("has bars as long as their share, and every figure in its table", () => {
    const { text } = barChart(parts)
    assert.include(text, 'class="settled" x="0" y="21" width="100%"')
    assert.include(text, 'width="25%"')
    assert.match(text, /<svg role="img" aria-label="Money by hour"/)
    for (const cellText of ["100 F CFA", "–", "25 F CFA", "125 F CFA"])
      assert.match(text, new RegExp(`>${cellText}</td>`))
    assert.include(barChart({ ...parts, figures: [], folded: "Figures" }).text, "<summary>Figures</summary>")
  })

  it("has a line with a gap where a figure is missing", () => {
    const { text } = lineChart(parts)
    assert.include(text, 'd="M0 2  M100 119"')
    assert.strictEqual(text.split("<circle").length - 1, 2)
    assert.include(lineChart({ ...parts, figures: [parts.figures[0]] }).text, 'cx="50%"')
  })
})

describe("the frame of a page", () => {
  it("names its files and addresses from the site's root, wherever that is", () => {
    const text = pageOf({ ...page, root: "../../", brand: { name: "Shop", href: "/" } })
    assert.include(text, `href="../..${style.path}"`)
    assert.include(text, `href="../..${icon.path}"`)
    assert.include(text, '<a href="../../pay">')
    assert.include(pageOf(page), '<a href="/pay">')
  })

  it("looks again by itself only where no script does", () => {
    assert.include(pageOf({ ...page, refresh: { seconds: 3, to: "?" } }), 'http-equiv="refresh" content="3; url=?"')
    const scripted = pageOf({ ...page, refresh: { seconds: 10 }, script: "/follow.js" })
    assert.include(scripted, '<noscript><meta http-equiv="refresh" content="10" /></noscript>')
    assert.include(scripted, '<script src="/follow.js" defer></script>')
    assert.notInclude(pageOf({ ...page, script: "/follow.js" }), "noscript")
  })

  it("has a strip, navigation and the other language where a page names them", () => {
    const text = pageOf({
      ...page,
      narrow: true,
      strip: html`No money moves here.`,
      session: html`<div class="session">${languageLink("/pay?a=1", { language: "fr", text: "Français" })}</div>`,
      navigation: navigation("Pages", [{ href: "/", text: "Home", current: true }], "tabs"),
      brand: { name: "Shop", href: "/" },
      foot: html`<p>All times are UTC</p>`,
    })
    assert.include(text, 'href="/pay?a=1&#38;language=fr" lang="fr"')
    assert.include(text, 'href="/" aria-current="page"')
    assert.include(text, '<main id="content" tabindex="-1" class="narrow">')
    assert.include(text, '<footer class="foot">')
    assert.notInclude(pageOf(page), "<footer")
    assert.include(pageOf({ ...page, brand: { name: "Shop", href: "/" }, session: html`<i>x</i>` }), "<i>x</i>")
  })

  it("may load its own style, pictures and, where it has one, its own script", () => {
    assert.notInclude(pageHeaders()["content-security-policy"], "script-src")
    assert.include(pageHeaders({ script: true })["content-security-policy"], "script-src 'self'")
  })
})
