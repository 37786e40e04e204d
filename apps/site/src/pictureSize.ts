/** How large a picture is, so that a page keeps its place while it loads. */
import { readFileSync } from "node:fs"

/** Width and height of a WebP file with one image in it, as its first chunk says them. */
const webpSize = (bytes: Buffer): readonly [width: number, height: number] => {
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
    case "VP8L": {
      const bits = bytes.readUInt32LE(21)
      return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
    }
    default:
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
  }
}

/** Width and height of a picture of `docs/pictures`; null: it has another form. */
export const pictureSize = (name: string): readonly [width: number, height: number] | null => {
  if (!name.endsWith(".webp")) return null
  return webpSize(readFileSync(new URL(`../../../docs/pictures/${name}`, import.meta.url)))
}
