/** In groups of four, as printed; copied without the spaces. */
export const grouped = (letters: string) => letters.replace(/(.{4})(?=.)/g, '$1 ')
