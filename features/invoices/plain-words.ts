/**
 * One line of printable text: without control characters, bidirectional overrides, lone surrogates and what XML cannot
 * carry.
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
