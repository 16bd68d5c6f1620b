import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { recallCalls, staffMaterialCalls } from '../contract.ts'

export const materialList = (search: string) =>
  queryOptions({
    queryKey: ['materials', 'list', search],
    queryFn: async ({ signal }) => (await call(staffMaterialCalls.list, { query: { search }, signal })).data,
    placeholderData: keepPreviousData,
    meta: { topics: ['sheets'] },
  })

export const materialOne = (id: string) =>
  queryOptions({
    queryKey: ['materials', 'one', id],
    queryFn: async ({ signal }) => (await call(staffMaterialCalls.find, { params: { id }, signal })).data,
    meta: { topics: ['sheets'] },
  })

export const lotOne = (id: string) =>
  queryOptions({
    queryKey: ['materials', 'lot', id],
    queryFn: async ({ signal }) => (await call(recallCalls.find, { params: { id }, signal })).data,
    meta: { topics: ['sheets'] },
  })
