import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { placeAfterSignIn, safeRedirect } from './rules.ts'

const origin = 'https://lab.example'

describe('where to go after signing in', () => {
  test.each([
    '/',
    '/cases',
    '/cases?tab=history&page=2',
    '/cases?search=%22a%2Fb%22&statuses=%5B%22shipped%22%5D',
    '/cases/018f-42?tab=attachments#timeline',
    '/cases?next=//elsewhere.example',
    '/patients/caf%C3%A9',
    '/a/b/c/',
    '/login-history',
    '/invoices?at=a:b@c',
  ])('keeps %s', wanted => {
    expect(safeRedirect(wanted)).toBe(wanted)
  })

  test.each([
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/\\/evil.example',
    '/%2Fevil.example',
    '/%2f%2fevil.example',
    '/%5Cevil.example',
    '/%252Fevil.example',
    '/%25252Fevil.example',
    '/%25255cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/%00evil',
    '/./ /evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/cases/..//evil.example',
    '/%2e%2e//evil.example',
    '/cases/%2e%2e/x',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'http://lab.example/cases',
    `${origin}/cases`,
    `${origin}@evil.example`,
    '@evil.example',
    'evil.example',
    'cases',
    './cases',
    '?tab=all',
    '#x',
    '',
    '/cases//x',
    '/%',
    '/%zz',
    '/caf\u00e9',
    '/\u2028/evil.example',
    '/\uff0f/evil.example',
    '/login',
    '/login?redirect=/login',
    '/LOGIN',
    '/login/',
    '/signup',
    '/%6cogin/..',
    `/${'a'.repeat(2000)}`,
    undefined,
    null,
    42,
    ['/cases'],
    { href: '/cases' },
  ])('sends %j home', wanted => {
    expect(safeRedirect(wanted)).toBe('/')
  })

  test('stays on this site whatever is wanted, before and after unescaping', () => {
    const parts = fc.constantFrom(
      '/',
      '\\',
      '%2f',
      '%5c',
      '%25',
      '.',
      '..',
      '%2e',
      'evil.example',
      '\t',
      '\n',
      '@',
      ':',
      '?',
      '#',
      'a',
    )
    const wanted = fc.oneof(
      fc.string(),
      fc.array(parts, { maxLength: 8 }).map(pieces => pieces.join('')),
    )
    fc.assert(
      fc.property(wanted, text => {
        const safe = safeRedirect(text)
        expect(new URL(safe, origin).origin).toBe(origin)
        const path = safe.replace(/[?#].*$/s, '')
        expect(new URL(decodeURIComponent(path), origin).origin).toBe(origin)
        expect(new URL(decodeURIComponent(decodeURIComponent(path)), origin).origin).toBe(origin)
      }),
      { numRuns: 5000 },
    )
  })

  test('is settled: what it returned, it keeps', () => {
    fc.assert(
      fc.property(fc.webPath(), text => {
        expect(safeRedirect(safeRedirect(text))).toBe(safeRedirect(text))
      }),
    )
  })
})

describe('the place after signing in', () => {
  test.each([
    ['practice', '/cases?page=2', '/cases?page=2'],
    ['practice', '/staff/feedback', '/'],
    ['practice', '/staffing', '/staffing'],
    ['practice', undefined, '/'],
    ['staff', '/staff/feedback?a=1#b', '/staff/feedback?a=1#b'],
    ['staff', '/cases', '/staff'],
    ['staff', '/cases?to=/staff', '/staff'],
    ['staff', '//evil.example/staff', '/staff'],
    ['staff', undefined, '/staff'],
  ] as const)('of %s who wanted %s is %s', (kind, wanted, place) => {
    expect(placeAfterSignIn(kind, wanted)).toBe(place)
  })
})
