import { parseSync } from "oxc-parser"
import { execSync } from "node:child_process"
import { readFileSync } from "node:fs"
const mode = process.argv[2]
const roots = process.argv.slice(3)
const files = execSync(`git ls-files ${roots.join(" ")}`, { cwd: "../..", encoding: "utf8" })
  .split("\n")
  .filter((f) => /\/src\/.*\.ts$/.test(f) && !/migrations\//.test(f))
for (const f of files) {
  const src = readFileSync("../../" + f, "utf8")
  const { program, comments } = parseSync(f, src)
  const docBefore = (start) => {
    const c = comments.filter((c) => c.end <= start && /^\s*$/.test(src.slice(c.end, start))).at(-1)
    return c
      ? c.value
          .replace(/^\*?\s*/, "")
          .replace(/\n\s*\*\s?/g, " ")
          .trim()
      : ""
  }
  if (mode === "names") {
    let head = false
    for (const n of program.body) {
      if (n.type !== "ExportNamedDeclaration" || !n.declaration) continue
      if (!head) {
        console.log("\n## " + f)
        head = true
      }
      const d = n.declaration
      const text = src.slice(d.start, d.end)
      let sig
      if (d.type === "VariableDeclaration") {
        const init = d.declarations[0].init
        let e = d.end
        if (init && init.type === "ArrowFunctionExpression") e = init.body.start
        sig = src.slice(d.start, Math.min(e, d.start + 420))
      } else if (d.type === "FunctionDeclaration") sig = src.slice(d.start, d.body.start)
      else sig = text.slice(0, 1500)
      console.log(`/** ${docBefore(n.start)} */\n${sig.replace(/\n\s*\n/g, "\n")}`)
    }
  } else {
    const seen = []
    const walk = (node) => {
      if (!node || typeof node !== "object") return
      if (Array.isArray(node)) {
        node.forEach(walk)
        return
      }
      if (node.type === "ImportDeclaration") return
      if (node.type === "Literal" && typeof node.value === "string" && /[A-Za-z]{2,} [a-z]/i.test(node.value))
        seen.push([node.start, node.value])
      else if (
        node.type === "TemplateLiteral" &&
        /[A-Za-z]{2,} [a-z]|[a-z]: |} [a-z]{2,}/i.test(src.slice(node.start, node.end))
      ) {
        seen.push([node.start, src.slice(node.start, node.end)])
        return
      }
      for (const k in node) if (k !== "parent") walk(node[k])
    }
    walk(program)
    if (seen.length) {
      console.log("\n## " + f)
      for (const [s, v] of seen) console.log(`${src.slice(0, s).split("\n").length}: ${v}`)
    }
  }
}
