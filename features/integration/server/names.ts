import * as v from 'valibot'
import { lockAbsencesShared } from '#features/absences/server/sql.ts'
import { lockStanding } from '#features/practices/server/merging-sql.ts'
import { Id } from '#kit/contract.ts'
import { problem } from '#kit/problem.ts'
import { onBehalfOf, type Program } from '#tenancy/server/actor.ts'
import { ExternalId, type WhichOne } from '../input.ts'
import { findOrderNamed, findPracticeNamed } from './sql.ts'

/** A value that is no known name may be an id of the portal. */
export function idIn({ name }: { name: string }): string | undefined {
  const read = v.safeParse(Id, name)
  return read.success ? read.output : undefined
}

export function nameIn({ name }: { name: string }): string {
  const read = v.safeParse(ExternalId, name)
  if (!read.success) throw problem('input_invalid', { errors: [{ path: 'externalId', code: 'not_an_identifier' }] })
  return read.output
}

/** Finds a case by the software's name or the portal's id. */
export async function orderIdIn(program: Program, params: { name: string }): Promise<string> {
  const id = (await findOrderNamed(program, nameIn(params)))?.orderId ?? idIn(params)
  if (!id) throw problem('not_found')
  return id
}

/** Locks a practice by the software's name or the portal's id; a merged practice resolves to the one it became part of. */
export async function lockSurvivingPractice(
  program: Program,
  said: WhichOne,
  { areAbsencesLocked = false } = {},
): Promise<string> {
  const isOurs = 'id' in said
  const id = isOurs ? said.id : await findPracticeNamed(program, said.externalId)
  // Locked before the practice's row, in the order ordering uses.
  if (id && areAbsencesLocked) await lockAbsencesShared(onBehalfOf(program, id))
  const standing = id && (await lockStanding(program, id))
  if (standing) return standing
  throw problem('input_invalid', {
    errors: [{ path: isOurs ? 'practice.id' : 'practice.externalId', code: 'not_known' }],
  })
}

/** Ids for these, without duplicates; an unknown name is refused with its position. */
export async function idsOf(
  said: readonly WhichOne[],
  idsByName: (names: string[]) => Promise<Map<string, string>>,
  pathOf: (place: number) => string,
): Promise<string[]> {
  const named = await idsByName(said.flatMap(one => ('id' in one ? [] : [one.externalId])))
  const ids = said.map((one, place) => {
    const id = 'id' in one ? one.id : named.get(one.externalId)
    if (id) return id
    throw problem('input_invalid', { errors: [{ path: `${pathOf(place)}.externalId`, code: 'not_known' }] })
  })
  return [...new Set(ids)]
}
