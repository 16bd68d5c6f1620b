// `npm run dev`: the whole product, on demonstration data of its own. Vite stands in front and gives the browser its modules
// as they are written, replaced while they run; everything else it passes on to the server, which starts anew when its code
// changes. Pages, brand and content security policy are the server's own, as in production; first pictures, chunks,
// contracts without schemas and compression are made by `npm run build` alone.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { join, relative, resolve } from 'node:path'
import { createServer, type Plugin, type ViteDevServer } from 'vite'
import { entryModules, webRootOf } from '../app/server/web-build.ts'
import type { Audience } from '../tenancy/audience.ts'

const root = resolve(import.meta.dirname, '..')
/** Apart from that of `npm start`: a migration that is still being written spoils nothing there. */
const dataFolder = resolve(root, process.env.DATA_DIR ?? '.data/dev')
const webRoot = join(dataFolder, 'web')
const audiences = ['practice', 'staff'] as const
const entryOf = (audience: Audience) => `virtual:${audience}`

/** What Vite answers itself. */
const own = /^\/(@|app\/|features\/|kit\/|tenancy\/|node_modules\/|kit\.html)/
const ofServer =
  /^(app\/(?!frame|portal|staff|kit-page)|db\/|features\/|kit\/|tenancy\/)(?!.*(\/web\/|\/text\/|\.test\.ts$)).*\.(ts|sql)$/

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

let child: ChildProcess | undefined
let serving = Promise.withResolvers<void>()
let isStale = false
let isLeaving = false

const innerPort = await freePort()
const vite = await createServer({
  root,
  logLevel: 'warn',
  plugins: [entryPoint(), patience()],
  server: {
    host: '127.0.0.1',
    port: Number(process.env.PORT ?? 3000),
    strictPort: true,
    watch: { ignored: ['**/.data/**', '**/.tsc/**', '**/dist/**', `${dataFolder}/**`] },
    proxy: { [`^(?!${own.source.slice(1)})`]: { target: `http://127.0.0.1:${innerPort}` } },
  },
})
await vite.listen().catch(async error => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  await vite.close()
  process.exit(1)
})
const address = vite.httpServer?.address()
const port = typeof address === 'object' && address ? address.port : 0
vite.watcher.on('all', (_, path) => {
  if (ofServer.test(relative(root, path).replaceAll('\\', '/'))) restart()
})
// Vite's own would leave at once, with the server still stopping.
process.removeAllListeners('SIGTERM')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, leave)
await writeStandIn()
start()

function start(): void {
  isStale = false
  const args = [join(root, 'app', 'main.ts'), '--web-root', webRoot, '--front-port', String(port)]
  const isAgain = child !== undefined
  if (isAgain) args.push('--again')
  const env = { LOG_LEVEL: 'warn', ...process.env, PORT: String(innerPort), HOST: '127.0.0.1', DATA_DIR: dataFolder }
  const started = spawn(process.execPath, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  child = started
  started.once('message', () => {
    serving.resolve()
    if (isAgain) say('Serving again.')
    else say(`  The component kit: http://localhost:${port}/kit.html\n`)
    vite.ws.send({ type: 'full-reload' })
  })
  started.once('exit', () => {
    if (isLeaving) return
    if (isStale) start()
    else say('The server has ended. It is started again when its code changes.')
  })
}

function restart(): void {
  if (isLeaving) return
  if (!isStale) serving = Promise.withResolvers()
  isStale = true
  if (hasEnded(child)) start()
  else child?.kill()
}

async function leave(): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  if (child && !hasEnded(child)) {
    child.kill()
    await once(child, 'exit')
  }
  await vite.close()
  process.exit()
}

function hasEnded(process: ChildProcess | undefined): boolean {
  return !process || process.exitCode !== null || process.signalCode !== null
}

/** In place of the build's own lists of files (app/server/web-build.ts): one file for each audience, and every address of theirs leads to it. */
async function writeStandIn(): Promise<void> {
  const { listScreens } = (await vite.ssrLoadModule(
    '/app/frame/screens.ts',
  )) as typeof import('../app/frame/screens.ts')
  for (const audience of audiences) {
    // Pictures are made by the build alone.
    const screens = listScreens(audience).map(({ path, inFrame }) => {
      return { path, inFrame, feature: '', file: '' }
    })
    const folder = join(webRootOf(webRoot, audience), '.vite')
    mkdirSync(folder, { recursive: true })
    const manifest = { [entryModules[audience]]: { file: `@id/${entryOf(audience)}`, isEntry: true } }
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest))
    writeFileSync(join(folder, 'screens.json'), JSON.stringify(screens))
    writeFileSync(join(folder, 'places.json'), JSON.stringify({ imports: {}, others: '' }))
  }
}

/** React's refresh must be there before React. */
function entryPoint(): Plugin {
  return {
    name: 'entry-point',
    resolveId: id => (audiences.some(audience => id === entryOf(audience)) ? id : undefined),
    load: id => {
      const audience = audiences.find(audience => id === entryOf(audience))
      return audience && `import '@vitejs/plugin-react/preamble'\nimport '/${entryModules[audience]}'`
    },
  }
}

/** Whoever asks while the server starts anew waits for it. */
function patience(): Plugin {
  return {
    name: 'patience',
    configureServer(server: ViteDevServer) {
      server.middlewares.use((request, _, next) => {
        if (own.test(request.url ?? '')) next()
        else serving.promise.then(() => next(), next)
      })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createNetServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
