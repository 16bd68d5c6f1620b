import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type Received = { from: string; to: string[]; source: string }
type Refusal = Error & { responseCode: number }
export const refusal = (responseCode: number, message: string): Refusal =>
  Object.assign(new Error(message), { responseCode })

/** A real mail server, which may refuse. */
export async function startMailServer(onMail: (mail: Received) => void = () => undefined) {
  const received: Received[] = []
  const refusing: { recipients: Map<string, Refusal>; isDeafAfterData: boolean } = {
    recipients: new Map(),
    isDeafAfterData: false,
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: ({ address }, _session, done) => done(refusing.recipients.get(address)),
    async onData(stream, { envelope }, done) {
      // Cut off in the middle, nothing has been taken.
      const source = await textOf(stream).catch(() => undefined)
      if (source === undefined) return
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      const mail = { from, to: envelope.rcptTo.map(({ address }) => address), source }
      received.push(mail)
      onMail(mail)
      if (refusing.isDeafAfterData) {
        // Taken, and gone before it could say so.
        refusing.isDeafAfterData = false
        done(refusal(421, 'closing'))
        return
      }
      done()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const to = (address: string) => received.filter(mail => mail.to.includes(address))
  return { to, refusing, port, close: () => new Promise<void>(resolve => server.close(resolve)) }
}

/** Head and parts as a mail program sees them. */
export function readMail(source: string) {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = new Map(
    unfolded.map(line => [line.split(':')[0]?.toLowerCase() ?? '', line.replace(/^[^:]+: */, '')]),
  )
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1] ?? ''
  const parts = rest.join('\r\n\r\n').split(`--${boundary}`).slice(1, -1).map(decoded)
  return { names: unfolded.map(line => line.split(':')[0]?.toLowerCase()), headers, parts }
}

function decoded(part: string): string {
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
