import { expect, test } from 'vitest'
import { earlyScript } from './early-script.ts'

const screen = { path: '/cases/$id', feature: 'cases', inPortal: true, file: 'one.js', firstCall: '/api/orders/$id' }

test('the page asks for what its screen shows first', () => {
  expect(earlyScript(screen, '/cases/7f-1', '')).toContain('fetch("/api/orders/7f-1"')
  expect(earlyScript({ ...screen, path: '/cases', firstCall: '/api/orders?page=1' }, '/cases/', '')).toContain(
    'fetch("/api/orders?page=1"',
  )
})

test('it asks for nothing where the address says more, or something strange, or its screen has no first call', () => {
  expect(earlyScript(screen, '/cases/7f-1', '?tab=attachments')).not.toContain('fetch(')
  expect(earlyScript(screen, '/cases/</script>', '')).not.toContain('fetch(')
  expect(earlyScript(screen, '/cases/..', '')).not.toContain('fetch(')
  const { firstCall: _, ...silent } = screen
  expect(earlyScript(silent, '/cases/7f-1', '')).not.toContain('fetch(')
  expect(earlyScript(undefined, '/nowhere', '')).not.toContain('fetch(')
})
