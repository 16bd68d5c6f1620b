/** Forms with unsaved changes; leaving them asks first. */
export const unsavedForms = new Set<string>()

/** Presses not sent yet: leaving does not ask about them, and a session that ends keeps them pending. */
export const pressed = new Set<unknown>()

export const hasUnsavedChanges = () => unsavedForms.size > 0
