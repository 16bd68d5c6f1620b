// npm leaves out of package-lock.json the optional packages of other platforms that the registry at hand does not carry,
// and then `npm ci` refuses the file. This writes them in, going by their names. They have no checksum until an
// `npm install` against a registry that carries them adds it. Run after installing a package: `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs'

type Locked = {
  version?: string
  cpu?: string[]
  dev?: boolean
  libc?: string[]
  optional?: boolean
  os?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Locked> }

/** Adds what is missing and returns its paths. */
export function completeLock({ packages }: Lock): string[] {
  const added: string[] = []
  for (const [parentPath, parent] of Object.entries(packages)) {
    if (parentPath === '') continue
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      const found = findFrom(parentPath, name, packages)
      // Such packages are asked for in one exact version.
      if (found && (found.version === version || !/^\d/.test(version))) continue
      const path = found ? `${parentPath}/node_modules/${name}` : `node_modules/${name}`
      packages[path] = { version, ...(parent.dev ? { dev: true } : {}), optional: true, ...platformOf(name) }
      added.push(path)
    }
  }
  return added
}

/** The package that an import from there would find: nearest first. */
function findFrom(path: string, name: string, packages: Lock['packages']): Locked | undefined {
  const parts = path.split('/node_modules/')
  const folders = parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/node_modules/')}/node_modules`)
  const folder = [...folders, 'node_modules'].find(folder => packages[`${folder}/${name}`])
  return folder ? packages[`${folder}/${name}`] : undefined
}

function platformOf(name: string): Pick<Locked, 'cpu' | 'libc' | 'os'> {
  const platform = name.split('/').at(-1) ?? name
  const os = /android|darwin|freebsd|linux|openharmony|win32/.exec(platform)?.[0]
  const cpu = /arm64|arm|ia32|ppc64|riscv64|s390x|wasm32|x64/.exec(platform)?.[0]
  if (!cpu) throw new Error(`${name} does not say in its name for which platform it is.`)
  const libc = os === 'linux' ? (platform.includes('musl') ? 'musl' : 'glibc') : undefined
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), ...(os ? { os: [os] } : {}) }
}

if (import.meta.main) {
  const path = new URL('../package-lock.json', import.meta.url)
  const lock = JSON.parse(readFileSync(path, 'utf8')) as Lock
  const added = completeLock(lock)
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1))
  if (added.length > 0) {
    writeFileSync(path, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`)
  }
  process.stdout.write(`${added.length} packages of other platforms added to package-lock.json\n`)
}
