import { isDeepStrictEqual } from 'node:util'
import { lockAbsences } from '#features/absences/server/sql.ts'
import { setDays } from '#features/account/server/moved-days.ts'
import { recordDeedOn } from '#features/audit/server/sql.ts'
import { findPractice, insertEmptyPractice, setPractice } from '#features/people/server/practices-sql.ts'
import { lockStanding } from '#features/practices/server/merging-sql.ts'
import { identifierToKeep } from '#features/signup/rules.ts'
import { problem } from '#kit/problem.ts'
import { onBehalfOf, type Program } from '#tenancy/server/actor.ts'
import type { PracticePut, PutPractice } from '../contract.ts'
import { findPracticeNamed, lockName, namePractice } from './sql.ts'

type Call = { requestId: string; refuse: (code: 'linked_otherwise') => never }

/** Creates a practice without users under this name, or updates what the laboratory knows of it. */
export async function putPractice(
  program: Program,
  name: string,
  { practiceId, ...said }: PutPractice,
  { requestId, refuse }: Call,
): Promise<PracticePut> {
  await lockName(program, 'practices', name)
  const known = await findPracticeNamed(program, name)
  const id = known ?? practiceId
  if (!id) {
    const made = await insertEmptyPractice(
      program,
      {
        address: '',
        postalCode: '',
        city: '',
        phone: '',
        rppsSiretSiren: '',
        countryCode: said.country ?? 'FR',
        ...given(said),
      },
      { importId: undefined },
    )
    await namePractice(program, name, made)
    await change(program, made, said)
    await recordDeedOn(program, made, 'practice_created', requestId)
    return { id: made, outcome: 'created' }
  }
  // Locked before the practice's row, as ordering and merging do: its days move deliveries.
  await lockAbsences(onBehalfOf(program, id))
  const standing = await lockStanding(program, id)
  if (!standing) throw problem('not_found')
  if (practiceId && known && (await lockStanding(program, practiceId)) !== standing) return refuse('linked_otherwise')
  const hasChanged = await change(program, standing, said)
  if (!known) await namePractice(program, name, standing)
  if (hasChanged) await recordDeedOn(program, standing, 'practice_changed', requestId)
  return { id: standing, outcome: hasChanged || !known ? 'changed' : 'unchanged' }
}

type Said = Omit<PutPractice, 'practiceId'>

/** Omitted fields stay as they are. */
async function change(program: Program, id: string, said: Said): Promise<boolean> {
  await lockAbsences(onBehalfOf(program, id))
  const practice = await findPractice(program, id, { isLocked: true })
  if (!practice) throw problem('not_found')
  const whole = { ...practice, ...given(said) }
  whole.rppsSiretSiren = identifierToKeep(whole.rppsSiretSiren)
  if (isDeepStrictEqual(whole, practice)) return false
  refuseHalfAddress(whole)
  await setDays(program, id, () => setPractice(program, id, whole))
  return true
}

function refuseHalfAddress(practice: Record<(typeof delivered)[number], string>) {
  const missing = delivered.filter(field => practice[field] === '')
  if (missing.length === 0 || missing.length === delivered.length) return
  throw problem('input_invalid', { errors: missing.map(path => ({ path, code: 'required' })) })
}
const delivered = ['deliveryAddress', 'deliveryPostalCode', 'deliveryCity'] as const

type Given<T> = { [K in keyof T]: Exclude<T[K], undefined> }
const given = <T extends object>(said: T): Given<T> =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as Given<T>
