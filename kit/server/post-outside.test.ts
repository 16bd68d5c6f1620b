import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, it } from 'vitest'
import { isOnInternet, mayBeCalled, postOutside } from './post-outside.ts'

it.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  '2002:7f00:1::',
  '::127.0.0.1',
  'fec0::1',
  '64:ff9b:1::1',
  '2001::1',
  '100::1',
  'localhost',
  '',
])('%s is nowhere on the internet', address => {
  expect(isOnInternet(address)).toBe(false)
})

it.each(['93.184.216.34', '172.32.0.1', '2a00:1450:4007::1', '::ffff:93.184.216.34'])(
  '%s is on the internet',
  address => {
    expect(isOnInternet(address)).toBe(true)
  },
)

it('an address is called over TLS, without a password in it, and never one of this network', () => {
  for (const url of [
    'http://software.example',
    'https://user:word@software.example',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::ffff:127.0.0.1]/',
    'ftp://software.example',
    'nothing',
  ])
    expect(mayBeCalled(url, false), url).toBe(false)
  expect(mayBeCalled('https://software.example/portal', false)).toBe(true)
  expect(mayBeCalled('http://127.0.0.1:8080/', true)).toBe(true)
  expect(mayBeCalled('file:///etc/passwd', true)).toBe(false)
})

it('a name that leads inside is not called, whatever it is called', async () => {
  let calls = 0
  const server = createServer((_asked, answer) => {
    calls += 1
    answer.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = { headers: {}, body: '{}', signal: new AbortController().signal }
  await expect(postOutside(`https://localhost:${port}/`, { ...sent, isWithinAllowed: false })).rejects.toThrow(
    'address not allowed',
  )
  expect(calls).toBe(0)
  expect(await postOutside(`http://localhost:${port}/`, { ...sent, isWithinAllowed: true })).toBe(200)
  expect(calls).toBe(1)
  server.close()
})

it('whoever offers another protocol, or hangs up, has answered', async () => {
  const server = createTcpServer(socket => {
    socket.once('data', asked => {
      if (String(asked).startsWith('POST /upgrade'))
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
      else socket.destroy()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const sent = { headers: {}, body: '{}', signal: new AbortController().signal, isWithinAllowed: true }
  expect(await postOutside(`http://127.0.0.1:${port}/upgrade`, sent)).toBe(101)
  await expect(postOutside(`http://127.0.0.1:${port}/nothing`, sent)).rejects.toThrow()
  server.close()
})
