/**
 * The table of contents of phone: numbers as people type and read them, the operators that were seen, and texts for customers. A page that
 * only shows sentences imports `@cauri/phone/instructions`, which loads no numbering plan.
 */

// Numbers
export { maximumTypedLength, normalisePhone } from "./normalisePhone.ts"
export { completePhone } from "./completePhone.ts"
export { type PhoneProblem, type PhoneProblemCause, phoneProblemCauses, type PhoneReading } from "./PhoneProblem.ts"
export { formatPhone } from "./formatPhone.ts"
export { type Country, countryOf, isCountry, regionalCountries } from "./Country.ts"

// Operators, as open data
export { operators, type SeenOperator, suggestModes, suggestOperators } from "./operators.ts"
export type { DirectMode } from "./words.ts"

// Texts for customers
export * from "./instructions.ts"
