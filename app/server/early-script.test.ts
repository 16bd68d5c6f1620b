import { expect, test } from 'vitest'
import { earlyScript } from './early-script.ts'

const mayBeSignedIn = true
const screen = { path: '/cases/$id', feature: 'cases', inFrame: true, file: 'one.js', firstCall: '/api/orders/$id' }

test('the page asks for what its screen shows first', () => {
  expect(earlyScript({ screen, path: '/cases/7f-1', search: '', mayBeSignedIn })).toContain('fetch("/api/orders/7f-1"')
  expect(
    earlyScript({
      screen: { ...screen, path: '/cases', firstCall: '/api/orders?page=1' },
      path: '/cases/',
      search: '',
      mayBeSignedIn,
    }),
  ).toContain('fetch("/api/orders?page=1"')
})

test('it asks for nothing where the address says more, or something strange, or its screen has no first call', () => {
  expect(earlyScript({ screen, path: '/cases/7f-1', search: '?tab=attachments', mayBeSignedIn })).not.toContain(
    'fetch(',
  )
  expect(earlyScript({ screen, path: '/cases/</script>', search: '', mayBeSignedIn })).not.toContain('fetch(')
  expect(earlyScript({ screen, path: '/cases/..', search: '', mayBeSignedIn })).not.toContain('fetch(')
  const { firstCall: _, ...silent } = screen
  expect(earlyScript({ screen: silent, path: '/cases/7f-1', search: '', mayBeSignedIn })).not.toContain('fetch(')
  expect(earlyScript({ screen: undefined, path: '/nowhere', search: '', mayBeSignedIn })).not.toContain('fetch(')
})

test('whoever is of the other audience is sent home from everywhere but the sign-in page', () => {
  const at = (path: string) => earlyScript({ screen: undefined, path, search: '', mayBeSignedIn })
  expect(at('/cases')).toContain("if(kind!=='practice')location.replace('/staff')")
  expect(at('/staff/feedback')).toContain("if(kind!=='staff')location.replace('/')")
  expect(at('/login')).not.toContain('location.replace')
})
