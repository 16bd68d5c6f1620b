import * as v from 'valibot'
import { data, endpoint, Id, Instant } from '#kit/contract.ts'

const Session = v.object({
  id: Id,
  createdAt: Instant,
  usedAt: Instant,
  /** "Chrome · Windows", as far as the browser says. */
  device: v.string(),
  isCurrent: v.boolean(),
})

export const sessionCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/account/sessions',
    needs: 'session',
    summary: 'Where this user is signed in',
    reply: data(v.array(Session)),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    needs: 'session',
    summary: 'Sign this user out somewhere',
    status: 204,
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/account/sessions',
    needs: 'session',
    summary: 'Sign this user out everywhere else',
    status: 204,
  }),
}
