// Follows the payment of an order: the server sends the part of the page again; a changed one replaces it.
const section = document.querySelector("[data-live]")
if (section) {
  const source = new EventSource(section.dataset.live)
  source.addEventListener("payment", ({ data }) => {
    const sent = document.createElement("template")
    sent.innerHTML = data
    const [part] = sent.content.children
    const shown = section.firstElementChild
    if (part && shown && part.dataset.version !== shown.dataset.version) shown.replaceWith(part)
  })
  source.addEventListener("end", () => source.close())
}
