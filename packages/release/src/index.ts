/** Publishing to a registry on this machine, and looking at what an installation brings. */
export { startRegistry, type Registry } from "./registry.ts"
