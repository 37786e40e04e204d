/** What the console says about statements of the service, in English. */
import { count } from "../../format.ts"

/** Why a file, or a row of it, is not imported, and what a comparison says. */
export const statements = {
  files: {
    spreadsheet:
      "This is a spreadsheet or a PDF. Open it in a spreadsheet program, save it as CSV (“CSV UTF-8” where that is offered), and import that file.",
    no_text: "This file is no delimited text. Export the statement as CSV from the service’s dashboard.",
    empty: "This file is empty. Export the statement again.",
    too_large: "This file is larger than 8 MiB. Export a shorter period, several times.",
  },
  rows: {
    quotes: "its quotation marks do not close, or it is too long",
    columns: "it has too few columns: it may be cut off",
    date: "its date or hour cannot be read by the form",
    amount: "its amount is no number of the form",
    decimals: "its amount has a fraction, and francs have none; check the decimal sign of the form",
    both_amounts: "it has a debit and a credit",
    no_amount: "it has no amount",
    fee: "its fee is no whole number of francs",
    balance: "its balance is no whole number of francs",
  },
  refused: {
    bad_rows: "Nothing was imported: these lines cannot be read. Correct the form, or have the file exported again.",
    outside: "Nothing was imported: a line lies outside of the period. Correct the period or the form.",
    none: "Nothing was imported: no line could be read. Correct the form.",
  },
  bad_row: (line: number, why: string) => `line ${line}: ${why}`,
  added: (number: number, lines: number, counted: number) =>
    `Statement ${number} is imported: ${count(lines, "en", "line")}, ${counted} of them new.`,
  already: (number: number) => `This file was imported already, as statement ${number}. Nothing was added.`,
  agrees: "The opening balance and the lines give the closing balance.",
  differs: (amount: string) =>
    `The opening balance and the lines differ from the closing balance by ${amount}. Lines may be missing.`,
  not_checked: "The balances were not checked: give --opening and --closing.",
  missing: (from: string, before: string) => `No statement covers ${from} to ${before}.`,
  overlap: (number: number) => `Its period overlaps statement ${number}; lines that both have count once.`,
  nothing: "No statement was imported. `cauri console statement import` imports one.",
  answers: {
    both: "in both",
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
    account: "account",
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
