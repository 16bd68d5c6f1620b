const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** For text and attribute values. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => escapes[character] ?? character)
