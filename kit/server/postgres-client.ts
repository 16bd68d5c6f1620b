import pg from 'pg'

/**
 * A connection of its own, for a start or a command. A database that takes it and says nothing is not waited for; what
 * breaks one also fails the statement under way, which says so.
 */
export const newClient = (connectionString: string): pg.Client =>
  new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 }).on('error', () => undefined)
