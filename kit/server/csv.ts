/**
 * Of a cell that begins like a formula, an apostrophe makes words (OWASP, CSV injection). Spreadsheets take signs of other
 * widths for the plain ones, and some pass over what does not show.
 */
export const csvWords = (text: string): string =>
  /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@\u2212])/u.test(text.normalize('NFKC')) ? `'${text}` : text
