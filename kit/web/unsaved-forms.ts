/** Forms that differ from what is saved: whoever leaves them is asked. */
export const unsavedForms = new Set<string>()

/** What was pressed and has not arrived: nobody is asked about it, and a session that ends leaves it where it is. */
export const pressed = new Set<unknown>()

export const hasUnsavedChanges = () => unsavedForms.size > 0
