import { expect, test } from 'vitest'
import { periodOf } from './search.ts'

test('the period is one that the server counts, whatever the address says', () => {
  const today = '2026-03-31'
  expect(periodOf({}, today)).toEqual({ from: '2026-01-01', to: today })
  expect(periodOf({ from: '2026-03-01' }, today)).toEqual({ from: '2026-03-01', to: today })
  expect(periodOf({ from: '2026-05-01' }, today)).toEqual({ from: '2026-05-01', to: '2026-05-01' })
  expect(periodOf({ to: '2026-01-31' }, today)).toEqual({ from: '2025-11-03', to: '2026-01-31' })
  expect(periodOf({ from: '2026-03-02', to: '2026-03-01' }, today)).toEqual({ from: '2025-12-02', to: '2026-03-01' })
  expect(periodOf({ from: '2020-01-01', to: '2026-03-31' }, today)).toEqual({ from: '2025-03-31', to: '2026-03-31' })
})
