import type { Metadata } from "next"
import type { ReactNode } from "react"
import { words } from "../src/words.ts"

export const metadata: Metadata = { title: words.shop }

const style = { font: "1.1rem/1.6 system-ui", margin: "3rem auto", maxWidth: "30rem", padding: "0 1rem" }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang={words.language}>
      <body style={style}>
        <main>{children}</main>
      </body>
    </html>
  )
}
