import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect } from './portal.ts'

const folderIn = (data: string) => join(data, 'mails')

/** A real mail server for the run: what it is given lies in a folder, where the tests, which are other processes, find it. */
export async function startMailServer(data: string) {
  const folder = folderIn(data)
  mkdirSync(folder)
  let taken = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    async onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address)
      const file = join(folder, `${++taken}`)
      writeFileSync(file, JSON.stringify({ to, source: await textOf(stream) }))
      // Whole, or not there yet.
      renameSync(file, `${file}.json`)
      done()
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    address: `smtp://127.0.0.1:${port}?tls=off`,
    close: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

/** The plain text of the one mail to this address, once it has come. */
export async function mailTo(address: string): Promise<string> {
  const folder = folderIn(process.env.ARCADE_DATA ?? '')
  const found = () =>
    readdirSync(folder)
      .filter(name => name.endsWith('.json'))
      .map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')) as { to: string[]; source: string })
      .filter(({ to }) => to.includes(address))
  await expect.poll(() => found().length, { timeout: 30_000 }).toBe(1)
  const [mail] = found()
  return plainText(mail?.source ?? '')
}

function plainText(source: string): string {
  const part = source.split(/^--.*$/m).find(part => /content-type: text\/plain/i.test(part)) ?? ''
  const [head = '', ...body] = part.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString()
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
