import { asPracticeUserExcept } from '#tenancy/server/guards.ts'

/** Whoever may not order begins no draft, keeps no template and asks for no promise either. */
export const asOrderingUser = asPracticeUserExcept('isDLCPM')
