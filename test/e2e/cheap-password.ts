import { hash } from '@node-rs/argon2'

/** Nearly every test signs in, and a password costs what would keep a thief busy. That it does is `password.test.ts`'s. */
export const cheaplyHashed = (password: string): Promise<string> => hash(password, { memoryCost: 8, timeCost: 1 })
