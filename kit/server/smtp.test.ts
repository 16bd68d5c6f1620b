import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '#test/certificate.ts'
import { type Letter, type SmtpPlace, smtpPost } from './smtp.ts'

const certificate = selfSigned()
const login = { user: 'portal', password: 'mot de passe à part' }

/** A real mail server that admits clients with the login. */
async function startMailServer(options: SMTPServerOptions) {
  const received: { source: string; isSecure: boolean; user: string | undefined }[] = []
  const tried: unknown[] = []
  const server = new SMTPServer({
    ...certificate,
    onAuth({ username, password }, _session, done) {
      tried.push(password)
      if (username === login.user && password === login.password) done(null, { user: username })
      else done(Object.assign(new Error(`not ${password}`), { responseCode: 535 }))
    },
    async onData(stream, { secure, user }, done) {
      received.push({ source: await textOf(stream), isSecure: secure, user: user ? String(user) : undefined })
      done()
    },
    ...options,
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>(resolve => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { port, received, tried }
}

/** Trusts the certificate as an installation does whose mail server is self-signed (NODE_EXTRA_CA_CERTS). */
function trustTheCertificate() {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  onTestFinished(() => setDefaultCACertificates(before))
}

const letter: Letter = {
  id: '5b0d1c7e-0000-4000-8000-000000000001',
  sender: 'portal@arcade.test',
  senderName: 'Laboratoire Émail',
  recipient: 'claire@practice.test',
  subject: 'Votre accès',
  text: 'Bonjour.',
  html: '<p>Bonjour.</p>',
  writtenAt: '2026-11-22T08:00:00.000Z',
}
const send = (place: Pick<SmtpPlace, 'port' | 'isSecure'> & Partial<SmtpPlace>) =>
  smtpPost({ host: '127.0.0.1', isPlain: false, login, ...place })(letter, new AbortController().signal)

describe('a mail server', () => {
  it.each([
    ['with TLS from the first byte', true],
    ['with STARTTLS', false],
  ])('%s and a login is given the letter and nothing before it is known to be itself', async (_, isSecure) => {
    const server = await startMailServer({ secure: isSecure })
    expect(await send({ port: server.port, isSecure })).toMatchObject({ isFinal: false, code: 'ESOCKET' })
    expect([server.received, server.tried]).toEqual([[], []])
    trustTheCertificate()
    expect(await send({ port: server.port, isSecure })).toBeUndefined()
    expect(server.received).toMatchObject([
      { isSecure: true, user: login.user, source: expect.stringContaining('Bonjour.') },
    ])
  })

  it('that offers no TLS is told neither the login nor the letter, unless it stands next door', async () => {
    const server = await startMailServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
    expect(await send({ port: server.port, isSecure: false })).toMatchObject({
      isFinal: false,
      code: expect.stringMatching(/^ETLS/),
    })
    expect([server.received, server.tried]).toEqual([[], []])
    expect(await send({ port: server.port, isSecure: false, isPlain: true })).toBeUndefined()
    expect(server.received).toMatchObject([{ isSecure: false, user: login.user }])
  })

  it('that does not want the login keeps the letter good: whoever runs the portal mends it', async () => {
    const server = await startMailServer({ secure: true })
    trustTheCertificate()
    const declined = await send({ port: server.port, isSecure: true, login: { ...login, password: 'another' } })
    expect(declined).toMatchObject({ isFinal: false, code: 'EAUTH 535' })
    expect([server.received, server.tried]).toEqual([[], ['another']])
  })
})
