/** The kind of a defect. Its message may quote what no log may hold. */
export const defectKind = (defect: unknown): string => (defect instanceof Error ? defect.name : typeof defect)
