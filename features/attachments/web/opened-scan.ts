import { queryOptions } from '@tanstack/react-query'
import type { ScanType } from './scan-worker.ts'
import { openScan } from './scans.ts'

/** Keyed by id alone: two scans of a case may share name and size. */
export const openedScan = ({ id, type, blob }: { id: string; type: ScanType; blob: Blob }) =>
  queryOptions({
    queryKey: ['scan', id],
    queryFn: async () => openScan(type, await blob.arrayBuffer()),
    meta: { topics: [] },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
