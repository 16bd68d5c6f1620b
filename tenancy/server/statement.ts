import { type Compilable, type CompiledQuery, type Expression, Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import { compileOnly } from './dialect.ts'

/**
 * What stands in a statement for what each call brings: what is known of the actor, and the values that come with it.
 * `$.brandId` is a parameter like any other.
 */
export type Slots<Actor, Values extends object = object> = {
  readonly [Name in keyof (Actor & Values)]-?: Expression<NonNullable<(Actor & Values)[Name]>>
}

class Slot {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** Known to PostgreSQL under this name once a connection has seen it: parsed, rewritten for the tenant and planned once. */
export type PreparedQuery<R = unknown> = CompiledQuery<R> & { readonly preparedAs?: string }

/** Run in the transaction that the actor was made in. */
export type Statement<Actor, Values extends object, R> = (
  ...asked: object extends Values ? [actor: Actor] : [actor: Actor, values: Values]
) => Promise<R[]>

const compiler = new Kysely<DB>({ dialect: compileOnly })
let prepared = 0

/**
 * A statement built once and run with other values each time, where building it anew would cost more than its answer.
 * Prepared unless it is one of very many: each connection keeps what it has prepared for as long as it lives.
 */
export function statement<Actor extends { readonly tx: Kysely<DB> }, Values extends object, R>(
  build: (db: Kysely<DB>, $: Slots<Actor, Values>) => Compilable<R> | RawBuilder<R>,
  { isPrepared = true } = {},
): Statement<Actor, Values, R> {
  const preparedAs = isPrepared ? `s${++prepared}` : undefined
  let compiled: CompiledQuery<R> | undefined
  return async (actor, values?: object) => {
    compiled ??= build(compiler, slots as Slots<Actor, Values>).compile(compiler)
    const brought = ({ name }: Slot): unknown => {
      if (!(name in actor)) return Reflect.get(values ?? {}, name)
      // It would mean the colleague and hit the asker, or the other way round.
      if (values && name in values) throw new Error(`“${name}” is known of the actor: call the value something else.`)
      return Reflect.get(actor, name)
    }
    const parameters = compiled.parameters.map(value => (value instanceof Slot ? brought(value) : value))
    const query: PreparedQuery<R> = { ...compiled, parameters, ...(preparedAs ? { preparedAs } : {}) }
    return (await actor.tx.executeQuery<R>(query)).rows
  }
}

/**
 * An id that PostgreSQL makes no plan of its own for. It counts how much each practice has, and where this one has little it finds a
 * plan for it alone cheaper than the one that is kept: so it plans at every call, for four times as long as it then reads (0114).
 */
export const anyOne = (id: Expression<string>) => sql<string>`(select ${id}::uuid)`

/** Of statements that differ by more than values: one for each shape, written when it is first asked for. */
export function oncePerShape<Shape extends readonly unknown[], S>(write: (...shape: Shape) => S): typeof write {
  const written = new Map<string, S>()
  return (...shape) => {
    const key = String(shape)
    const found = written.get(key) ?? write(...shape)
    written.set(key, found)
    return found
  }
}

/** Which names there are, the types say. */
const slots: object = new Proxy({}, { get: (_, name) => sql`${new Slot(String(name))}` })
