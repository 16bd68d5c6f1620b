import {
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

/** Kysely's PostgreSQL compiler without a connection. */
export const compileOnly: Dialect = {
  createAdapter: () => adapter,
  createQueryCompiler: () => compiler,
  createIntrospector: db => new PostgresIntrospector(db),
  createDriver: () => new DummyDriver(),
}

/** Runs everything on one connection, whose transaction the caller has begun and will end. */
export const dialectOver = (connection: DatabaseConnection): Dialect => ({
  ...compileOnly,
  createDriver: () => ({
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuseNesting,
    commitTransaction: refuseNesting,
    rollbackTransaction: refuseNesting,
    releaseConnection: async () => {},
    destroy: async () => {},
  }),
})

const refuseNesting = async () => {
  throw new Error('The transaction was opened by withTenant and cannot be nested.')
}
