import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'
import { NewProgram, ToldAt } from './staff-input.ts'

const Program = v.object({
  id: Id,
  name: v.string(),
  addedAt: Instant,
  /** Kept out since; it can be let in again, and finds its cases under the names that it has for them. */
  removedAt: v.nullable(Instant),
  /** Those that open, the newest first: those before go on for a day. */
  keys: v.array(
    v.object({
      id: Id,
      /** Its last four letters. */
      hint: v.string(),
      createdAt: Instant,
      /** Null: until it is replaced. */
      endsAt: v.nullable(Instant),
      /** To the nearest ten minutes; null: never. */
      seenAt: v.nullable(Instant),
    }),
  ),
  /** Where it wants to be told that there is something to fetch. */
  toldAt: v.nullable(
    v.object({
      url: v.string(),
      answeredAt: v.nullable(Instant),
      /** Since when it has not answered, and what it said in place of that: a status, or why there was none. */
      failingSince: v.nullable(Instant),
      failure: v.nullable(v.string()),
    }),
  ),
})
export type Program = v.InferOutput<typeof Program>

/** Said once: only its hash is kept. */
const NewKey = v.object({ id: Id, key: v.string() })

/** Which programs of the laboratory's come in, said by its administrators. */
export const staffProgramCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/programs',
    needs: 'settings',
    summary:
      'The programs that the laboratory has let in, with their keys and where they are told; those that are kept out last',
    /** `isWithinAllowed`: whether they may be told within this installation's own network, and without TLS. */
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
