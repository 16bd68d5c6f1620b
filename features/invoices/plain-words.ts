/**
 * One line of text that a file can carry and an eye can see: without control codes, turns of direction, halves of
 * characters and what XML has no place for.
 */
export const plainWords = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()

export const isBlank = (text: string): boolean => /^\p{Z}*$/u.test(plainWords(text))
