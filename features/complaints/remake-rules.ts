import type { InputError } from '#kit/problem.ts'
import type { NewRemake } from './input.ts'

const ofReported = ['answer'] as const
const ofNoted = ['kind', 'description'] as const

/** A remake either answers a reported problem, or begins with one that is noted with it. */
export function remakeGaps(asked: NewRemake): InputError[] {
  const [wanted, others] = asked.problemId ? [ofReported, ofNoted] : [ofNoted, ofReported]
  return [
    ...wanted.filter(name => asked[name] === undefined).map(path => ({ path, code: 'required' })),
    ...others.filter(name => asked[name] !== undefined).map(path => ({ path, code: 'not_asked' })),
  ]
}
