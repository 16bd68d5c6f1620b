import { endpoint } from '#kit/contract.ts'
import { CustomerAccount } from './customer-input.ts'

export const customerAccountCalls = {
  set: endpoint({
    method: 'PUT',
    path: '/api/staff/bookkeeping/practices/:id/account',
    needs: 'billing',
    summary: 'The account of a practice in the books of the accountant; nothing takes it back to the usual one',
    status: 204,
    body: CustomerAccount,
    refusals: { account_taken: 409, changed_meanwhile: 409 },
  }),
}
