/** Without accents and capitals: people search for "ceramique". */
export const plainWords = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every typed word begins a word of the text: "cour zir" finds "Couronne zircone". */
export function matchesWords(text: string, typed: string): boolean {
  const words = plainWords(text).split(/[^\p{L}\p{N}]+/u)
  return plainWords(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .every(part => words.some(word => word.startsWith(part)))
}
