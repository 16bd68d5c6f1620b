import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import type { Day } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import { keep, kept } from '#kit/web/kept.ts'
import type { RunSheet } from '../contract.ts'
import { withUnsent } from '../unsent.ts'
import { runSheetOf } from './staff-queries.ts'
import { useUnsent } from './use-outbox.ts'

type Copy = { sheet: RunSheet; at: string }

/** A sheet that was opened once can be read offline, until its user signs out. */
export function useRunSheet(day: Day, today: Day) {
  const query = useQuery(runSheetOf(day === today ? undefined : day))
  const { data } = query
  const of = useUser()?.id ?? ''
  const unsent = useUnsent()

  useEffect(() => {
    if (!data || !of) return
    const others = Object.values(kept<Record<Day, Copy>>('copy', of) ?? {}).filter(({ sheet }) => sheet.day >= today)
    const copies = [...others, { sheet: data, at: new Date(serverNow()).toISOString() }]
    keep('copy', of, Object.fromEntries(copies.map(copy => [copy.sheet.day, copy])))
  }, [data, of, today])

  const copy = data || !query.error ? undefined : kept<Record<Day, Copy>>('copy', of)?.[day]
  const sheet = data ?? copy?.sheet
  return { query, sheet: sheet && withUnsent(sheet, unsent), keptAt: copy?.at, unsent }
}
