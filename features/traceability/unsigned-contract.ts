import * as v from 'valibot'
import { data, endpoint, Id } from '#kit/contract.ts'
import { unsignedShippings } from './unsigned-rules.ts'

const Ids = v.pipe(v.array(Id), v.minLength(1, 'required'), v.maxLength(500, 'too_many'))
const Setting = v.strictObject({ unsignedShipping: v.picklist(unsignedShippings) })

export const unsignedCalls = {
  check: endpoint({
    // POST, because the cases of a day exceed the length of a URL.
    method: 'POST',
    path: '/api/staff/sheets/unsigned',
    needs: 'console',
    summary:
      'Which of these cases would leave without a signed sheet, and whether whoever asks may let them; changes nothing',
    body: v.strictObject({ orderIds: Ids }),
    reply: data(v.object({ cases: v.array(v.object({ id: Id, code: v.string() })), mayShip: v.boolean() })),
  }),
  show: endpoint({
    method: 'GET',
    path: '/api/staff/sheets/settings',
    needs: 'settings',
    summary: 'Who lets a case leave whose sheet nobody has signed',
    reply: data(Setting),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/staff/sheets/settings',
    needs: 'settings',
    summary: 'Says who lets a case leave whose sheet nobody has signed',
    status: 204,
    body: Setting,
  }),
}
