import { sql } from 'kysely'
import type { Program } from './actor.ts'

/** The database writes it once in ten minutes for each key. */
export const setSeen = ({ tx, sessionId }: Program) => sql`select tenant.note_program_seen(${sessionId})`.execute(tx)
