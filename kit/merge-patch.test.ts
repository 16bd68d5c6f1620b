import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergePatch } from './merge-patch.ts'

describe('a merge patch', () => {
  // RFC 7396, Appendix A, line by line.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('makes of %s with %s', (target, patch, result) => {
    expect(mergePatch(JSON.parse(target), JSON.parse(patch))).toEqual(JSON.parse(result))
  })

  it('follows the pseudocode of the RFC, section 2, whatever the documents are', () => {
    fc.assert(
      fc.property(documents, documents, (target, patch) => {
        const isAsWritten = JSON.stringify(mergePatch(target, patch)) === JSON.stringify(asWritten(target, patch))
        return isAsWritten && String(Object.getOwnPropertyNames(Object.prototype)) === ownOfPrototype
      }),
      { numRuns: 10_000 },
    )
  })

  it('takes the way to a prototype for a name', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    const merged = mergePatch({ a: 1 }, patch)
    expect(Object.keys(merged as object)).toEqual(['a', '__proto__', 'constructor'])
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })
})

const ownOfPrototype = String(Object.getOwnPropertyNames(Object.prototype))

/** Few names, so that patches meet existing members, and names that reach prototypes. */
const names = fc.constantFrom('a', 'b', 'c', '__proto__', 'constructor', 'prototype', 'toString', '')
const { documents } = fc.letrec<{ documents: unknown }>(tie => ({
  documents: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, 1, '', 'word'),
    fc.array(tie('documents'), { maxLength: 3 }),
    fc.array(fc.tuple(names, tie('documents')), { maxLength: 4 }).map(members => Object.fromEntries(members)),
  ),
}))

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** MergePatch(Target, Patch) as the RFC writes it: in place, member by member, on objects without a prototype. */
function asWritten(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const result: Record<string, unknown> = Object.assign(Object.create(null), isObject(target) ? target : {})
  for (const name of Object.keys(patch)) {
    const value: unknown = Reflect.get(patch, name)
    if (value === null) delete result[name]
    else result[name] = asWritten(name in result ? result[name] : undefined, value)
  }
  return result
}
