import * as v from 'valibot'

/**
 * What the schema names and nothing else, at every depth: a strict schema, which refuses in a body what it does not name,
 * may stand in a reply or read what was stored before. Anything else that is wrong is still refused.
 */
export function cutTo<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  if (!read.issues.every(isUnnamed)) throw new v.ValiError(read.issues)
  const cut = structuredClone(value)
  for (const { path = [] } of read.issues) remove(cut, path)
  // Of each object only the first such key has been told.
  return cutTo(schema, cut)
}

const isUnnamed = ({ type, expected }: v.BaseIssue<unknown>) => type === 'strict_object' && expected === 'never'

function remove(from: unknown, path: readonly { key: unknown }[]) {
  const keys = path.map(({ key }) => String(key))
  const owner = keys.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(Object(value), key), from)
  Reflect.deleteProperty(Object(owner), keys.at(-1) ?? '')
}
