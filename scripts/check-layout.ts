// Holds the tree to its layout: who may import whom, where SQL stands, how files are called. Circles are Biome's to find.
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Path from the root of the repository to the file's text. */
export type Tree = Map<string, string>
type Import = { line: number; path: string }

/** One sentence for each place that breaks a rule: `file:line what to do`. */
export function checkLayout(tree: Tree): string[] {
  return [
    ...[...tree].flatMap(([path, text]) => [
      ...checkName(path),
      ...importsOf(path, text).flatMap(({ line, path: target }) => {
        const advice = isTest(path) ? undefined : adviceOnImport(path, target)
        return advice ? [`${path}:${line} imports ${target}: ${advice}`] : []
      }),
      ...(isTest(path) ? breaches(path, text, testRules) : placesOf(path, text)),
    ]),
    ...checkWriters(tree),
  ]
}

const isTest = (path: string) => /\.test\.tsx?$|^(test|bench|faults|scripts|deploy)\/|\.config\.ts$/.test(path)

function importsOf(path: string, text: string): Import[] {
  const found = [
    ...text.matchAll(/^[ \t]*(?:import|export)\s(?:[^'";]*?\sfrom\s*)?\s*['"](?<name>[^'"]+)['"]/gm),
    ...text.matchAll(/\bimport\(\s*['"](?<name>[^'"]+)['"]/g),
  ]
  return found.flatMap(match => {
    const name = match.groups?.name ?? ''
    const target = name.startsWith('#') ? name.slice(1) : name.startsWith('.') ? join(dirname(path), name) : undefined
    if (!target) return []
    return [{ line: lineAt(text, match.index + match[0].lastIndexOf(name)), path: target }]
  })
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

type Place = { area: string; feature?: string; side: 'shared' | 'server' | 'web' }

function placeOf(path: string): Place {
  const [area = '', second = '', third = ''] = path.split('/')
  const sideNamed = (name: string) => (name === 'server' || name === 'web' ? name : 'shared')
  if (area === 'features') return { area, feature: second, side: sideNamed(third) }
  if (area === 'app') return { area, side: /^(server|commands|[\w.-]+\.ts)$/.test(second) ? 'server' : 'web' }
  if (area === 'db') return { area, side: 'server' }
  return { area, side: sideNamed(second) }
}

/** Why this import is wrong, and what to do; nothing when it is right. */
function adviceOnImport(path: string, target: string): string | undefined {
  const from = placeOf(path)
  const to = placeOf(target)
  if (to.area === 'test') return 'only tests import test code'
  if (to.area === 'app' && from.area !== 'app') return 'nothing imports app: hand it over as a parameter'
  if (from.side !== 'server' && to.side === 'server') return 'server code stays on the server: call its endpoint'
  if (from.side !== 'web' && to.side === 'web')
    return 'web code stays in the browser: move what both need into a shared file'
  if (from.area === 'kit' && ['features', 'tenancy', 'db'].includes(to.area))
    return 'kit could ship in another product: let its caller pass it in'
  if (from.area === 'tenancy' && to.area === 'features') return 'tenancy knows no feature: let the feature pass it in'
  if (['features', 'tenancy'].includes(from.area) && to.area === 'db' && target !== 'db/schema.ts')
    return `${from.area} uses of db only the generated schema`
  if (from.area === 'features' && to.area === 'features' && from.feature !== to.feature) return adviceAcross(target)
}

/** Of another feature all may be used but what answers, where it stands, and a screen as a whole. */
function adviceAcross(target: string): string | undefined {
  const part = target.split('/').slice(2).join('/')
  const isClosed = /^(server|web)\/([\w-]+\/)?([\w-]+-)?(routes|screen)\.tsx?$/.test(part)
  return isClosed ? 'of another feature all may be used but its routes and its screens' : undefined
}

function checkName(path: string): string[] {
  const name = basename(path)
  if (/^(index|utils|helpers|types|hooks)\.tsx?$/.test(name))
    return [`${path}:1 is called ${name}: name it after what it holds`]
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(tsx?|mts)$/.test(name)) return [`${path}:1 rename it in kebab-case`]
  return []
}

type PlaceRule = { pattern: RegExp; advice: string; allowed: RegExp }

const placeRules: PlaceRule[] = [
  {
    pattern:
      /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|['"`]\s*(select\s[^'"]*\sfrom|insert\s+into|update\s+\w+\s+set|delete\s+from)\s/gi,
    advice: 'move the SQL into sql.ts or <noun>-sql.ts of the feature, or into db/',
    allowed:
      /^db\/|\/text\/|(^|\/|-)sql\.ts$|^tenancy\/server\/(database|statement)\.ts$|^kit\/server\/(embedded-postgres|postgres-process)\.ts$/,
  },
  {
    pattern: /pool\.query\b|['"`]\s*set\s+(session\s+)?(?!local\b)[\w.]+\s*(=|\sto\s)|set_config\([^)]*\bfalse\b/gi,
    advice: 'would outlive its transaction on a pooled connection: go through withTenant() (security.md S08)',
    // The last backup is the whole installation's, and no setting of a connection.
    allowed: /^tenancy\/server\/(database|last-backup-sql)\.ts$|^db\//,
  },
  {
    pattern: /\bsql\.raw\b/g,
    advice: 'puts words into SQL unchecked: bind the value in a sql template, or choose among names written out (S36)',
    allowed: /^$/,
  },
  {
    pattern: /\bsql\.lit\b/g,
    advice: 'writes a value into SQL: bind it in a sql template, or have a constant of the code allowed here (S36)',
    // The statuses of a tab, the size of a page and how far is counted: written out, PostgreSQL finds the index made for them.
    allowed:
      /^features\/(cases\/server\/((staff-)?filters|staff-list)-|notices\/server\/unread-)sql\.ts$|^features\/cases\/server\/sql\.ts$/,
  },
  {
    // A template of its own or a string that goes on, that begins as a statement does; or what is no literal at all.
    pattern:
      /(?<![\w>)])`\s*(select|insert\s+into|update|delete\s+from|merge\s+into|with|create|alter|drop|set|copy|call|do)\s[^`]*?\$\{|(['"])(?:select|insert into|delete from|update|where|and|or|order by)\s[^'"\n]*\2\s*\+|\.query\(\s*(?!['"`{])\w+/gi,
    advice: 'is SQL made of strings: use a sql template, which binds its values, or Kysely (S36)',
    // The one door to the database, the roles of a new cluster (which no statement takes as parameters), the migrations
    // (read from their files), the backup (of tables that it reads from the catalogue), the statements of pg-boss, and
    // what only developers run.
    allowed:
      /^tenancy\/server\/database\.ts$|^kit\/server\/embedded-postgres\.ts$|^db\/(migrate\.ts|queues\.ts|dump\.ts|seed\/|backup\/)|\/text\//,
  },
]

/** What every feature has of the kit in one form. */
const kitRules: PlaceRule[] = [
  {
    pattern: /\bv\.uuid\(/g,
    advice:
      'is an id in a form of its own: one in capitals is the same one by `Id` of the contract, or `RealId` of what is sent',
    // Whom a token says it is of: signed by ourselves, and compared as it stands.
    allowed: /^kit\/contract\.ts$|^tenancy\/server\/access-token\.ts$/,
  },
]

/** Words of this product, in code, comments and names alike. */
const tradeRules: PlaceRule[] = [
  {
    pattern: /laborator|brandId|brand_id|practice_?id|\bpractices?\b|\bdent(al|ist)/gi,
    advice: 'is a word of this product, and kit could ship in another: say it in general words, or move it to tenancy',
    // One sentence each for codes and failures that every product has, said in this one's words.
    allowed: /^(?!kit\/)|^kit\/web\/text\//,
  },
]

const testRules: PlaceRule[] = [
  {
    pattern: /\bwaitForTimeout\(|=> setTimeout\(\w+, \d/g,
    advice: 'waits a fixed time: wait for what that time is for (expect.poll, an event, an answer)',
    // Faults come at chosen moments; one answer there comes as late as on a slow line.
    allowed: /^(bench|faults|scripts)\/|^test\/e2e\/failures\.e2e\.ts$/,
  },
  {
    pattern: /\bsetTimeout as (sleep|wait|delay)\b/g,
    advice: 'waits for nothing: wait for what happens, or, where the pace is what is tested, call it so ("trickle")',
    // Commands for people who measure and try, no tests.
    allowed: /^(bench|deploy|scripts)\//,
  },
]

function placesOf(path: string, text: string): string[] {
  const misplaced = breaches(path, text, [...placeRules, ...kitRules, ...tradeRules])
  return path.endsWith('.tsx') ? [...misplaced, ...navigatingClicks(path, text)] : misplaced
}

function breaches(path: string, text: string, rules: readonly PlaceRule[]): string[] {
  return rules
    .filter(rule => !rule.allowed.test(path))
    .flatMap(({ pattern, advice }) =>
      [...text.matchAll(pattern)].map(
        match =>
          `${path}:${lineAt(text, match.index)} ${match[0].trim().replace(/\s+/g, ' ').slice(0, 60)} – ${advice}`,
      ),
    )
}

/** Everything that navigates is a link, so that it can be opened in a tab and read out as one. */
function navigatingClicks(path: string, text: string): string[] {
  return [...text.matchAll(/\bonClick=\{/g)].flatMap(({ index }) => {
    let depth = 0
    let end = text.indexOf('{', index)
    do {
      if (text[end] === '{') depth++
      if (text[end] === '}') depth--
      end++
    } while (depth > 0 && end < text.length)
    const navigates = /\bnavigate\(|\blocation\.(assign|replace|href\s*=)|\buseNavigate\b/.test(text.slice(index, end))
    return navigates ? [`${path}:${lineAt(text, index)} navigates on click: make it a <Link> or <a href>`] : []
  })
}

/** A table is written by one feature, read by any. */
function checkWriters(tree: Tree): string[] {
  const writers = new Map<string, Map<string, string>>()
  for (const [path, text] of tree) {
    const { feature } = placeOf(path)
    if (!feature || isTest(path)) continue
    const writes = text.matchAll(
      /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)|\binsert\s+into\s+(\w+)|\bupdate\s+(\w+)\s+set\b|\bdelete\s+from\s+(\w+)/gi,
    )
    for (const match of writes) {
      const table = match.slice(1).find(Boolean) ?? ''
      const places = writers.get(table) ?? new Map<string, string>()
      if (!places.has(feature)) places.set(feature, `${path}:${lineAt(text, match.index)}`)
      writers.set(table, places)
    }
  }
  return [...writers].flatMap(([table, places]) => {
    const [first, ...others] = places
    return others.map(
      ([, place]) => `${place} writes ${table}, which ${first?.[0]} writes: call that feature's sql instead`,
    )
  })
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '..')
  const paths = globSync(['{app,features,tenancy,kit,db,test,bench,faults,scripts,deploy}/**/*.{ts,tsx}', '*.ts'], {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  const tree: Tree = new Map(paths.sort().map(path => [path, readFileSync(join(root, path), 'utf8')]))
  const findings = checkLayout(tree)
  for (const finding of findings) process.stderr.write(`${finding}\n`)
  process.stdout.write(`${tree.size} files, ${findings.length} out of place\n`)
  if (findings.length > 0) process.exitCode = 1
}
