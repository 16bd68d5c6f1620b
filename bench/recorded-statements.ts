import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { DB } from '#db/schema.ts'
import type { PracticeUser } from '#kit/server/actor.ts'

export type Statement = { sql: string; parameters: readonly unknown[] }

/** The statements that the product's own functions send, word for word: what the floor then sends without the product. */
export async function recordStatements(
  user: Omit<PracticeUser, 'tx'>,
  work: (user: PracticeUser) => Promise<unknown>,
): Promise<Statement[]> {
  const recorded: Statement[] = []
  class Recorder extends DummyDriver {
    override async acquireConnection() {
      return {
        executeQuery: async ({ sql, parameters }: CompiledQuery) => {
          recorded.push({ sql, parameters })
          return { rows: [{}] as never[] }
        },
        streamQuery: () => {
          throw new Error('not recorded')
        },
      }
    }
  }
  const tx = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: db => new PostgresIntrospector(db),
      createDriver: () => new Recorder(),
    },
  })
  await work({ ...user, tx } as PracticeUser)
  return recorded
}
