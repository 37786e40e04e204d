/** The style sheet of the pages. */
export const style = String.raw`
/* The one style of the console's pages. Nothing of it stands in a page: the policy of the pages allows no inline style. */

:root {
  color-scheme: light dark;
  --ground: #f5f4f0;
  --surface: #ffffff;
  --sunken: #eeece5;
  --ink: #1b2226;
  --muted: #57605f;
  --line: #dcd9cf;
  --field: #868b88;
  --accent: #0b5a4d;
  --accent-ink: #ffffff;
  --accent-soft: #e3f0ec;
  --focus: #b36b00;
  --settled: #16633b;
  --settled-soft: #dff0e4;
  --waiting: #1c548a;
  --waiting-soft: #e0ebf6;
  --doubt: #8a4b00;
  --doubt-soft: #fbebcf;
  --failed: #99261c;
  --failed-soft: #fae3e0;
  --held: #5b3a91;
  --held-soft: #ece5f6;
  --closed: #4f5658;
  --closed-soft: #e7e7e2;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Liberation Mono", monospace;
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12171a;
    --surface: #1a2125;
    --sunken: #222a2f;
    --ink: #e8ebea;
    --muted: #a6b0b0;
    --line: #333d42;
    --field: #79858a;
    --accent: #74cdb9;
    --accent-ink: #06201a;
    --accent-soft: #18332d;
    --focus: #f2b04a;
    --settled: #86d6a5;
    --settled-soft: #173324;
    --waiting: #93c4f2;
    --waiting-soft: #172d43;
    --doubt: #f3bf6b;
    --doubt-soft: #3a2a10;
    --failed: #f5a49b;
    --failed-soft: #421f1b;
    --held: #c6aef0;
    --held-soft: #2e2344;
    --closed: #b7bebe;
    --closed-soft: #2a3135;
  }
}

*,
::before,
::after {
  box-sizing: border-box;
}

html {
  -webkit-text-size-adjust: 100%;
  text-size-adjust: 100%;
}

body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font:
    1rem/1.5 system-ui,
    -apple-system,
    "Segoe UI",
    Roboto,
    "Noto Sans",
    sans-serif;
  font-variant-numeric: tabular-nums lining-nums;
  overflow-wrap: anywhere;
}

h1,
h2,
h3,
p,
dl,
dd,
ol,
ul,
figure,
fieldset {
  margin: 0;
  padding: 0;
}

h1 {
  font-size: 1.625rem;
  line-height: 1.2;
  font-weight: 650;
  letter-spacing: -0.012em;
}

h2 {
  font-size: 1.1875rem;
  line-height: 1.3;
  font-weight: 650;
}

h3 {
  font-size: 1rem;
  line-height: 1.4;
  font-weight: 650;
}

a {
  color: var(--accent);
  text-underline-offset: 0.18em;
  text-decoration-thickness: from-font;
}

a:hover {
  text-decoration-thickness: 2px;
}

:focus-visible {
  outline: 3px solid var(--focus);
  outline-offset: 2px;
  border-radius: 3px;
}

.muted {
  color: var(--muted);
}

.small {
  font-size: 0.875rem;
}

.mono {
  font-family: var(--mono);
  font-size: 0.9375em;
}

.number {
  text-align: right;
}

.unbroken {
  white-space: nowrap;
}

.said {
  white-space: pre-line;
}

.unseen {
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  padding: 0;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
  border: 0;
}

.skip {
  position: absolute;
  left: 1rem;
  top: -4rem;
  z-index: 2;
  padding: 0.625rem 1rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.375rem;
}

.skip:focus {
  top: 0.5rem;
}

/* The frame of every page */

.bar {
  background: var(--surface);
  border-bottom: 1px solid var(--line);
}

.bar > div {
  max-width: 76rem;
  margin: 0 auto;
  padding: 0.5rem 1rem;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 1.5rem;
}

.brand {
  display: inline-flex;
  align-items: center;
  gap: 0.625rem;
  min-height: 2.75rem;
  font-weight: 650;
  letter-spacing: -0.01em;
  color: inherit;
  text-decoration: none;
}

.brand svg {
  width: 1.5rem;
  height: 1.5rem;
  flex: none;
}

.brand-ground {
  fill: var(--accent);
}

.brand-shell {
  fill: var(--accent-ink);
}

.brand-line {
  stroke: var(--accent);
  stroke-width: 1.6;
  stroke-linecap: round;
}

.bar nav ul {
  display: flex;
  gap: 0.25rem;
  list-style: none;
}

.bar nav a {
  white-space: nowrap;
  display: flex;
  align-items: center;
  min-height: 2.75rem;
  padding: 0 0.75rem;
  color: var(--muted);
  text-decoration: none;
  border-radius: 0.375rem;
}

.bar nav a:hover {
  background: var(--sunken);
  color: var(--ink);
}

.bar nav a[aria-current] {
  color: var(--ink);
  font-weight: 600;
  box-shadow: inset 0 -3px 0 var(--accent);
  border-radius: 0.375rem 0.375rem 0 0;
}

.session {
  margin-left: auto;
  font-size: 0.875rem;
  display: flex;
  align-items: center;
  gap: 0.25rem;
}

.session a,
.session button {
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  padding: 0 0.5rem;
  border: 0;
  background: none;
  font: inherit;
  color: var(--muted);
  text-decoration: underline;
  text-underline-offset: 0.18em;
  cursor: pointer;
}

main {
  max-width: 76rem;
  margin: 0 auto;
  padding: 1.5rem 1rem 3rem;
}

main.narrow {
  max-width: 40rem;
}

main:focus {
  outline: none;
}

.foot {
  max-width: 76rem;
  margin: 0 auto;
  padding: 1rem 1rem 2rem;
  color: var(--muted);
  font-size: 0.875rem;
}

.foot span + span::before {
  content: "·";
  margin: 0 0.5em;
}

.headline {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0.5rem 1.5rem;
  margin-bottom: 1.25rem;
}

.headline p {
  max-width: 44rem;
  color: var(--muted);
}

.back {
  display: inline-block;
  padding: 0.625rem 0;
}

.card {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.625rem;
  padding: 1.25rem;
}

.card + .card,
.stack > * + * {
  margin-top: 1.25rem;
}

.card > h2 + *,
.card > header + * {
  margin-top: 0.75rem;
}

.card > header {
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0.25rem 1rem;
}

.notice {
  padding: 0.875rem 1.125rem;
  margin-bottom: 1.25rem;
  border-radius: 0.5rem;
  border: 1px solid;
  border-left-width: 0.375rem;
}

.notice h2 {
  font-size: 1rem;
}

.notice ul {
  padding-left: 1.25rem;
  margin-top: 0.25rem;
}

.notice.good {
  background: var(--settled-soft);
  border-color: var(--settled);
}

.notice.bad {
  background: var(--failed-soft);
  border-color: var(--failed);
}

.notice.careful {
  background: var(--doubt-soft);
  border-color: var(--doubt);
}

.notice a {
  color: inherit;
}

.empty {
  padding: 3rem 1.25rem;
  text-align: center;
  color: var(--muted);
}

.empty strong {
  display: block;
  margin-bottom: 0.25rem;
  color: var(--ink);
  font-size: 1.1875rem;
}

/* States and marks */

.pill {
  display: inline-flex;
  align-items: center;
  gap: 0.4em;
  padding: 0.125rem 0.625rem 0.125rem 0.5rem;
  border-radius: 999px;
  font-size: 0.8125rem;
  line-height: 1.4;
  font-weight: 600;
  white-space: nowrap;
}

.pill::before {
  content: "";
  width: 0.5em;
  height: 0.5em;
  border-radius: 50%;
  background: currentColor;
}

.pill.settled {
  color: var(--settled);
  background: var(--settled-soft);
}
.pill.waiting {
  color: var(--waiting);
  background: var(--waiting-soft);
}
.pill.doubt {
  color: var(--doubt);
  background: var(--doubt-soft);
}
.pill.failed {
  color: var(--failed);
  background: var(--failed-soft);
}
.pill.held {
  color: var(--held);
  background: var(--held-soft);
}
.pill.closed {
  color: var(--closed);
  background: var(--closed-soft);
}

/* A second sign beside the colour, for those who see no difference between two colours. */
.pill.doubt::before {
  border-radius: 0;
  transform: rotate(45deg);
}
.pill.failed::before,
.pill.held::before {
  border-radius: 0;
}
.pill.closed::before {
  background: none;
  border: 2px solid;
}

.marks {
  list-style: none;
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 0.375rem;
}

.mark {
  padding: 0.0625rem 0.5rem;
  border: 1px solid currentColor;
  border-radius: 0.25rem;
  font-size: 0.8125rem;
  line-height: 1.4;
}

.mark.flag {
  color: var(--doubt);
}
.mark.late {
  color: var(--failed);
}
.mark.held {
  color: var(--held);
}

/* Forms and buttons */

.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-height: 2.75rem;
  padding: 0.5rem 1.125rem;
  border: 1px solid var(--accent);
  border-radius: 0.4375rem;
  background: var(--surface);
  color: var(--accent);
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
}

.button:hover {
  background: var(--accent-soft);
}

.button.primary {
  background: var(--accent);
  color: var(--accent-ink);
}

.button.primary:hover {
  text-decoration: underline;
  text-underline-offset: 0.18em;
}

.actions {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.75rem 1rem;
  margin-top: 1.5rem;
}

.field {
  margin-top: 1.25rem;
}

.field > label:not(.choice),
legend {
  display: block;
  padding: 0;
  font-weight: 600;
}

fieldset {
  border: 0;
  min-width: 0;
}

.hint {
  display: block;
  margin-top: 0.125rem;
  color: var(--muted);
  font-size: 0.875rem;
  font-weight: 400;
}

.wrong {
  display: block;
  margin-top: 0.25rem;
  color: var(--failed);
  font-size: 0.9375rem;
  font-weight: 600;
}

.field.refused {
  padding-left: 0.875rem;
  border-left: 0.25rem solid var(--failed);
}

input,
select,
textarea {
  font: inherit;
  color: inherit;
}

input[type="text"],
input[type="password"],
input[type="search"],
input[type="date"],
select,
textarea {
  display: block;
  width: 100%;
  min-height: 2.75rem;
  margin-top: 0.375rem;
  padding: 0.5rem 0.75rem;
  background: var(--surface);
  border: 1px solid var(--field);
  border-radius: 0.4375rem;
}

textarea {
  min-height: 6rem;
  resize: vertical;
}

input[aria-invalid="true"],
textarea[aria-invalid="true"] {
  border: 2px solid var(--failed);
}

input.amount {
  max-width: 14rem;
  font-size: 1.1875rem;
  text-align: right;
}

.choice {
  display: grid;
  grid-template-columns: auto 1fr;
  column-gap: 0.75rem;
  align-items: start;
  margin-top: 0.625rem;
  padding: 0.75rem 0.875rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  cursor: pointer;
}

.choice:has(input:checked) {
  border-color: var(--accent);
  background: var(--accent-soft);
}

.choice input {
  width: 1.25rem;
  height: 1.25rem;
  margin: 0.125rem 0 0;
  accent-color: var(--accent);
}

.choice strong {
  display: block;
  font-weight: 600;
}

/* The worklist */

.tabs ul {
  display: flex;
  gap: 0.25rem;
  list-style: none;
  overflow-x: auto;
  border-bottom: 1px solid var(--line);
}

.tabs a {
  display: flex;
  align-items: center;
  gap: 0.5rem;
  min-height: 2.75rem;
  padding: 0 0.875rem;
  color: var(--muted);
  text-decoration: none;
  white-space: nowrap;
  border-radius: 0.375rem 0.375rem 0 0;
}

.tabs a:hover {
  background: var(--sunken);
  color: var(--ink);
}

.tabs a:focus-visible {
  outline-offset: -3px;
}

.tabs a[aria-current] {
  color: var(--ink);
  font-weight: 600;
  box-shadow: inset 0 -3px 0 var(--accent);
}

.count {
  min-width: 1.5rem;
  padding: 0 0.4375rem;
  border-radius: 999px;
  background: var(--sunken);
  color: var(--ink);
  font-size: 0.8125rem;
  line-height: 1.5rem;
  font-weight: 600;
  text-align: center;
}

.count.alert {
  background: var(--doubt-soft);
  color: var(--doubt);
}

.filters {
  margin: 1rem 0;
}

.filters summary {
  display: inline-flex;
  align-items: center;
  min-height: 2.75rem;
  cursor: pointer;
  color: var(--accent);
  text-decoration: underline;
  text-underline-offset: 0.18em;
}

.filters .grid,
.scopes {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr));
  gap: 0.25rem 1rem;
}

.filters .field {
  margin-top: 0.5rem;
}

.filters .actions {
  margin-top: 1rem;
}

table {
  width: 100%;
  border-collapse: collapse;
}

th,
td {
  padding: 0.75rem 0.875rem;
  text-align: left;
  vertical-align: top;
  border-bottom: 1px solid var(--line);
}

thead th {
  padding-block: 0.5rem;
  color: var(--muted);
  font-size: 0.8125rem;
  font-weight: 600;
}

tbody th {
  font-weight: inherit;
}

tbody tr:last-child > * {
  border-bottom: 0;
}

tfoot > tr > * {
  border-top: 2px solid var(--line);
  border-bottom: 0;
  font-weight: 600;
}

th.number,
td.number {
  text-align: right;
  white-space: nowrap;
}

.list {
  padding: 0;
  overflow: hidden;
}

.list tbody tr {
  position: relative;
}

.list tbody tr:hover {
  background: var(--sunken);
}

/* The whole row leads where its link leads, and the link is still one link. */
.list tbody th a::after {
  content: "";
  position: absolute;
  inset: 0;
}

.list tbody th a {
  font-weight: 600;
}

.list tbody th {
  min-width: 12rem;
}

.paging {
  display: flex;
  justify-content: space-between;
  gap: 1rem;
  margin-top: 1rem;
}

@media (max-width: 47.99rem) {
  .list thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }

  .list tbody tr {
    display: grid;
    grid-template-columns: 1fr auto;
    gap: 0.25rem 1rem;
    padding: 0.875rem 1rem;
    border-bottom: 1px solid var(--line);
  }

  .list tbody tr:last-child {
    border-bottom: 0;
  }

  .list tbody tr > * {
    min-width: 0;
    padding: 0;
    border: 0;
  }

  .list tbody .age {
    text-align: right;
    color: var(--muted);
  }

  .list tbody td.wide {
    grid-column: 1 / -1;
  }

  .list tbody td.wide:empty {
    display: none;
  }
}

/* One payment */

.payment {
  display: grid;
  gap: 1.25rem;
}

.payment > * {
  min-width: 0;
}

.title {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.25rem 0.875rem;
  margin: 0.25rem 0;
}

.sum {
  font-size: 2rem;
  line-height: 1.2;
  font-weight: 650;
  letter-spacing: -0.015em;
  white-space: nowrap;
}

.facts {
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(11.5rem, 1fr));
  gap: 1rem 1.5rem;
}

.facts dt {
  color: var(--muted);
  font-size: 0.8125rem;
}

.facts dd {
  margin-top: 0.0625rem;
}

.decisions {
  display: grid;
  gap: 0.75rem;
  list-style: none;
}

.decisions li {
  display: grid;
  gap: 0.375rem;
}

.decisions .button {
  width: 100%;
}

.events {
  list-style: none;
}

.events > li {
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  padding: 0 0 1.25rem 1.75rem;
  border-left: 2px solid var(--line);
  margin-left: 0.5rem;
}

.events > li:last-child {
  border-left-color: transparent;
  padding-bottom: 0;
}

.events > li::before {
  content: "";
  position: absolute;
  left: -0.5rem;
  top: 0.3rem;
  width: 0.875rem;
  height: 0.875rem;
  border-radius: 50%;
  background: var(--surface);
  border: 3px solid var(--closed);
}

.events > li.settled::before {
  border-color: var(--settled);
  background: var(--settled);
}
.events > li.waiting::before {
  border-color: var(--waiting);
}
.events > li.doubt::before {
  border-color: var(--doubt);
  background: var(--doubt);
}
.events > li.failed::before {
  border-color: var(--failed);
  background: var(--failed);
}
.events > li.held::before {
  border-color: var(--held);
  background: var(--held);
}

.events .when {
  color: var(--muted);
  font-size: 0.875rem;
}

.events .gap {
  font-weight: 600;
}

.calls {
  display: grid;
  gap: 1rem;
  list-style: none;
}

.calls > li + li {
  padding-top: 1rem;
  border-top: 1px solid var(--line);
}

.flags {
  display: grid;
  gap: 1rem;
  list-style: none;
}

.flags > li + li {
  padding-top: 1rem;
  border-top: 1px solid var(--line);
}

.plain {
  padding-left: 1.125rem;
}

.under {
  display: block;
}

.blocked {
  font-weight: 600;
  color: var(--muted);
}

.about .title {
  margin: 0.125rem 0;
}

form > .field:first-child,
form > input[type="hidden"] + .field {
  margin-top: 0;
}

.body > * + * {
  margin-top: 1.25rem;
}

.card > h3 {
  margin-bottom: 0.75rem;
}

.card > figure + h3 {
  margin-top: 1.5rem;
}

figcaption {
  margin-top: 0.5rem;
}

/* Holds */

.halves {
  display: grid;
  gap: 1.25rem;
}

.halves > * {
  min-width: 0;
}

.halves > .card + .card {
  margin-top: 0;
}

.pauses {
  list-style: none;
}

.pause {
  display: flex;
  flex-wrap: wrap;
  align-items: start;
  justify-content: space-between;
  gap: 0.75rem 1.25rem;
}

.pause > div {
  flex: 1 1 14rem;
}

.pause + .pause {
  margin-top: 1.25rem;
  padding-top: 1.25rem;
  border-top: 1px solid var(--line);
}

/* Pictures */

.picture svg {
  display: block;
  width: 100%;
  height: auto;
}

.picture svg text {
  fill: var(--ink);
  font-size: 12px;
}

.picture svg .soft {
  fill: var(--muted);
}

.picture svg .rule {
  stroke: var(--line);
}

.picture svg .link {
  stroke: var(--muted);
}

.picture svg .end {
  text-anchor: end;
}

.picture svg .middle {
  text-anchor: middle;
}

.picture svg .strong {
  font-weight: 600;
}

.picture svg .settled {
  fill: var(--settled);
}
.picture svg .waiting {
  fill: var(--waiting);
}
.picture svg .doubt {
  fill: var(--doubt);
}
.picture svg .failed {
  fill: var(--failed);
}
.picture svg .held {
  fill: var(--held);
}
.picture svg .closed {
  fill: var(--closed);
}
.picture svg .accent {
  fill: var(--accent);
}
.picture svg .lane {
  fill: var(--sunken);
}
.picture svg .tick {
  fill: var(--surface);
}

.picture .for-wide {
  display: none;
}

@media (min-width: 48rem) {
  .picture .for-wide {
    display: block;
  }
  .picture .for-narrow {
    display: none;
  }
}

/* The day */

.lead {
  margin-bottom: 1.25rem;
}

.day {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.75rem 1rem;
}

.day .field {
  margin: 0;
}

.tiles {
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 0.75rem;
  margin-bottom: 1.25rem;
}

.tile {
  padding: 0.875rem 1rem;
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 0.625rem;
}

.tile dt {
  color: var(--muted);
  font-size: 0.875rem;
}

.tile dd {
  font-size: 1rem;
  line-height: 1.4;
  font-weight: 650;
  letter-spacing: -0.01em;
  white-space: nowrap;
}

.tile dd + dd {
  color: var(--muted);
  font-size: 0.875rem;
  font-weight: 400;
}

.chart {
  display: grid;
  gap: 1rem 2rem;
}

.chart > * {
  min-width: 0;
}

.chart td,
.chart th {
  padding: 0.375rem 0.5rem;
  overflow-wrap: normal;
}

.chart td:first-child,
.chart th:first-child {
  padding-left: 0;
}

.chart td:last-child,
.chart th:last-child {
  padding-right: 0;
}

@media (max-width: 47.99rem) {
  .bar > div {
    column-gap: 0.5rem;
  }
  .brand {
    width: 100%;
  }
  .bar nav ul {
    gap: 0;
  }
  .bar nav a {
    padding: 0 0.5rem;
  }
  .session {
    gap: 0;
    font-size: 0.8125rem;
  }
  .chart table {
    font-size: 0.9375rem;
  }
  .chart th,
  .chart td {
    padding-inline: 0.25rem;
  }
  .session a,
  .session button {
    padding: 0 0.375rem;
  }
}

@media (min-width: 48rem) {
  .find {
    display: grid;
    grid-template-columns: 1fr auto;
    align-items: end;
    gap: 1rem;
  }
  .find > .actions {
    margin: 0;
  }
  .tiles {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 1rem;
  }
  .tile dd:first-of-type {
    font-size: 1.5rem;
  }
}

@media (min-width: 62rem) {
  .payment {
    grid-template-columns: minmax(0, 1fr) 21rem;
    grid-template-areas: "head side" "body side";
    grid-template-rows: auto 1fr;
    align-items: start;
  }
  .payment > .head {
    grid-area: head;
  }
  .payment > .side {
    grid-area: side;
    position: sticky;
    top: 1rem;
  }
  .payment > .body {
    grid-area: body;
  }
  .chart,
  .halves {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    align-items: start;
  }
}

@media (forced-colors: active) {
  .pill,
  .count {
    border: 1px solid;
  }
}

@media print {
  .bar nav,
  .session,
  .side,
  .filters,
  .paging,
  .skip {
    display: none;
  }
  body {
    background: none;
  }
}
`
