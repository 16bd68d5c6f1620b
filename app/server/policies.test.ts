import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp } from '#test/harness.ts'

const { make, request } = startTestApp()

/** What csp_evaluator (github.com/google/csp-evaluator) would rate severe in a policy, and breaches of S41 beyond that. */
function weaknessesOf(policy: string, { framedBy = "'none'" } = {}): string[] {
  const directives = new Map(
    policy.split(';').map(one => {
      const [name = '', ...values] = one.trim().split(/\s+/)
      return [name, values] as const
    }),
  )
  const said = (name: string) => directives.get(name) ?? directives.get('default-src') ?? ['*']
  const scripts = said('script-src')
  const nonces = scripts.filter(value => value.startsWith("'nonce-"))
  const isAlone = (name: string, value: string) => directives.get(name)?.join(' ') === value
  return [
    !isAlone('default-src', "'none'") && 'default-src is open',
    scripts.some(value => /^'unsafe-|^(\*|https?:|data:|blob:|'self')|\./.test(value)) && 'script-src lets others in',
    scripts.some(value => value !== "'none'" && value !== "'strict-dynamic'" && !nonces.includes(value)) &&
      'script-src has more than a nonce',
    nonces.some(nonce => !/^'nonce-[\w+/]{22}=='$/.test(nonce)) && 'a nonce of less than 128 bits',
    nonces.length > 0 && !scripts.includes("'strict-dynamic'") && 'no strict-dynamic',
    !said('object-src').every(value => value === "'none'") && 'object-src is open',
    !isAlone('base-uri', "'none'") && 'base-uri is open',
    !isAlone('frame-ancestors', framedBy) && 'it may be framed',
    !directives.has('form-action') && 'forms go anywhere',
    policy.includes('http:') && 'it lets plain HTTP in',
  ].filter(weakness => weakness !== false)
}

it('every page has a policy in which nothing is weak, with another nonce each time', async () => {
  const laboratory = await make.laboratory({ feedback_widget_url: '/widget.js' })
  const broken = await make.laboratory({ delivery_time_information: { version: 'one' } })
  const token = randomUUID()
  const pages: [at: { host: string }, path: string, options?: { framedBy: string }][] = [
    [laboratory, '/'],
    [laboratory, '/login'],
    [laboratory, '/signup'],
    [laboratory, '/cases/new'],
    [laboratory, '/staff'],
    [laboratory, '/staff/cases'],
    [laboratory, '/nothing/here'],
    [broken, '/login'],
    [{ host: 'nobody.test' }, '/login'],
    [laboratory, '/feedback-frame', { framedBy: "'self'" }],
    [laboratory, `/unsubscribe/${token}/message`],
  ]
  const noncesOf = async (...asked: (typeof pages)[number]) => {
    const [at, path, options] = asked
    const answer = await request(at, path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect([path, answer.headers.get('content-type'), weaknessesOf(policy, options)]).toEqual([
      path,
      'text/html; charset=utf-8',
      [],
    ])
    return [...policy.matchAll(/'nonce-[^']+'/g)].map(([nonce]) => nonce)
  }
  for (const page of pages) {
    const [once, again] = [await noncesOf(...page), await noncesOf(...page)]
    expect(once.length, page[1]).toBeGreaterThan(0)
    expect(once.filter(nonce => again.includes(nonce))).toEqual([])
  }
})

it.each([
  ["script-src 'unsafe-inline'", 'script-src lets others in'],
  ["default-src 'none'; script-src https:", 'script-src lets others in'],
  ["script-src 'nonce-AAAA' 'strict-dynamic'", 'a nonce of less than 128 bits'],
  ["script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAA=='", 'no strict-dynamic'],
  ["script-src 'none'", 'object-src is open'],
  ["default-src 'none'", 'base-uri is open'],
])('that is seen: %s', (policy, weakness) => {
  expect(weaknessesOf(policy)).toContain(weakness)
})
