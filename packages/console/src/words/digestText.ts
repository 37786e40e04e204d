/** The digest that people see of what core keeps in full, and compares in full. */
import { createHash } from "node:crypto"

/** Sixteen letters and digits that name what was shown. */
export const digestText = (kept: string): string => createHash("sha256").update(kept).digest("hex").slice(0, 16)
