import * as v from 'valibot'
import { Id } from '#kit/contract.ts'
import { problem } from '#kit/problem.ts'
import { ExternalId } from '../input.ts'

/** What is nobody's name may be an id of ours. */
export function idIn({ name }: { name: string }): string | undefined {
  const read = v.safeParse(Id, name)
  return read.success ? read.output : undefined
}

export function nameIn({ name }: { name: string }): string {
  const read = v.safeParse(ExternalId, name)
  if (!read.success) throw problem('input_invalid', { errors: [{ path: 'externalId', code: 'not_an_identifier' }] })
  return read.output
}
