/** What `pnpm start` prints once everything works: where to click, and what is needed there. */
import type { Playground, PlaygroundPorts } from "@cauri/programs"
import type { Paint } from "./paint.ts"

/** How it is printed. */
interface HousePicture {
  /** The ports that the programs should have. */
  readonly wanted: Partial<PlaygroundPorts>
  /** The name of the house's folder. */
  readonly folder: string
  readonly paint: Paint
}

/** The text; it names each program that could not have its port. */
export const houseText = (
  { books, console: page, receiver, reconcilers, sandbox, shop }: Playground,
  { folder, paint, wanted }: HousePicture,
): string => {
  const rows = [
    ["Shop", shop.url, "buy something; pay with a number of the sandbox's phones"],
    ["", `${shop.url}/admin`, `any name, password ${shop.adminPassword}`],
    ["Sandbox", sandbox.pages, "the service: phones, payments, callbacks, faults, scenarios"],
    ["Console", `${page.url}/enter/${page.token}`, "decisions about the shop's payments"],
    ["Receiver", `${receiver.url}/callbacks/…`, "takes callbacks for payments of the store below"],
    ["Reconciler", `process ${reconcilers.map(({ pid }) => pid).join(", ")}`, "works on the store below"],
    ["Store", books.file, "for programs of yours; the shop has one of its own"],
  ] as const
  const moved = [
    ["shop", wanted.shop, shop.url],
    ["sandbox", wanted.sandbox, sandbox.url],
    ["console", wanted.console, page.url],
    ["receiver", wanted.receiver, receiver.url],
  ] as const
  return [
    "",
    ...rows.flatMap(([name, where, what]) => [
      `  ${paint("strong", name.padEnd(12))}${paint("event", where)}`,
      `  ${"".padEnd(12)}${paint("faint", what)}`,
    ]),
    "",
    ...moved.flatMap(([name, port, url]) =>
      port === undefined || url.endsWith(`:${port}`)
        ? []
        : [
            `  ${paint("warn", `The ${name} is not on port ${port}: that one is in use, or it was elsewhere the last time.`)}`,
          ],
    ),
    `  No money moves. Data are kept in ${folder}; ${paint("strong", "Ctrl-C")} stops everything, and pnpm start goes on.`,
    "",
    "",
  ].join("\n")
}
