/** Forms that differ from what is saved. */
export const unsavedForms = new Set<string>()

export const hasUnsavedChanges = () => unsavedForms.size > 0
