/** The kit that Cauri's pages are made of. */
export { type ChartParts, type Figure, type Tone, barChart, lineChart } from "./charts.ts"
export {
  type Choice,
  type FieldParts,
  type Problems,
  actions,
  choices,
  field,
  form,
  notice,
  problemSummary,
  selection,
  tick,
  typed,
} from "./fields.ts"
export { type Markup, attributes, elsewhere, html, nothing } from "./html.ts"
export {
  type Asset,
  type NavigationEntry,
  type PageParts,
  asset,
  contentSecurityPolicy,
  icon,
  languageLink,
  navigation,
  pageHeaders,
  pageOf,
  style,
} from "./shell.ts"
export { isSameSecret } from "./secrets.ts"
export { type Head, cell, facts, row, rowHead, table } from "./table.ts"
