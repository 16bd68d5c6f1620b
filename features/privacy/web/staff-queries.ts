import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { readingsAPage, staffPrivacyCalls } from '../contract.ts'

export const erasureList = queryOptions({
  queryKey: ['erasures'],
  queryFn: async ({ signal }) => (await call(staffPrivacyCalls.erasures, { signal })).data,
  meta: { topics: ['account'] },
})

export const casesByCode = (code: string) =>
  queryOptions({
    queryKey: ['read-cases', code],
    queryFn: async ({ signal }) => (await call(staffPrivacyCalls.findCases, { query: { code }, signal })).data,
    enabled: code !== '',
    meta: { topics: [] },
  })

/** Never refetched automatically, because each reading is audited. */
export const readersOf = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['readers', id],
    queryFn: async ({ signal, pageParam }) =>
      (
        await call(staffPrivacyCalls.readers, {
          params: { id },
          query: pageParam === undefined ? {} : { before: pageParam },
          signal,
        })
      ).data,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => (last.length < readingsAPage ? undefined : last.at(-1)?.id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { topics: [] },
  })

export const removalList = queryOptions({
  queryKey: ['removals'],
  queryFn: async ({ signal }) => (await call(staffPrivacyCalls.removals, { signal })).data,
  meta: { topics: [] },
})

export const retentionQuery = queryOptions({
  queryKey: ['retention'],
  queryFn: async ({ signal }) => (await call(staffPrivacyCalls.retention, { signal })).data,
  meta: { topics: [] },
})

export const namesOver = (months: number) =>
  queryOptions({
    queryKey: ['names-over', months],
    queryFn: async ({ signal }) => (await call(staffPrivacyCalls.namesOver, { query: { months }, signal })).data,
    meta: { topics: [] },
  })
