import * as v from 'valibot'

/**
 * Keeps the fields that the schema names and drops all others, at every depth: so a strict schema, which refuses unknown fields
 * in a body, can also serve for replies or stored data. Any other mismatch is still refused.
 */
export function cutTo<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const read = v.safeParse(schema, value)
  if (read.success) return read.output
  if (!read.issues.every(isUnnamed)) throw new v.ValiError(read.issues)
  const cut = structuredClone(value)
  for (const { path = [] } of read.issues) remove(cut, path)
  // Each pass reports only the first unknown key of each object.
  return cutTo(schema, cut)
}

const isUnnamed = ({ type, expected }: v.BaseIssue<unknown>) => type === 'strict_object' && expected === 'never'

function remove(from: unknown, path: readonly { key: unknown }[]) {
  const keys = path.map(({ key }) => String(key))
  const owner = keys.slice(0, -1).reduce<unknown>((value, key) => Reflect.get(Object(value), key), from)
  Reflect.deleteProperty(Object(owner), keys.at(-1) ?? '')
}
