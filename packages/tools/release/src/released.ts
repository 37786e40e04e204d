const unreleased = "## Unreleased\n"

/** The changelog in which what was unreleased has this version and day. */
export const released = (changelog: string, version: string, day: string): string => {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error("Name the version, such as 0.2.0.")
  if (changelog.includes(`\n## ${version}`)) throw new Error(`Version ${version} was released already.`)
  const [before = "", after] = changelog.split(unreleased)
  if (after === undefined || !/^\s*- /.test(after)) throw new Error("Nothing is unreleased.")
  return `${before}${unreleased}\n## ${version}, ${day}\n${after}`
}
