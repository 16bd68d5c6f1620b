import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { NewProgram, ToldAt } from './staff-input.ts'

const Program = v.object({
  id: Id,
  name: v.string(),
  addedAt: Instant,
  /** No longer let in since then; when let in again, it finds its cases under their names. */
  removedAt: v.nullable(Instant),
  /** Valid keys, newest first; older ones end a day after being replaced. */
  keys: v.array(
    v.object({
      id: Id,
      /** Its last four characters. */
      hint: v.string(),
      createdAt: Instant,
      /** Null: until it is replaced. */
      endsAt: v.nullable(Instant),
      /** Last use, to the nearest ten minutes; null if never used. */
      seenAt: v.nullable(Instant),
    }),
  ),
  /** Where it is notified that there is something to fetch. */
  toldAt: v.nullable(
    v.object({
      url: v.string(),
      answeredAt: v.nullable(Instant),
      /** Since when it has not answered, and why: a status or an error code. */
      failingSince: v.nullable(Instant),
      failure: v.nullable(v.string()),
    }),
  ),
})
export type Program = v.InferOutput<typeof Program>

/** The key is shown once: only its hash is kept. */
const NewKey = v.object({ id: Id, key: v.string() })

/** Administrators' calls to manage the laboratory's programs. */
export const staffProgramCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/programs',
    needs: 'settings',
    summary:
      'The programs that the laboratory has let in, with their keys and where they are told; those that are kept out last',
    /** `isWithinAllowed`: whether addresses in the installation's own network and without TLS are allowed. */
    reply: v.object({ data: v.array(Program), isWithinAllowed: v.boolean() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/staff/programs',
    needs: 'settings',
    summary: 'Lets a program in; its key is said once',
    status: 201,
    body: NewProgram,
    reply: data(NewKey),
    refusals: { too_many_programs: 409 },
  }),
  newKey: endpoint({
    method: 'POST',
    path: '/api/staff/programs/:id/key',
    needs: 'settings',
    summary:
      'Makes another key for a program, and lets it in again where it was kept out; the keys before go on for a day',
    reply: data(NewKey),
    refusals: { too_many_programs: 409 },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/staff/programs/:id',
    needs: 'settings',
    summary: 'Keeps a program out from now on; what it has done stays under its name',
    status: 204,
  }),
  setToldAt: endpoint({
    method: 'PUT',
    path: '/api/staff/programs/:id/address',
    needs: 'settings',
    summary:
      'Where a program is told that there is something to fetch, and the secret with which that is signed; said once',
    body: ToldAt,
    reply: data(v.object({ secret: v.string() })),
    refusals: { address_not_allowed: 422 },
  }),
  removeToldAt: endpoint({
    method: 'DELETE',
    path: '/api/staff/programs/:id/address',
    needs: 'settings',
    summary: 'Tells a program nothing any more',
    status: 204,
  }),
}
