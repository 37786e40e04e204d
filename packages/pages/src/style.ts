/** The style sheet of all pages: tokens, then what every page has, then forms, lists, pictures, and what paper and narrow windows change. */
export const style = String.raw`
/* Tokens: colour, space, type. Each tone has its ink and the ground below it. */

:root {
  color-scheme: light dark;
  --ground: #f5f4f0; --surface: #fff; --sunken: #eeece5; --ink: #1b2226; --muted: #57605f; --line: #dcd9cf; --field: #868b88;
  --accent: #0b5a4d; --accent-ink: #fff; --accent-soft: #e3f0ec; --focus: #b36b00;
  --settled: #16633b; --settled-soft: #dff0e4; --waiting: #1c548a; --waiting-soft: #e0ebf6;
  --doubt: #8a4b00; --doubt-soft: #fbebcf; --failed: #99261c; --failed-soft: #fae3e0;
  --held: #5b3a91; --held-soft: #ece5f6; --closed: #4f5658; --closed-soft: #e7e7e2;
  --tight: 0.375rem; --gap: 0.75rem; --space: 1.25rem; --touch: 2.75rem; --round: 0.5rem;
  --tiny: 0.8125rem; --small: 0.875rem; --large: 1.1875rem; --title: 1.625rem; --sum: 2rem;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --ground: #12171a; --surface: #1a2125; --sunken: #222a2f; --ink: #e8ebea; --muted: #a6b0b0; --line: #333d42; --field: #79858a;
    --accent: #74cdb9; --accent-ink: #06201a; --accent-soft: #18332d; --focus: #f2b04a;
    --settled: #86d6a5; --settled-soft: #173324; --waiting: #93c4f2; --waiting-soft: #172d43;
    --doubt: #f3bf6b; --doubt-soft: #3a2a10; --failed: #f5a49b; --failed-soft: #421f1b;
    --held: #c6aef0; --held-soft: #2e2344; --closed: #b7bebe; --closed-soft: #2a3135;
  }
}
.settled { --tone: var(--settled); --soft: var(--settled-soft); }
.waiting { --tone: var(--waiting); --soft: var(--waiting-soft); }
.doubt, .flag, .careful, .alert { --tone: var(--doubt); --soft: var(--doubt-soft); }
.failed, .late, .bad, .danger { --tone: var(--failed); --soft: var(--failed-soft); }
.held { --tone: var(--held); --soft: var(--held-soft); }
.closed { --tone: var(--closed); --soft: var(--closed-soft); }
.good { --tone: var(--settled); --soft: var(--settled-soft); }
.accent { --tone: var(--accent); --soft: var(--accent-soft); }

/* Text */

*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums lining-nums; overflow-wrap: anywhere;
}
h1, h2, h3, p, dl, dd, ol, ul, figure, fieldset, pre { margin: 0; padding: 0; }
h1, h2, h3 { font-weight: 650; line-height: 1.3; }
h1 { font-size: var(--title); line-height: 1.2; letter-spacing: -0.012em; }
h2 { font-size: var(--large); }
h3 { font-size: 1rem; line-height: 1.4; }
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: from-font; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
pre, code, .mono { font-family: var(--mono); font-size: 0.9375em; }
code.line { display: block; overflow-x: auto; white-space: nowrap; }
pre { max-height: 24rem; overflow: auto; padding: var(--gap); background: var(--sunken); white-space: pre-wrap; }
.muted { color: var(--muted); }
.small { font-size: var(--small); }
.number { text-align: right; }
.unbroken { white-space: nowrap; }
.said { white-space: pre-line; }
.under { display: block; }
.plain { padding-left: 1.125rem; }
.lead { margin-bottom: var(--space); }
.unseen {
  position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; overflow: hidden; clip-path: inset(50%);
  white-space: nowrap; border: 0;
}
[role="list"] { list-style: none; padding: 0; }

/* The frame of every page */

.skip { position: absolute; left: 1rem; top: -4rem; z-index: 2; padding: 0.625rem 1rem; background: var(--surface); }
.skip:focus { top: 0.5rem; }
.bar { background: var(--surface); border-bottom: 1px solid var(--line); }
.bar > div, main, .foot { max-width: 76rem; margin: 0 auto; padding: 0.5rem 1rem; }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1.5rem; }
.brand { display: inline-flex; align-items: center; gap: 0.625rem; min-height: var(--touch); font-weight: 650; }
.brand { color: inherit; text-decoration: none; }
.brand svg { width: 1.5rem; height: 1.5rem; flex: none; }
.brand-ground { fill: var(--accent); }
.brand-shell { fill: var(--accent-ink); }
.brand-line { stroke: var(--accent); stroke-width: 1.6; stroke-linecap: round; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 0.25rem; list-style: none; }
nav ul a { display: flex; align-items: center; gap: 0.5rem; min-height: var(--touch); padding: 0 var(--gap); }
nav ul a { color: var(--muted); text-decoration: none; white-space: nowrap; border-radius: var(--tight) var(--tight) 0 0; }
nav ul a:hover { background: var(--sunken); color: var(--ink); }
nav ul a:focus-visible { outline-offset: -3px; }
nav ul a[aria-current] { color: var(--ink); box-shadow: inset 0 -3px 0 var(--accent); }
a[aria-current="true"] { color: inherit; font-weight: 600; text-decoration: none; }
.tabs { margin-block: var(--space); }
.tabs ul { flex-wrap: nowrap; overflow-x: auto; border-bottom: 1px solid var(--line); }
.session { margin-left: auto; display: flex; flex: none; white-space: nowrap; align-items: center; gap: 0.25rem; font-size: var(--small); }
.session a, .session button {
  display: inline-flex; align-items: center; min-height: var(--touch); padding: 0 0.5rem; border: 0; background: none;
  font: inherit; color: var(--muted); text-decoration: underline; text-underline-offset: 0.18em; cursor: pointer;
}
main { padding-block: 1.5rem 3rem; }
main.narrow { max-width: 40rem; }
main:focus { outline: none; }
.foot { padding-block: 1rem 2rem; color: var(--muted); font-size: var(--small); }
.foot span + span::before { content: "·"; margin: 0 0.5em; }

.bar > .strip { flex-wrap: nowrap; max-width: none; padding-block: 0.25rem; background: #3a2f12; color: #fff; font-size: var(--tiny); }
.strip .session a { min-height: 2rem; color: #ffd36b; }
.strip strong { margin-right: 0.5rem; color: #ffd36b; letter-spacing: 0.08em; text-transform: uppercase; }

/* Blocks: stack, row, grid, card */

.card > * + *, [data-live] > * + *, .pad > * + * { margin-top: var(--gap); }
.card > p + p { margin-top: var(--tight); }
.card > details + details { margin-top: 0; }
.stack > * + *, .card + .card, .body > * + *, .known > * + * { margin-top: var(--space); }
.stack > * + h2, .stack > * + :is(section, [data-live]):not(.card, .notice) > h2:first-child { margin-top: calc(2 * var(--space)); }
section > h2 + *, form + form, legend + .grid, .grid + p, p + .grid { margin-top: var(--gap); }
fieldset + * { margin-top: calc(1.5 * var(--space)); }
.grid + .field, fieldset > .field + .field { margin-top: var(--space); }
form .grid { align-items: end; }
form > input[type="hidden"] + .actions { margin-top: 0; }
.facts > :has(ul) { grid-column: 1 / -1; }
.headline, .actions, .title, .pause, .day, .paging, .marks, .row, .between, .card > header {
  display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem var(--gap);
}
.headline, .pause, .paging, .between, .card > header { justify-content: space-between; gap: var(--gap) 1.5rem; }
.headline, .pause, .card > header { align-items: baseline; }
.between { flex-wrap: nowrap; }
.between > form { flex: none; }
.row { align-items: end; gap: var(--gap); }
.row > .field { flex: 1 1 14rem; max-width: 26rem; }
.row > * + *, .between > * + * { margin-top: 0; }
.headline { margin-bottom: var(--space); }
.headline p { max-width: 44rem; color: var(--muted); }
.grid, .scopes, .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: var(--gap) 1rem; }
.payment, .halves, .columns, .chart { display: grid; gap: var(--space); }
.halves, .columns, .chart { grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); align-items: start; }
.chart:has(> details) { grid-template-columns: 1fr; }
.payment > *, .halves > *, .columns > *, .chart > *, .grid > * { min-width: 0; }
:is(.halves, .columns, .grid) > .card + .card { margin-top: 0; }
ul.columns { align-items: stretch; }
.grid:has(> .field) { align-items: end; }
.card { padding: var(--space); background: var(--surface); border: 1px solid var(--line); border-radius: 0.625rem; }
a.card { display: block; text-decoration: none; }
a.card:hover { border-color: var(--accent); }
.card > figure + h3 { margin: 1.5rem 0 var(--gap); }
.back { display: inline-block; padding: 0.625rem 0; }
.empty { padding: 3rem var(--space); text-align: center; color: var(--muted); }
.empty strong { display: block; margin-bottom: 0.25rem; color: var(--ink); font-size: var(--large); }
.notice { padding: 0.875rem 1.125rem; margin-bottom: var(--space); border-radius: var(--round); }
.notice { background: var(--soft); border: 1px solid var(--tone); border-left-width: 0.375rem; }
.notice h2 { font-size: 1rem; }
.notice ul { padding-left: 1.25rem; margin-top: 0.25rem; }
.notice a { color: inherit; }
.notice.card { margin-bottom: 0; }
.title { margin: 0.25rem 0; }
.sum { font-size: var(--sum); line-height: 1.2; font-weight: 650; letter-spacing: -0.015em; white-space: nowrap; }
dt { color: var(--muted); font-size: var(--tiny); }
.facts { gap: 1rem 1.5rem; }
.facts > .wide { grid-column: 1 / -1; }
.tiles { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: var(--gap); margin-bottom: var(--space); }
.tile { padding: 0.875rem 1rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.625rem; }
.tile dd { font-weight: 650; white-space: nowrap; }
.tile dd + dd { color: var(--muted); font-size: var(--small); font-weight: 400; }

/* States and marks. Beside the colour stands a shape, for those who see no difference between two colours. */

.pill {
  display: inline-flex; align-items: center; gap: 0.4em; padding: 0.125rem 0.625rem 0.125rem 0.5rem; border-radius: 999px;
  color: var(--tone); background: var(--soft); font-size: var(--tiny); line-height: 1.4; font-weight: 600; white-space: nowrap;
}
.pill::before { content: ""; width: 0.5em; height: 0.5em; border-radius: 50%; background: currentColor; }
.pill.doubt::before { border-radius: 0; transform: rotate(45deg); }
.pill.failed::before, .pill.held::before { border-radius: 0; }
.pill.closed::before { background: none; border: 2px solid; }
.marks { list-style: none; gap: 0.25rem 0.375rem; }
.mark { padding: 0.0625rem 0.5rem; border: 1px solid; border-radius: 0.25rem; font-size: var(--tiny); line-height: 1.4; }
.mark { color: var(--tone, inherit); }
.count { min-width: 1.5rem; padding: 0 0.4375rem; border-radius: 999px; font-size: var(--tiny); line-height: 1.5rem; }
.count { background: var(--soft, var(--sunken)); color: var(--tone, var(--ink)); font-weight: 600; text-align: center; }

/* Forms and buttons */

.button {
  display: inline-flex; align-items: center; justify-content: center; min-height: var(--touch); padding: 0.5rem 1.125rem;
  border: 1px solid var(--tone, var(--accent)); border-radius: var(--round); background: var(--surface); cursor: pointer;
  color: var(--tone, var(--accent)); font: inherit; font-weight: 600; text-align: center; text-decoration: none;
  overflow-wrap: normal;
}
td .button { white-space: nowrap; }
.button:hover { background: var(--soft, var(--accent-soft)); }
.button.primary { background: var(--tone, var(--accent)); color: var(--accent-ink); }
.button.danger:hover { text-decoration: underline; }
.button.wide { width: 100%; }
.button.primary:hover { text-decoration: underline; text-underline-offset: 0.18em; }
.actions { gap: var(--gap) 1rem; margin-top: 1.5rem; }
fieldset { border: 0; min-width: 0; }
.field { max-width: 44rem; margin-top: var(--space); }
form > .field:first-child, form > input[type="hidden"] + .field, .row > .field, fieldset > .field, .grid > .field, .day .field { margin-top: 0; }
.field > label:not(.choice, .tick), legend { display: block; padding: 0; font-weight: 600; }
.hint, .wrong { display: block; margin-top: 0.125rem; font-size: var(--small); }
.hint { color: var(--muted); font-weight: 400; }
.wrong { color: var(--failed); font-weight: 600; }
.field.refused { padding-left: 0.875rem; border-left: 0.25rem solid var(--failed); }
input, select, textarea { font: inherit; color: inherit; }
input:not([type="checkbox"], [type="radio"]), select, textarea {
  display: block; width: 100%; min-height: var(--touch); margin-top: var(--tight); padding: 0.5rem var(--gap);
  background: var(--surface); border: 1px solid var(--field); border-radius: var(--round);
}
textarea { min-height: 6rem; resize: vertical; }
[aria-invalid="true"] { outline: 2px solid var(--failed); outline-offset: -2px; }
[aria-invalid="true"]:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
input.amount { max-width: 14rem; font-size: var(--large); text-align: right; }
input[type="checkbox"], input[type="radio"] { flex: none; width: 1.25rem; height: 1.25rem; margin: 0.125rem 0 0; }
input[type="checkbox"], input[type="radio"] { accent-color: var(--accent); }
.choice, .tick { display: flex; gap: var(--gap); align-items: start; min-height: var(--touch); cursor: pointer; }
.tick { align-items: center; }
.tick input { margin: 0; }
.choice { margin-top: 0.625rem; padding: var(--gap) 0.875rem; border: 1px solid var(--line); border-radius: var(--round); }
.choice:has(input:checked) { border-color: var(--accent); background: var(--accent-soft); }
.choice strong, .choice .small { display: block; font-weight: 600; }
.choice .small { font-weight: 400; }
summary { width: fit-content; min-height: var(--touch); padding: 0.625rem 0; color: var(--accent); cursor: pointer; }
summary { text-decoration: underline; text-underline-offset: 0.18em; }
.filters { margin: 1rem 0; }
.day { align-items: end; gap: var(--gap) 1rem; }

/* Tables and lists. The whole row leads where its link leads, and the link is still one link. */

table { width: 100%; border-collapse: collapse; }
th, td { padding: var(--gap) 0.875rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
th.number, td.number { text-align: right; white-space: nowrap; }
thead th { padding-block: 0.5rem; color: var(--muted); font-size: var(--tiny); font-weight: 600; }
tbody th { font-weight: inherit; }
tbody:last-child tr:last-child > * { border-bottom: 0; }
tfoot > tr > * { border-top: 2px solid var(--line); border-bottom: 0; font-weight: 600; }
.list { padding: 0; overflow: hidden; }
.card + p, p + .list, p + .notice, li + li:has(> .facts) { margin-top: var(--gap); }
.list tbody tr { position: relative; }
.list tbody tr:hover { background: var(--sunken); }
.list tbody th { min-width: 12rem; }
.list tbody th a { font-weight: 600; }
.list tbody th a::after { content: ""; position: absolute; inset: 0; }
.list caption { padding: 0.5rem 0.875rem; text-align: left; }
.paging { margin-top: 1rem; }
.decisions, .decisions li, .calls, .flags { display: grid; gap: var(--gap); list-style: none; }
.decisions li { gap: var(--tight); }
.decisions .button { width: 100%; }
.blocked { font-weight: 600; color: var(--muted); }
.calls > li + li, .flags > li + li, .pause + .pause { padding-top: 1rem; border-top: 1px solid var(--line); }
.pauses { list-style: none; }
.pause + .pause { margin-top: 1rem; }
.pause > div { flex: 1 1 14rem; }
.events { list-style: none; }
.events > li { position: relative; margin-left: 0.5rem; padding: 0 0 var(--space) 1.75rem; border-left: 2px solid var(--line); }
.events > li:last-child { border-left-color: transparent; padding-bottom: 0; }
.events > li::before {
  content: ""; position: absolute; left: -0.5rem; top: 0.3rem; width: 0.875rem; height: 0.875rem; border-radius: 50%;
  background: var(--surface); border: 3px solid var(--tone, var(--closed));
}
.events > .settled::before, .events > .doubt::before, .events > .failed::before, .events > .held::before { background: var(--tone); }
.events .when { color: var(--muted); font-size: var(--small); }
.events .gap { font-weight: 600; }

/* Pictures and charts */

.picture svg { display: block; width: 100%; overflow: visible; }
.picture svg[viewBox] { height: auto; }
.picture text { fill: var(--ink); font-size: var(--tiny); }
.picture svg[viewBox] text { font-size: 12px; }
.picture .soft { fill: var(--muted); }
.picture .end { text-anchor: end; }
.picture .strong { font-weight: 600; }
.picture .rule { stroke: var(--line); }
.picture .link { stroke: var(--muted); }
.picture rect, .picture circle { fill: var(--tone, var(--accent)); }
.picture .line { fill: none; stroke: var(--accent); stroke-width: 2; }
.picture .lane { fill: var(--sunken); }
.picture .tick { fill: var(--surface); }
.picture .for-wide { display: none; }
figcaption { margin-top: 0.5rem; }
.chart table { font-size: var(--small); }
.chart th, .chart td { padding: 0.375rem 0.375rem; }
.chart :is(th, td):first-child { padding-left: 0; }
.chart :is(th, td):last-child { padding-right: 0; }

/* Handsets of the sandbox: a question lies over everything else, as an operator's does */

.handsets { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 2rem var(--space); }
.place { width: 100%; max-width: 21rem; min-width: 0; margin: 0 auto; }
.handset { padding: 0.5rem; background: #1d2225; border: 2px solid #3a4246; border-radius: 2.5rem; }
.screen { position: relative; min-height: 30rem; padding: var(--gap) 1rem 1.5rem; overflow: hidden; border-radius: 2rem; }
.screen { background: linear-gradient(var(--accent-soft), var(--ground) 11rem); }
.screen::after { content: ""; position: absolute; bottom: 0.5rem; left: calc(50% - 3rem); width: 6rem; height: 0.25rem; }
.screen::after { background: var(--muted); border-radius: 1rem; }
.screen h2, .magic, .balances { text-align: center; }
.screen h2 { margin-top: 1rem; }
.screen h3 { margin: 0.5rem 0.25rem 0; color: var(--muted); font-size: var(--tiny); }
.screen form + form { margin-top: var(--gap); }
.screen .button { width: 100%; border-radius: 2rem; }
.magic { font-size: var(--small); }
.status { display: flex; gap: 0.5rem; align-items: center; margin: 0 0.25rem; font-size: 0.75rem; font-weight: 600; }
.carrier { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.signal { width: 0.9375rem; height: 0.6875rem; background: currentColor; clip-path: polygon(0 100%, 100% 0, 100% 100%); }
.battery { width: 1.375rem; height: 0.6875rem; border: 2px solid; border-right-width: 0.4rem; border-radius: 0.1875rem; }
.balances { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; justify-content: center; margin: 0.25rem 0 0.5rem; }
.balances dd { font-weight: 600; }
.prompt { margin: var(--gap) 0 1rem; padding: 1rem; background: var(--surface); border: 2px solid var(--accent); text-align: center; }
.prompt, .pad { border-radius: 1.25rem; }
.prompt .sum { display: block; font-size: var(--title); }
.prompt input { letter-spacing: 0.3em; text-align: center; }
.pad { margin-top: 0.5rem; padding: 0.25rem 0.875rem 0.875rem; background: var(--surface); }
.messages li { margin-top: 0.5rem; padding: 0.625rem 0.875rem; background: var(--surface); border-radius: 1rem 1rem 1rem 0.25rem; }
.from, .given { display: flex; flex-wrap: wrap; gap: 0 0.75rem; justify-content: space-between; font-size: var(--tiny); }
.given { align-items: center; margin-top: 0.5rem; padding: 0.25rem var(--gap); background: var(--accent-soft); }
.code { color: var(--accent); font-size: 1.375rem; letter-spacing: 0.12em; }

/* Narrow windows, and large type: tables become cards */

@media (max-width: 47.99rem) {
  .brand { width: 100%; }
  .bar > div { column-gap: 0.5rem; }
  .bar nav { min-width: 0; max-width: 100%; }
  .bar nav ul { flex-wrap: nowrap; gap: 0; overflow-x: auto; }
  .bar nav li:has([aria-current]) { scroll-initial-target: nearest; }
  .bar nav a, .session a, .session button { padding: 0 0.4375rem; }
  .session { gap: 0; font-size: var(--tiny); }
  .list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .list tbody tr { display: grid; grid-template-columns: 1fr auto; gap: 0.25rem 1rem; padding: 0.875rem 1rem; }
  .list tbody tr { border-bottom: 1px solid var(--line); }
  .list tbody tr:last-child { border-bottom: 0; }
  .list tbody tr > * { min-width: 0; padding: 0; border: 0; }
  .list tbody .age { text-align: right; color: var(--muted); }
  .list tbody .wide, .list tbody [data-label] { grid-column: 1 / -1; }
  .list tbody .wide:has(> :empty) { display: none; }
  .list tbody [data-label] { display: flex; gap: 1rem; justify-content: space-between; text-align: right; }
  .list tbody .text, .list tbody td:has(ul, details[open]) { display: block; text-align: left; }
  .list tbody [data-label]::before {
    content: attr(data-label); flex: none; max-width: 50%; color: var(--muted); font-size: var(--small); text-align: left;
    overflow-wrap: normal;
  }
  .list [data-label] > div { min-width: 0; }
}
@media (min-width: 48rem) {
  .bar nav { flex: 1 1 0; }
  .list td, .list thead th { overflow-wrap: break-word; }
  .list code, .list pre { overflow-wrap: anywhere; }
  .list td:not(.number) { min-width: 6rem; }
  .list td:has(details[open] pre) { min-width: 22rem; }
  .picture .for-wide { display: block; }
  .picture .for-narrow { display: none; }
  .find { display: grid; grid-template-columns: 1fr auto; align-items: end; gap: 1rem; }
  .find > .actions { margin: 0; }
  .find > .field { max-width: none; }
  .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .tile dd:first-of-type { font-size: 1.5rem; line-height: 1.4; }
}
@media (min-width: 62rem) {
  .payment { grid-template: "head side" auto "known side" auto "body side" 1fr / minmax(0, 1fr) 21rem; align-items: start; }
  .payment > .head { grid-area: head; }
  .payment > .known { grid-area: known; }
  .payment > .side { grid-area: side; position: sticky; top: 1rem; }
  .payment > .body { grid-area: body; }
}
@media (forced-colors: active) { .pill, .count { border: 1px solid; } }

/* Paper: what was read, without what leads on */

@media print {
  @page { margin: 15mm; }
  nav, form:not(:has(table)), form > :not(:has(table)), input, .session, .side, .filters, .paging, .skip, .actions {
    display: none !important;
  }
  body, .card { background: none; }
  body { font-size: 0.875rem; }
  main { max-width: none; padding: 0; }
  .chart > details::details-content { content-visibility: visible; block-size: auto; }
  .card, tr, figure, .events > li { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
`
