/** What `pnpm start` prints once everything works: where to click, and what is needed there. */
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import type { Playground, PlaygroundPorts } from "@cauri/programs"
import type { Paint } from "./paint.ts"

interface HousePicture {
  readonly wanted: Partial<PlaygroundPorts>
  readonly folder: string
  readonly paint: Paint
  readonly language: Language
}

/** The text; it names each program that could not have its port. */
export const houseText = (
  { books, console: page, receiver, reconcilers, sandbox, shop }: Playground,
  { folder, language, paint, wanted }: HousePicture,
): string => {
  const words = tools[language].started
  const rows = [
    [words.shop, shop.url, words.shop_is],
    ["", `${shop.url}/admin`, words.admin(shop.adminPassword)],
    [words.sandbox, sandbox.pages, words.sandbox_is],
    [words.console, `${page.url}/enter/${page.token}`, words.console_is],
    [words.receiver, `${receiver.url}/callbacks/…`, words.receiver_is],
    [words.reconciler, words.process(reconcilers.map(({ pid }) => pid).join(", ")), words.reconciler_is],
    [words.store, books.file, words.store_is],
  ] as const
  const moved = [
    [words.shop, wanted.shop, shop.url],
    [words.sandbox, wanted.sandbox, sandbox.url],
    [words.console, wanted.console, page.url],
    [words.receiver, wanted.receiver, receiver.url],
  ] as const
  return [
    "",
    ...rows.flatMap(([name, where, what]) => [
      `  ${paint("strong", name.padEnd(13))}${paint("event", where)}`,
      `  ${"".padEnd(13)}${paint("faint", what)}`,
    ]),
    "",
    ...moved.flatMap(([name, port, url]) =>
      port === undefined || url.endsWith(`:${port}`)
        ? []
        : [`  ${paint("warn", words.port_moved(name, port, new URL(url).port))}`],
    ),
    `  ${words.kept(folder, paint("strong", "Ctrl-C"))}`,
    "",
    "",
  ].join("\n")
}
