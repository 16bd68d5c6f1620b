import { type Compilable, type CompiledQuery, type Expression, Kysely, type RawBuilder, sql } from 'kysely'
import type { DB } from '#db/schema.ts'
import { compileOnly } from './dialect.ts'

/**
 * Placeholders in a statement for what each call brings: facts of the actor, and the values. `$.brandId` is a parameter like any
 * other.
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

/** The name under which PostgreSQL prepares it on each connection: parsed, rewritten for the tenant and planned once. */
export type PreparedQuery<R = unknown> = CompiledQuery<R> & { readonly preparedAs?: string }

/** Runs in the actor's transaction. */
export type Statement<Actor, Values extends object, R> = (
  ...asked: object extends Values ? [actor: Actor] : [actor: Actor, values: Values]
) => Promise<R[]>

const compiler = new Kysely<DB>({ dialect: compileOnly })
let prepared = 0

/**
 * A statement built once and run with different values, where building it each time would cost more than its answer. Prepared
 * unless there are very many such statements: a connection keeps what it has prepared for as long as it lives.
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
      // A value that shares a name with the actor's facts, such as userId, would silently mean the wrong person.
      if (values && name in values) throw new Error(`“${name}” is known of the actor: call the value something else.`)
      return Reflect.get(actor, name)
    }
    const parameters = compiled.parameters.map(value => (value instanceof Slot ? brought(value) : value))
    const query: PreparedQuery<R> = { ...compiled, parameters, ...(preparedAs ? { preparedAs } : {}) }
    return (await actor.tx.executeQuery<R>(query)).rows
  }
}

/**
 * Hides the id from the planner so that the generic plan is kept. Otherwise PostgreSQL finds a custom plan cheaper for a practice
 * with few rows and plans at every call, for four times as long as it then reads (decision 0114).
 */
export const anyOne = (id: Expression<string>) => sql<string>`(select ${id}::uuid)`

/** For statements that differ by more than values: one for each shape, built when first asked for. */
export function oncePerShape<Shape extends readonly unknown[], S>(write: (...shape: Shape) => S): typeof write {
  const written = new Map<string, S>()
  return (...shape) => {
    const key = String(shape)
    const found = written.get(key) ?? write(...shape)
    written.set(key, found)
    return found
  }
}

/** The types limit which names can be used. */
const slots: object = new Proxy({}, { get: (_, name) => sql`${new Slot(String(name))}` })
