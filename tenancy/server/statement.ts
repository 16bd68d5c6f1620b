import { type Compilable, type CompiledQuery, type Expression, Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import { compileOnly } from './dialect.ts'

/** Stands in a statement for a value of each call. */
export type Given<G> = <T>(take: (given: G) => T) => Expression<NonNullable<T>>

class Blank {
  readonly take: (given: never) => unknown

  constructor(take: (given: never) => unknown) {
    this.take = take
  }
}

/** Known to PostgreSQL under this name once a connection has seen it: parsed, rewritten for the tenant and planned once. */
export type PreparedQuery<R = unknown> = CompiledQuery<R> & { readonly preparedAs?: string }

const compiler = new Kysely<DB>({ dialect: compileOnly })
let prepared = 0

/**
 * A statement built once and run with other values each time, where building it anew would cost more than its answer.
 * Prepared unless it is one of very many: each connection keeps what it has prepared for as long as it lives.
 */
export function statement<G, R>(
  build: (db: Kysely<DB>, given: Given<G>) => Compilable<R> | RawBuilder<R>,
  { isPrepared = true } = {},
): (tx: Kysely<DB>, given: G) => Promise<R[]> {
  const preparedAs = isPrepared ? `s${++prepared}` : undefined
  let compiled: CompiledQuery<R> | undefined
  return async (tx, given) => {
    compiled ??= build(compiler, take => sql`${new Blank(take as (given: never) => unknown)}`).compile(compiler)
    const parameters = compiled.parameters.map(value => (value instanceof Blank ? value.take(given as never) : value))
    const query: PreparedQuery<R> = { ...compiled, parameters, ...(preparedAs ? { preparedAs } : {}) }
    return (await tx.executeQuery<R>(query)).rows
  }
}
