/**
 * Statements that better-sqlite3 runs: drizzle writes those whose columns it lists, the others are plain SQL. A step is a handful of
 * statements of a few microseconds each, so little stands between it and SQLite: values are bound by position, and rows come back as SQLite
 * gives them.
 */
import type { Database, Statement } from "better-sqlite3"
import { is, Param, Placeholder, type Query } from "drizzle-orm"

/** The values of a statement, by the names of its placeholders. */
type Values = Readonly<Record<string, unknown>>

/** A query of drizzle that is not run by drizzle, or plain SQL, in which a value stands as `:name`. */
type Written = string | { readonly toSQL: () => Query }

/** A query that reads. Its columns must have the names of its fields, and its values need no decoding. */
type Reading<Row> = string | { readonly toSQL: () => Query; readonly all: () => ReadonlyArray<Row> }

const textOf = (query: Written): Query => {
  if (typeof query !== "string") return query.toSQL()
  const params = [...query.matchAll(/:([a-z]+)/gi)].map(([, name = ""]) => new Placeholder(name))
  return { sql: query.replaceAll(/:[a-z]+/gi, "?"), params }
}

/** A row to insert, with values of these names; each column has the name of its value. */
export const inserting = (table: string, names: string, more: Readonly<Record<string, number>> = {}): string => {
  const all = names.split(" ")
  const columns = all.map((name) => `"${name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`)
  return `INSERT INTO ${table} (${[...columns, ...Object.keys(more)].join(", ")})
    VALUES (${[...all.map((name) => `:${name}`), ...Object.values(more)].join(", ")})`
}

const binding = ({ params }: Query): ((values: Values) => Array<unknown>) => {
  const places = params.map((param) => (is(param, Param) ? param.value : param))
  const names = places.map((place) => (is(place, Placeholder) ? place.name : null))
  return (values) => names.map((name, index) => (name === null ? places[index] : values[name]))
}

/** A statement that writes: runs it, and returns how many rows it changed. */
export const writing = (client: Database, query: Written): ((values: Values) => number) => {
  const { sql, params } = textOf(query)
  const statement = client.prepare(sql)
  const bind = binding({ sql, params })
  return (values) => statement.run(bind(values)).changes
}

/** A statement that reads: the first row, all of them, or one after the other. */
export const reading = <Row>(client: Database, query: Reading<Row>) => {
  const { sql, params } = textOf(query)
  const statement = client.prepare<Array<unknown>, Row>(sql)
  const bind = binding({ sql, params })
  return {
    sql,
    get: (values: Values): Row | undefined => statement.get(bind(values)),
    all: (values: Values): ReadonlyArray<Row> => statement.all(bind(values)),
    each: (values: Values): Iterable<Row> => statement.iterate(bind(values)),
  }
}

/** Statements whose text depends on what is asked for: each text is prepared once, as long as there are not too many. */
export const readingAnything = <Row>(client: Database, most = 200) => {
  const known = new Map<string, Statement<Array<unknown>, Row>>()
  return (query: Reading<Row>): ReadonlyArray<Row> => {
    const { sql, params } = textOf(query)
    const statement = known.get(sql) ?? client.prepare<Array<unknown>, Row>(sql)
    if (known.size >= most) known.clear()
    known.set(sql, statement)
    return statement.all(params)
  }
}
