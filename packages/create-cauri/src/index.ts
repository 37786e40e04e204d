/** Writes a repository that takes mobile money: the table of choices, the files of a choice, and the writing. */
export { type Answer, type Choices, combinations, type Question, type QuestionName, questions } from "./choices.ts"
export { createProject, type FolderProblem } from "./createProject.ts"
export { filesOf, nameFrom, type Project } from "./files.ts"
export type { Manager } from "./manager.ts"
