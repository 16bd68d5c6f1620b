import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { staffSignupCalls } from '../contract.ts'

export const signupList = (tab: 'waiting' | 'decided') =>
  queryOptions({
    queryKey: ['signups', tab],
    queryFn: async ({ signal }) => (await call(staffSignupCalls.list, { query: { tab }, signal })).data,
    meta: { topics: ['signups'] },
  })

export const signupOne = (id: string) =>
  queryOptions({
    queryKey: ['signup', id],
    queryFn: ({ signal }) => call(staffSignupCalls.one, { params: { id }, signal }),
    meta: { topics: ['signups'] },
  })
