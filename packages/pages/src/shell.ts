/** The frame of every page, and its protective headers: no inline script, no frame, no foreign resource, no browser cache. */
import { createHash } from "node:crypto"
import { attributes, html, type Markup, nothing } from "./html.ts"
import { icon as iconText } from "./icon.ts"
import { style as styleText } from "./style.ts"

/** A file that pages load, under an address that changes with its content. */
export interface Asset {
  readonly path: `/${string}`
  readonly mediaType: string
  readonly text: string
}

/** A file of the pages. */
export const asset = (file: string, mediaType: string, text: string): Asset => {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 16)
  return { path: `/assets/${hash}/${file}`, mediaType, text }
}

/** The one style sheet. */
export const style = asset("style.css", "text/css; charset=utf-8", styleText)

/** The picture in the tab of a browser: a cowrie shell. */
export const icon = asset("icon.svg", "image/svg+xml; charset=utf-8", iconText)

/**
 * What a page may load: its own style sheet, pictures and, where it has one, its own script. Forms lead to the site itself, redirects
 * included: a browser checks every redirect after a form.
 */
export const contentSecurityPolicy = ({ script = false }: { readonly script?: boolean } = {}): string =>
  [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ...(script ? ["script-src 'self'", "connect-src 'self'"] : []),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ")

/** The headers of every page. `same-origin`: a referrer stays within the site, and forms still send their origin. */
export const pageHeaders = (loads: { readonly script?: boolean } = {}) => ({
  "content-security-policy": contentSecurityPolicy(loads),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "cache-control": "no-store",
})

/** A place that the navigation leads to. */
export interface NavigationEntry {
  readonly href: string
  readonly text: string
  readonly current: boolean
}

/** A navigation, in the header or as tabs of a page. */
export const navigation = (label: string, entries: ReadonlyArray<NavigationEntry>, kind: string | null = null) => {
  const links = entries.map(({ current, href, text }) => {
    const link = attributes({ href, "aria-current": current ? "page" : null })
    return html`<li><a ${link}>${text}</a></li>`
  })
  return html`<nav ${attributes({ class: kind, "aria-label": label })}>
    <ul>
      ${links}
    </ul>
  </nav>`
}

/** The same page in the other language. `address`: that of the page, without a choice of language. */
export const languageLink = (
  address: string,
  { language, name = "language", text }: { readonly language: string; readonly text: string; readonly name?: string },
): Markup => {
  const joint = address.includes("?") ? "&" : "?"
  const href = `${address}${joint}${name}=${language}`
  return html`<a ${attributes({ href, lang: language, hreflang: language, rel: "nofollow" })}>${text}</a>`
}

/** The parts of a page. */
export interface PageParts {
  readonly language: string
  /** The title of the document. */
  readonly title: string
  readonly body: Markup
  /** For reading and filling in: short lines. */
  readonly narrow?: boolean
  /** The text of the link that leads past the header. */
  readonly skip: string
  /** A sentence above everything, such as that no money moves here. */
  readonly strip?: Markup
  readonly brand: { readonly name: string; readonly href: string }
  readonly navigation?: Markup
  /** Beside the navigation: the other language, the way out. */
  readonly session?: Markup
  readonly foot?: Markup
  /** The address of a script of this site, for a page that works without it. */
  readonly script?: string
  /** Where the browser goes by itself, after how many seconds; with a script only when it does not run. */
  readonly refresh?: { readonly seconds: number; readonly to: string }
  /** The way from the address of the request to the site's own root, such as `../`; pages name their addresses from that root. */
  readonly root?: string
}

/** A cowrie shell, the coin that gave the project its name. */
const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <rect class="brand-ground" width="32" height="32" rx="7" />
  <ellipse class="brand-shell" cx="16" cy="16" rx="8" ry="11" />
  <path class="brand-line" d="M16 8v16M13.5 11h5M13.5 14.3h5M13.5 17.7h5M13.5 21h5" />
</svg>`

/** What the head loads and does beyond the style sheet. */
const further = ({ refresh, script }: PageParts): Markup => {
  const meta =
    refresh === undefined
      ? nothing
      : html`<meta http-equiv="refresh" content="${`${refresh.seconds}; url=${refresh.to}`}" />`
  // A page that reloads every few seconds cannot be read aloud: with scripts, the page asks instead.
  return script === undefined
    ? meta
    : html`<noscript>${meta}</noscript>
        <script src="${script}" defer></script>`
}

const whole = (parts: PageParts): Markup =>
  html`<!doctype html>
    <html lang="${parts.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <title>${parts.title}</title>
        <link rel="stylesheet" href="${style.path}" />
        <link rel="icon" type="image/svg+xml" href="${icon.path}" />
        ${further(parts)}
      </head>
      <body>
        <a class="skip" href="#content">${parts.skip}</a>
        <header class="bar">
          ${parts.strip === undefined ? nothing : html`<p class="strip">${parts.strip}</p>`}
          <div>
            <a class="brand" href="${parts.brand.href}">${mark}<span>${parts.brand.name}</span></a>
            ${parts.navigation ?? nothing} ${parts.session ?? nothing}
          </div>
        </header>
        <main id="content" tabindex="-1" class="${parts.narrow === true ? "narrow" : "broad"}">${parts.body}</main>
        ${parts.foot === undefined ? nothing : html`<footer class="foot">${parts.foot}</footer>`}
      </body>
    </html>`

/** A whole page. */
export const pageOf = (parts: PageParts): string => {
  const { root } = parts
  const page = whole(parts).text
  // What people typed has no bare quotation mark here, so only our own attributes match.
  return root === undefined ? page : page.replaceAll(/ (href|action|src)="\//g, ` $1="${root}`)
}
