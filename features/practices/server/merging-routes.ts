import { recordDeedOn } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { mergingCalls } from '../merging-contract.ts'
import { findBoth, lookAtMerging, mergePractices } from './merging-sql.ts'

/** Merges a practice that was created twice, or two that have become one. */
export function mergingRoutes(api: Api) {
  on(api, mergingCalls.look, asStaff, async ({ actor: staff, params, query }) => {
    const named = await findNamed(staff, params.id, query.goingId)
    const seen = await lookAtMerging(staff, named.going.id, named.staying.id)
    if (!seen) throw problem('not_found')
    return { data: { ...named, ...seen } }
  })

  on(api, mergingCalls.merge, asStaff, async ({ actor: staff, params, body, requestId, refuse }) => {
    const { going, staying } = await findNamed(staff, params.id, body.goingId)
    if (asSeen(body.name) !== asSeen(going.name)) {
      throw problem('input_invalid', { errors: [{ path: 'name', code: 'name_differs' }] })
    }
    const kept = await mergePractices(staff, going.id, staying.id)
    // One of them was merged elsewhere meanwhile.
    if (!kept) throw problem('conflict')
    const [obstacle] = kept
    if (obstacle) return refuse(obstacle)
    await recordDeedOn(staff, going.id, 'practice_merged', requestId)
    return undefined
  })
}

async function findNamed(staff: Staff, stayingId: string, goingId: string) {
  if (stayingId === goingId) throw problem('input_invalid', { errors: [{ path: 'goingId', code: 'same_practice' }] })
  const both = await findBoth(staff, [stayingId, goingId])
  const [staying, going] = [stayingId, goingId].map(id => both.find(one => one.id === id))
  if (!staying || !going) throw problem('not_found')
  return { staying, going }
}

/** As a screen shows it: repeated spaces look like one, and both encodings of é look alike. */
const asSeen = (name: string) => name.normalize('NFC').replace(/\s+/g, ' ').trim()
