import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, with the extension by which programs recognise calendar addresses. */
export const newSecret = () => `${randomBytes(32).toString('base64url')}.ics`

/** Stored in place of the secret. That many random bits need neither salt nor a slow hash. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()
