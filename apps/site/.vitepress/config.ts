import { readFileSync } from "node:fs"
import { defineConfig, type DefaultTheme } from "vitepress"
import { pictureSize } from "../src/pictureSize.ts"
import { menuIn } from "../src/prepare.ts"

const { homepage }: { readonly homepage: string } = JSON.parse(
  readFileSync(new URL("../../../package.json", import.meta.url), "utf8"),
)

const french: DefaultTheme.Config = {
  sidebar: menuIn("fr"),
  outline: { label: "Sur cette page", level: [2, 3] },
  docFooter: { prev: "Page précédente", next: "Page suivante" },
  darkModeSwitchLabel: "Apparence",
  lightModeSwitchTitle: "Passer au thème clair",
  darkModeSwitchTitle: "Passer au thème sombre",
  sidebarMenuLabel: "Sommaire",
  returnToTopLabel: "Haut de page",
  langMenuLabel: "Langue",
  skipToContentLabel: "Aller au contenu",
}

export default defineConfig({
  title: "Cauri",
  srcDir: ".pages",
  outDir: "dist",
  cleanUrls: false,
  metaChunk: true,
  head: [["meta", { name: "referrer", content: "same-origin" }]],
  // It says "A VitePress site" of every page, and which program wrote it.
  transformHtml: (html) => html.replaceAll(/\s*<meta name="(?:description|generator)"[^>]*>/g, ""),
  markdown: {
    image: { lazyLoading: true },
    config: (md) => {
      // A long name may break between its words, or one column of a table pushes the others away.
      const inline = md.renderer.rules.code_inline
      md.renderer.rules.code_inline = (tokens, index, ...rest) => {
        const html = inline?.(tokens, index, ...rest) ?? ""
        return /^\w{18,}$/.test(tokens[index]?.content ?? "") ? html.replace(/_|(?<=[a-z])(?=[A-Z])/g, "$&<wbr>") : html
      }
      md.core.ruler.push("picture sizes", ({ tokens }) => {
        for (const image of tokens.flatMap(({ children }) => children ?? [])) {
          const source = image.type === "image" ? (image.attrGet("src") ?? "") : ""
          const size = source.startsWith("/pictures/") ? pictureSize(source.slice("/pictures/".length)) : null
          if (size === null) continue
          image.attrSet("width", String(size[0]))
          image.attrSet("height", String(size[1]))
        }
      })
    },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
  },
  locales: {
    en: {
      label: "English",
      lang: "en",
      link: "/en/",
      themeConfig: { sidebar: menuIn("en"), outline: { level: [2, 3] } },
    },
    fr: { label: "Français", lang: "fr", link: "/fr/", themeConfig: french },
  },
  themeConfig: {
    socialLinks: [{ icon: "github", link: homepage }],
    search: {
      provider: "local",
      options: {
        // "recu" finds « reçu ». Self-contained: the same words are folded in the browser.
        miniSearch: {
          options: { processTerm: (term: string) => term.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase() },
        },
        locales: {
          fr: {
            translations: {
              button: { buttonText: "Rechercher", buttonAriaLabel: "Rechercher" },
              modal: {
                displayDetails: "Afficher les extraits",
                resetButtonTitle: "Effacer la recherche",
                backButtonTitle: "Fermer la recherche",
                noResultsText: "Aucun résultat pour",
                footer: { selectText: "ouvrir", navigateText: "parcourir", closeText: "fermer" },
              },
            },
          },
        },
      },
    },
  },
})
