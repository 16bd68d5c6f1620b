import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, and the ending by which calendar programs know an address as theirs. */
export const newSecret = () => `${randomBytes(32).toString('base64url')}.ics`

/** What is kept of it. So many random bits need neither salt nor a slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
