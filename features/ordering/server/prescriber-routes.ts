import { type Api, on } from '#kit/server/serve.ts'
import type { ForPractice } from '#tenancy/server/actor.ts'
import { asPracticeUser } from '#tenancy/server/guards.ts'
import { orderingCalls, type Prescribers } from '../contract.ts'
import { listPatients } from './patient-sql.ts'
import { listDoctors, listLatePrescribers } from './prescriber-sql.ts'

/** Enough suggestions to read while typing a name. */
const mostNames = 5

export function prescriberRoutes(api: Api) {
  on(api, orderingCalls.listPrescribers, asPracticeUser, async ({ actor: user }) => {
    return { data: await prescribersOf(user) }
  })

  on(api, orderingCalls.listPatients, asPracticeUser, async ({ actor: user, query }) => ({
    data: await listPatients(user, query.code),
  }))
}

/** The latest prescriber comes first. */
export async function prescribersOf(user: ForPractice): Promise<Prescribers> {
  const [doctors, cases] = await Promise.all([listDoctors(user), listLatePrescribers(user)])
  // Prescribers of this user's own orders first, then those of colleagues.
  const late = cases.toSorted((a, b) => Number(b.ordered_by === user.userId) - Number(a.ordered_by === user.userId))
  const placeOf = (doctor: string) => {
    const place = late.findIndex(({ prescriber_id }) => prescriber_id === doctor)
    return place < 0 ? late.length : place
  }
  const names = late.flatMap(({ prescriber_id, prescriber }) => (prescriber && !prescriber_id ? [prescriber] : []))
  return {
    doctors: doctors.toSorted((a, b) => placeOf(a.id) - placeOf(b.id)),
    names: [...new Set(names)].slice(0, mostNames),
  }
}
