import { queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { mailSettingCalls, staffMailCalls } from '../contract.ts'

export const mailList = queryOptions({
  queryKey: ['mails'],
  queryFn: async ({ signal }) => (await call(staffMailCalls.list, { signal })).data,
  meta: { topics: [] },
})

export const mailSettings = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: async ({ signal }) => (await call(mailSettingCalls.show, { signal })).data,
  meta: { topics: [] },
})
