import { problem } from '#kit/problem.ts'

/** Refuses lists that name one thing twice. Not in the schemas: pages would carry the code for lists that they never send. */
export function refuseRepeated<K extends string>(list: readonly Record<K, unknown>[], path: string, key: K): void {
  const keys = list.map(entry => entry[key])
  const errors = keys.flatMap((value, index) =>
    keys.indexOf(value) < index ? [{ path: `${path}.${index}.${key}`, code: 'repeated' }] : [],
  )
  if (errors.length > 0) throw problem('input_invalid', { errors })
}
