/** How far `--once` has come: a bar on a terminal, plain lines elsewhere. */

export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

export interface Progress {
  readonly tell: (done: number, total: number) => void
  readonly end: () => void
}

const width = 30

/** A bar such as `[##########--------------------] 20/60`. */
export const progressBar = (done: number, total: number): string => {
  const filled = total === 0 ? width : Math.round((width * Math.min(done, total)) / total)
  return `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done}/${total}`
}

export const progressOn = (screen: Screen): Progress =>
  screen.isTTY === true
    ? {
        tell: (done, total) => screen.write(`\r\u001B[K${progressBar(done, total)}`),
        end: () => screen.write("\n"),
      }
    : {
        tell: (done, total) => screen.write(`${done} of ${total} due payments\n`),
        end: () => {},
      }
