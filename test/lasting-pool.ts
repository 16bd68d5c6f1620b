import pg from 'pg'

const ignore = () => {}

/**
 * Connections that stay when the application of one file of tests ends, for the application of the next: a process of tests serves file
 * after file (vitest.config.ts), and a connection that is new reads catalogue and policies again and plans each statement anew, which was
 * a tenth of all that the server's tests cost.
 */
class LastingPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    // Two applications of one file may share it, each with its own turns.
    super({ ...config, max: 2 * (config.max ?? 10), idleTimeoutMillis: 60_000, allowExitOnIdle: true })
    super.on('error', ignore)
    super.on('connect', client => client.on('error', ignore))
  }

  /** A listener would keep its application, and hear of the connections of others. */
  override on(): this {
    return this
  }

  override end(): Promise<void> {
    return Promise.resolve()
  }
}

const pools = new Map<string, LastingPool>()

/** One for whoever connects alike: as the same role, with the same limits. */
export function lastingPool(config: pg.PoolConfig): pg.Pool {
  const alike = JSON.stringify([config.connectionString, config.options, config.max, config.connectionTimeoutMillis])
  const pool = pools.get(alike) ?? new LastingPool(config)
  pools.set(alike, pool)
  return pool
}
