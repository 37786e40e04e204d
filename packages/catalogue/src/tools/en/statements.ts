/** What the console says about statements of the service, in English. */
import { count } from "../../format.ts"

/** Why a file, or a row of it, is not imported, and what a comparison says. */
export const statements = {
  files: {
    no_text: "This file is no text in UTF-8. Save it as “CSV UTF-8” in a spreadsheet program, and import that file.",
    empty: "This file has no row. A statement without lines still has an opening and a closing balance.",
    too_large: "This file is larger than 8 MiB. Import shorter periods, one after the other.",
    header:
      "Its first line is not the header of a statement: time, kind, amount, and of number, reference, operator, state and balance those that it has.",
    quotes: "A quotation mark in it does not close.",
  },
  rows: {
    columns: "it has fewer or more cells than the header",
    time: "its time is not written as 2026-01-31 10:15:00",
    kind: "its kind is none of opening, payin, payout, in, out and closing",
    amount: "its amount is no whole number of francs without a sign",
    number: "its number is not 8 to 15 digits; leave out what is masked",
    operator: "its operator is not written as your payouts name it",
    state: "its state is none of completed, not_completed and pending",
    balance: "its balance is no whole number of francs, or an opening or closing has an amount",
    opening: "an opening balance stands before the lines of its operator, once",
    closing: "a closing balance stands behind the lines of its operator, once, and needs an opening",
    differs: "its balance is not what the opening and the lines before it give: a line is missing, or one too many",
  },
  bad_rows: "Nothing was imported: these rows cannot be read. Correct the file and import it again.",
  bad_row: (line: number, why: string) => `line ${line}: ${why}`,
  added: (number: number, lines: number, counted: number) =>
    `Statement ${number} is imported: ${count(lines, "en", "line")}, ${counted} of them new.`,
  already: (number: number) => `This file was imported already, as statement ${number}. Nothing was added.`,
  covers: (operators: string) => `It covers: ${operators}.`,
  covers_all: "the whole project",
  covers_nothing:
    "It covers nothing, so that no line is there proves nothing: an opening and a closing row are missing, or do not begin and end the file.",
  contradicted: (payments: number) =>
    `It contradicts ${count(payments, "en", "payment")}: each has a flag, and is on the worklist.`,
  missing: (from: string, before: string) => `No statement covers ${from} to ${before}.`,
  nothing: "No statement was imported. `cauri console statement import` imports one.",
  answers: {
    both: "in both",
    moved_there: (here: string) => `contradiction: ${here} here, moved there`,
    not_moved_there: (here: string) => `contradiction: ${here} here, not moved there`,
    other_amount: "in both, with another amount",
    ours: "in ours and not in theirs",
    theirs: "in theirs and not in ours",
    several: "fits in more than one way",
  },
  proposals: {
    completed: (line: string) => `completed: ${line}`,
    not_completed: "not completed: the time is covered whole, and no line fits",
    failed: (line: string) => `not completed: ${line}`,
    several: "unclear: more than one line or payment fits",
    other_amount: "unclear: the line has another amount",
    may_fit: "unclear: a line may be it",
    not_covered: "unclear: the statements do not cover the three days after the last call",
  },
  in_doubt: "Payouts in doubt. Nothing is decided: decide each with `cauri console resolve` and the line as evidence.",
  unreadable: (payments: number) => `${count(payments, "en", "payment")} cannot be read and stand in no answer.`,
  columns: {
    number: "number",
    project: "project",
    covers: "covers",
    from: "from",
    before: "before",
    lines: "lines",
    by: "by",
    at: "imported",
    file: "file",
    answer: "answer",
    payment: "payment",
    amount: "amount",
    line: "line",
    proposal: "proposal",
  },
  line: (statement: number, number: number, amount: string, day: string) =>
    `statement ${statement}, line ${number}, ${amount}, ${day}`,
  replaced: (number: number) => `replaced by ${number}`,
} as const
