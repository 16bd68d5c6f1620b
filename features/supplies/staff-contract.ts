import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { ChangedSupply, NewSupply, SupplyPlaces } from './input.ts'

const StaffSupply = v.object({ name: v.string(), ...ChangedSupply.entries })
export type StaffSupply = v.InferOutput<typeof StaffSupply>

export const supplyListCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/staff/supplies',
    needs: 'settings',
    summary: 'What practices can request, and what they no longer can, in both languages',
    reply: data(v.array(StaffSupply)),
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/staff/supplies',
    needs: 'settings',
    summary: 'Offers something more, at the end of the list',
    status: 201,
    creates: true,
    body: NewSupply,
    reply: data(v.object({ name: v.string() })),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/staff/supplies/:name',
    needs: 'settings',
    summary: 'Changes what something is called, in which quantities it comes, and whether it is offered',
    status: 204,
    body: ChangedSupply,
  }),
  place: endpoint({
    method: 'PUT',
    path: '/api/staff/supplies',
    needs: 'settings',
    summary: 'The order of the whole list',
    status: 204,
    body: SupplyPlaces,
  }),
}
