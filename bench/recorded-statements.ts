import { Kysely } from 'kysely'
import type { DB } from '#db/schema.ts'
import type { PracticeUser } from '#tenancy/server/actor.ts'
import { dialectOver } from '#tenancy/server/dialect.ts'
import type { PreparedQuery } from '#tenancy/server/statement.ts'

/** As pg takes it. */
export type Statement = { text: string; values: readonly unknown[]; name?: string }

/** The statements that the product's own functions send, word for word: what the floor then sends without the product. */
export async function recordStatements(
  user: Omit<PracticeUser, 'tx'>,
  work: (user: PracticeUser) => Promise<unknown>,
): Promise<Statement[]> {
  const recorded: Statement[] = []
  const recorder = {
    async executeQuery({ sql, parameters, preparedAs }: PreparedQuery) {
      recorded.push({ text: sql, values: parameters, ...(preparedAs ? { name: preparedAs } : {}) })
      return { rows: [] }
    },
    streamQuery: () => {
      throw new Error('not recorded')
    },
  }
  const tx = new Kysely<DB>({ dialect: dialectOver(recorder) })
  await work({ ...user, tx } as PracticeUser)
  return recorded
}
