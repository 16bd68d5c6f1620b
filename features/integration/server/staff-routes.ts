import { randomBytes } from 'node:crypto'
import { recordDeedOn } from '#features/audit/server/sql.ts'
import {
  insertProgram,
  lockAndCountPrograms,
  lockProgram,
  setProgramRemoved,
} from '#features/people/server/programs-sql.ts'
import { problem } from '#kit/problem.ts'
import { mayBeCalled } from '#kit/server/post-outside.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { hashOfProgramKey, programKeyBegins } from '#tenancy/server/program-guard.ts'
import { staffProgramCalls } from '../staff-contract.ts'
import { mostPrograms } from '../staff-input.ts'
import { deleteToldAt, endKeys, insertKey, listPrograms, setToldAt } from './programs-sql.ts'
import { writtenSecret } from './tell-program.ts'

/** Manages the programs that a laboratory lets in. */
export function staffProgramRoutes(api: Api, { isWithinAllowed }: { isWithinAllowed: boolean }) {
  on(api, staffProgramCalls.list, asStaff, async ({ actor: staff }) => ({
    data: await listPrograms(staff),
    isWithinAllowed,
  }))

  on(api, staffProgramCalls.add, asStaff, async ({ actor: staff, body, requestId, refuse }) => {
    if ((await lockAndCountPrograms(staff)) >= mostPrograms) return refuse('too_many_programs')
    const id = await insertProgram(staff, body.name)
    const key = await makeKey(staff, id)
    await recordDeedOn(staff, id, 'program_added', requestId)
    return { data: { id, key } }
  })

  on(api, staffProgramCalls.newKey, asStaff, async ({ actor: staff, params: { id }, requestId, refuse }) => {
    const program = await lockProgram(staff, id)
    if (!program) throw problem('not_found')
    if (program.isRemoved) {
      if ((await lockAndCountPrograms(staff)) >= mostPrograms) return refuse('too_many_programs')
      await setProgramRemoved(staff, id, false)
    }
    const key = await makeKey(staff, id)
    await recordDeedOn(staff, id, program.isRemoved ? 'program_added' : 'program_key_made', requestId)
    return { data: { id, key } }
  })

  on(api, staffProgramCalls.remove, asStaff, async ({ actor: staff, params: { id }, requestId }) => {
    await lockActiveProgram(staff, id)
    await endKeys(staff, id)
    await setProgramRemoved(staff, id, true)
    await recordDeedOn(staff, id, 'program_removed', requestId)
    return undefined
  })

  on(api, staffProgramCalls.setToldAt, asStaff, async ({ actor: staff, params: { id }, body, requestId, refuse }) => {
    await lockActiveProgram(staff, id)
    if (!mayBeCalled(body.url, isWithinAllowed)) return refuse('address_not_allowed')
    const secret = randomBytes(32)
    await setToldAt(staff, id, { url: body.url, secret })
    await recordDeedOn(staff, id, 'program_address_set', requestId)
    return { data: { secret: writtenSecret(secret) } }
  })

  // Also for a program no longer let in, whose address stays until somebody removes it.
  on(api, staffProgramCalls.removeToldAt, asStaff, async ({ actor: staff, params: { id }, requestId }) => {
    if (!(await lockProgram(staff, id))) throw problem('not_found')
    const { numDeletedRows } = await deleteToldAt(staff, id)
    if (numDeletedRows > 0) await recordDeedOn(staff, id, 'program_address_set', requestId)
    return undefined
  })
}

async function lockActiveProgram(staff: Staff, id: string): Promise<void> {
  const program = await lockProgram(staff, id)
  if (!program || program.isRemoved) throw problem('not_found')
}

async function makeKey(staff: Staff, programId: string): Promise<string> {
  const key = `${programKeyBegins}${randomBytes(32).toString('base64url')}`
  await insertKey(staff, programId, { secretHash: hashOfProgramKey(key), hint: key.slice(-4) })
  return key
}
