/** Unreadable rows, as a defect or another program may leave them. */
import { Logger } from "effect"
import { changeRows, type Script } from "./scripted.ts"

/** Makes the rows of these payments unreadable. */
export const spoil = ({ cell }: Script, ...ids: ReadonlyArray<string>): void => {
  changeRows({ cell }, (row) => (ids.includes(row.id) ? { ...row, body: "{" } : row))
}

/** What is told in the log instead, line by line. */
export const collectLines = () => {
  const lines: Array<string> = []
  return {
    lines,
    logger: Logger.layer([Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))]),
  }
}
