import pg from 'pg'

/**
 * A connection of its own, for a start or a command. A database that accepts and stays silent is timed out; a broken connection
 * also fails the statement under way, so the error event itself is ignored.
 */
export const newClient = (connectionString: string): pg.Client =>
  new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 }).on('error', () => undefined)
