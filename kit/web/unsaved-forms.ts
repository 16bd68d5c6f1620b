/** Forms that differ from what is saved: whoever leaves them is asked. */
export const unsavedForms = new Set<string>()

export const hasUnsavedChanges = () => unsavedForms.size > 0
