/** Publishing to a registry on this machine, and looking at what an installation brings. */
export { startRegistry, type Registry } from "./registry.ts"
export { packAll, stamp } from "./packed.ts"
export { type Installed, installedIn } from "./installed.ts"
export { newStranger, type Stranger } from "./stranger.ts"
