import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** Speaks as ClamAV's daemon does; silent where there is no answer. Whatever its answer waits for happens while a file is on its way. */
export async function startScanner() {
  const scanner = { answer: undefined as ((sent: string) => string | Promise<string>) | undefined }
  const server = createServer(socket => {
    let received = ''
    socket.on('error', () => {})
    socket.on('data', async chunk => {
      received += chunk.toString('latin1')
      if (!scanner.answer) socket.destroy()
      else if (received.endsWith('\0\0\0\0')) socket.end(await scanner.answer(received))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return Object.assign(scanner, { place: { host: '127.0.0.1', port }, close: () => server.close() })
}
