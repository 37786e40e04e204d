/** The names of people. */
import { catalogue, type Language } from "@cauri/catalogue"
import { withoutFolded } from "./folding.ts"

/** The names of the roles in histories. */
const roles = ["merchant", "marchand", "service", "cauri", "program"]

/** A person's name; in quotation marks when it could be read as a role. */
export const personText = (name: string, language: Language): string =>
  roles.some((role) => withoutFolded(name, role, "") !== name) ? catalogue[language].details.named(name) : name
