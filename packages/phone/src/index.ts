/**
 * The table of contents of phone: numbers as people type and read them, the operators that were seen, and what to tell customers.
 */

// Numbers
export { maximumTypedLength, normalisePhone } from "./normalisePhone.ts"
export { PhoneProblem, PhoneProblemCause } from "./PhoneProblem.ts"
export { formatMaskedPhone, formatPhone } from "./formatPhone.ts"
export { type Country, countryOf, isCountry, regionalCountries } from "./Country.ts"

// Operators, as open data
export { operators, type SeenOperator, suggestModes, suggestOperators } from "./operators.ts"

// What customers are told
export { type InstructionDetails, instructions, payinStatus } from "./instructions.ts"
export { formatXof } from "./typeset.ts"
