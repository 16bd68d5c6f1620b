import { createHash, randomBytes } from 'node:crypto'

const howMany = 10
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const length = 15

/** 75 random bits, which cannot be guessed, even from the hash. */
const newCode = () => Array.from(randomBytes(length), byte => letters[byte % letters.length]).join('')

export const newRecoveryCodes = (): string[] => Array.from({ length: howMany }, newCode)

/** In groups, for reading and typing. */
export const grouped = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-')

/** The stored hash of a code: so many random bits need no slow hash. */
export const recoveryHashOf = (userId: string, code: string): Buffer =>
  createHash('sha256').update(`${userId}/${code}`).digest()
