/** Stores that keep statements of the service wrongly. */
import { Effect, Option } from "effect"
import type { AccountStatements } from "@cauri/core/adapter"
import { type Broken, brokenOperations, type World } from "./world.ts"

/** A store that keeps statements wrongly, in some of the methods. */
const keeping = (
  name: string,
  caughtBy: string,
  statements: (sound: AccountStatements["Service"], world: World) => Partial<AccountStatements["Service"]>,
) => brokenOperations(name, caughtBy, (world) => ({ statements: statements(world.statements, world) }))

const byteForByte = "a file comes back byte for byte, and is kept once under its first name"
const asAdded =
  "a statement comes back as it was added, with its number, the name of its file and the number of its lines"
const replacing = "a statement that replaces another counts instead of it, and nothing is lost"
const once = "a line that two statements have counts once, from the first, and in each project by itself"
const refusing = "what cannot be kept whole is refused, and nothing of it is kept"
const inOrder = "lines come by time, then statement and number, page by page, letter for letter"
const listing = "statements are listed from the newest, by project and by the period that they touch"
const forgotten = "a gap begins with the newest event, in every project with payouts"

/** Changes what is stored of statements, behind the port's back. */
const alter = (
  { cell }: World,
  change: (stored: World["cell"]["current"]["statements"]) => Partial<World["cell"]["current"]["statements"]>,
) => {
  const { statements } = cell.current
  cell.current = { ...cell.current, statements: { ...statements, ...change(statements) } }
}

export const brokenStatements: ReadonlyArray<Broken> = [
  keeping("files are kept as text", byteForByte, ({ keepFile }) => ({
    keepFile: (file) => keepFile({ ...file, bytes: new TextEncoder().encode(new TextDecoder().decode(file.bytes)) }),
  })),
  keeping("the newest file of a digest counts", byteForByte, ({ keepFile }, world) => ({
    keepFile: (file) => {
      alter(world, ({ files }) => ({ files: files.filter(({ digest }) => digest !== file.digest) }))
      return keepFile(file)
    },
  })),
  keeping("a statement covers nothing", asAdded, ({ add }) => ({
    add: (statement, lines) => add({ ...statement, covers: [] }, lines),
  })),
  keeping("the same file in another project is another statement", "the same file twice adds nothing", (sound) => ({
    add: (statement, lines) =>
      sound
        .keepFile({ digest: `${statement.file} ${statement.project}`, name: "", bytes: Uint8Array.of(), by: "", at: 0 })
        .pipe(Effect.andThen(sound.add({ ...statement, file: `${statement.file} ${statement.project}` }, lines))),
  })),
  keeping("a line counts as often as it comes", once, ({ add }) => ({
    add: (statement, lines) =>
      add(
        statement,
        lines.map((line) => ({ ...line, digest: `${statement.file} ${line.digest}` })),
      ),
  })),
  keeping("a line counts in one project alone", once, ({ lines }, { cell }) => ({
    lines: (query) =>
      Effect.map(lines(query), (all) =>
        all.filter((line) =>
          cell.current.statements.statements
            .slice(0, line.statement - 1)
            .every(({ rows }) => rows.every(({ digest }) => digest !== line.digest)),
        ),
      ),
  })),
  keeping("a replaced statement still counts", replacing, ({ add, find }) => ({
    add: (statement, lines) => add({ ...statement, replaces: null, file: statement.file }, lines),
    find: (number) => find(number),
  })),
  keeping("a replaced statement loses its lines", replacing, (sound, world) => ({
    add: (statement, lines) =>
      Effect.tap(sound.add(statement, lines), () =>
        Effect.sync(() =>
          alter(world, ({ statements }) => ({
            statements: statements.map((each, index) =>
              index + 1 === statement.replaces ? { ...each, rows: [] } : each,
            ),
          })),
        ),
      ),
  })),
  keeping("lines are added one by one", refusing, (sound, world) => ({
    add: (statement, lines) =>
      Effect.tapError(sound.add(statement, lines), () =>
        Effect.sync(() =>
          alter(world, ({ statements }) => ({ statements: [...statements, { ...statement, rows: [] }] })),
        ),
      ),
  })),
  keeping("lines come in the order of the file", inOrder, ({ lines }) => ({
    lines: (query) =>
      Effect.map(lines(query), (all) =>
        all.toSorted((one, other) => one.statement - other.statement || one.number - other.number),
      ),
  })),
  keeping("a page begins again where times are the same", inOrder, ({ lines }) => ({
    lines: (query) =>
      lines(query.after === undefined ? query : { ...query, after: { ...query.after, statement: 99, number: 99 } }),
  })),
  keeping("bodies are kept as values, and written again", inOrder, ({ add }) => ({
    add: (statement, lines) =>
      add(
        statement,
        lines.map((line) => {
          try {
            return { ...line, body: JSON.stringify(JSON.parse(line.body)) }
          } catch {
            return line
          }
        }),
      ),
  })),
  keeping("the oldest statement comes first", listing, ({ list }) => ({
    list: (query) => Effect.map(list({ ...query, limit: 99 }), (all) => all.toReversed().slice(0, query.limit)),
  })),
  keeping("a period that only borders on another touches it", listing, ({ list }) => ({
    list: ({ touching, ...query }) =>
      list(
        touching === undefined
          ? query
          : { ...query, touching: { from: touching.from - 1, before: touching.before + 1 } },
      ),
  })),
  keeping("a gap begins when payouts were paused", forgotten, ({ gaps }) => ({
    gaps: () => Effect.map(gaps(), (all) => all.map((gap) => ({ ...gap, from: gap.before }))),
  })),
  keeping("only the newest gap is kept", forgotten, ({ gaps }) => ({
    gaps: () => Effect.map(gaps(), (all) => all.slice(-1)),
  })),
  keeping("a statement cannot be found", asAdded, () => ({ find: () => Effect.succeed(Option.none()) })),
]
