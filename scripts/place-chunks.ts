// Gives the scripts and sheets of a build the names that they are served by. Files name each other by places that stay; which file
// stands at a place is said by the page alone (app/server/page.ts). So a file has another name only when it has changed itself.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { hashLength, keyLength, nameAt } from '../kit/web/places.ts'
import type { ScreenFiles } from './screen-files.ts'

type Chunk = { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }
type Manifest = Record<string, Chunk>
type Texts = ReadonlyMap<string, string>

export type Placed = {
  /** What the files are called now, by what the bundler called them. */
  names: ReadonlyMap<string, string>
  /** By the new names. */
  texts: Texts
  /** The scripts that others import without asking `fetchChunk`, by their key: an import map. */
  imports: Record<string, string>
  /** Key and hash of every other place. */
  others: string
}

/** @param texts the scripts and sheets of the manifest */
export function placeChunks(manifest: Manifest, texts: Texts): Placed {
  const chunks = Object.values(manifest)
  const imported = new Set(chunks.flatMap(({ imports = [] }) => imports.map(module => manifest[module]?.file)))
  const ofEveryPage = new Set(chunks.flatMap(({ isEntry, css = [] }) => (isEntry ? css : [])))
  // A script and its own sheets are one thing, fetched together, and the page says one hash for both. The sheets of every page
  // are in it, and fetched by nobody.
  const parts = Map.groupBy([...texts.keys()].sort(), file => (ofEveryPage.has(file) ? file : withoutEnding(file)))
  const keys = keysOf([...parts.keys()])
  const keyOf = (file: string) => keys.get(file) ?? keys.get(withoutEnding(file)) ?? ''
  // What several screens share is told apart by its key; which ones they are is said by chunks.ts alone.
  const placeOf = (file: string) => nameAt(file.replace(/\/shared-[^/]*(?=\.\w+$)/, '/shared'), `-${keyOf(file)}`)
  // Whoever waits for a sheet of every page waits for the script that came with it: both are there.
  const askedFor = (file: string) => {
    return `/${placeOf(ofEveryPage.has(file) ? `${withoutEnding(file)}.js` : file)}`
  }
  const where = { files: texts, keyOf, askedFor }
  const written = new Map(
    [...texts].map(([file, text]) => [file, file.endsWith('.js') ? namePlaces(text, file, where) : text]),
  )
  const names = new Map<string, string>()
  const imports: Placed['imports'] = {}
  const others: string[] = []
  for (const [part, files] of parts) {
    const hash = lettersOf(files.map(file => written.get(file)).join('\n')).slice(0, hashLength)
    for (const file of files) names.set(file, nameAt(placeOf(file), hash))
    const script = `${part}.js`
    if (imported.has(script)) imports[keyOf(script)] = `/${names.get(script)}`
    else if (!ofEveryPage.has(part)) others.push(`${keyOf(script)}${hash}`)
  }
  const placed = new Map([...written].map(([file, text]) => [names.get(file) ?? file, text]))
  return { names, texts: placed, imports, others: others.sort().join('') }
}

/** Where two would have the same, the later name takes the next one. */
function keysOf(names: string[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>()
  const taken = new Set<string>()
  for (const name of names) {
    let turn = 0
    let key: string
    do key = lettersOf(`${name}${turn++ || ''}`).slice(0, keyLength)
    while (taken.has(key))
    taken.add(key)
    keys.set(name, key)
  }
  return keys
}

const lettersOf = (text: string) => createHash('sha256').update(text).digest('base64url').replace(/[-_]/g, '')
const endingOf = (file: string) => file.slice(file.lastIndexOf('.'))
const withoutEnding = (file: string) => file.slice(0, -endingOf(file).length)

type Where = { files: Texts; keyOf: (file: string) => string; askedFor: (file: string) => string }
type Node = { type: string; start: number; end: number; [key: string]: unknown }

/**
 * The script with places for the files that it names: its imports by the key alone, which the import map knows, and what it asks
 * `fetchChunk` for by a place, of which that makes an address.
 */
function namePlaces(text: string, file: string, { files, keyOf, askedFor }: Where): string {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const edits: [start: number, end: number, words: string][] = []

  function visit(node: Node, load?: Node) {
    const source = isNode(node.source) ? node.source : undefined
    const named = source && folder + String(lettersIn(source)).replace(/^\.\//, '')
    if (source && named && files.has(named)) {
      if (node.type !== 'ImportExpression') edits.push([source.start, source.end, JSON.stringify(keyOf(named))])
      else if (load)
        edits.push([load.start, load.end, '(__at)'], [source.start, source.end, `__at("${askedFor(named)}")`])
      else throw new Error(`${file} asks for ${named} without fetchChunk: adapt place-chunks.ts.`)
      return
    }
    const letters = lettersIn(node)
    if (letters !== undefined && files.has(letters)) edits.push([node.start, node.end, `"${askedFor(letters)}"`])
    const within = node.type === 'CallExpression' ? (loadOf(node, text) ?? load) : load
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, within)
  }
  visit(parseAst(text) as unknown as Node)

  // An act that asks for two files takes its parameter once.
  const once = new Map(edits.map(edit => [edit[0], edit]))
  let result = ''
  let from = 0
  for (const [start, end, words] of [...once.values()].sort(([a], [b]) => a - b)) {
    result += text.slice(from, start) + words
    from = end
  }
  return result + text.slice(from)
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Of a string, however it is quoted. */
function lettersIn(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral') return undefined
  const [only, ...more] = node.quasis as { value: { cooked: string } }[]
  return more.length === 0 ? only?.value.cooked : undefined
}

/** The empty brackets of `fetchChunk(() => import(…), files)`. */
function loadOf(call: Node, text: string): Node | undefined {
  const [load, files] = call.arguments as (Node | undefined)[]
  const isLoad = load?.type === 'ArrowFunctionExpression' && (load.params as Node[]).length === 0
  const hasFiles = files?.type === 'ArrayExpression' || (files && text.startsWith('__vite__mapDeps(', files.start))
  if (!isLoad || !hasFiles) return undefined
  const start = text.indexOf('()', load.start)
  return { type: 'Brackets', start, end: start + '()'.length }
}

/** Of the build in this folder. */
export function placeFiles(webRoot: string): void {
  const noted = <Value>(file: string): Value => JSON.parse(readFileSync(join(webRoot, '.vite', file), 'utf8'))
  const note = (file: string, value: object) => writeFileSync(join(webRoot, '.vite', file), JSON.stringify(value))
  const manifest = noted<Manifest>('manifest.json')
  const files = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css])
  const isOurs = (file: string) => /\.(js|css)$/.test(file)
  const texts = new Map(files.filter(isOurs).map(file => [file, readFileSync(join(webRoot, file), 'utf8')]))
  const { names, texts: placed, imports, others } = placeChunks(manifest, texts)
  const named = (file: string) => names.get(file) ?? file
  for (const file of texts.keys()) rmSync(join(webRoot, file))
  for (const [file, text] of placed) writeFileSync(join(webRoot, file), text)
  for (const chunk of Object.values(manifest)) {
    chunk.file = named(chunk.file)
    if (chunk.css) chunk.css = chunk.css.map(named)
  }
  const screens = noted<ScreenFiles>('screen-files.json')
  for (const screen of Object.values(screens)) screen.file = named(screen.file)
  note('manifest.json', manifest)
  note('screen-files.json', screens)
  note('places.json', { imports, others })
}
