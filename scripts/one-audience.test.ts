import { expect, test } from 'vitest'
import { foreignModules } from './one-audience.ts'

const modules = [
  'app/frame/frame.tsx',
  'app/portal/sidebar.tsx',
  'app/staff/console.tsx',
  'features/feedback/web/staff-routes.tsx',
  'features/feedback/web/staff-feedback-screen.tsx',
  'features/feedback/web/queries.ts',
  'features/dashboard/text/staff-fr.ts',
  'features/rides/web/rides-screen.tsx',
  'features/rides/web/routes.tsx',
  'features/rides/web/ride-status.tsx',
  'features/brand/web/brand-failure-screen.tsx',
  'kit/web/route-error-view.tsx',
]

test('the portal has nothing of the console in it', () => {
  expect(foreignModules('portal', modules)).toEqual([
    'app/staff/console.tsx',
    'features/feedback/web/staff-routes.tsx',
    'features/feedback/web/staff-feedback-screen.tsx',
    'features/dashboard/text/staff-fr.ts',
  ])
})

test('the console has neither frame nor screens of the portal in it, but may share its small components', () => {
  expect(foreignModules('staff', modules)).toEqual([
    'app/portal/sidebar.tsx',
    'features/rides/web/rides-screen.tsx',
    'features/rides/web/routes.tsx',
  ])
})
