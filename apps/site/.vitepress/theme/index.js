// Without its fonts: the reader's own are there at once, and cost nothing on a phone.
import Theme from "vitepress/theme-without-fonts"
import "./style.css"

export default Theme
