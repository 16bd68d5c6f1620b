import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = resolve(import.meta.dirname, '..')

/** Those that are known to take a time in proportion to their text: written by `npm run expressions`. */
export const judgedPath = resolve(import.meta.dirname, 'judged-expressions.txt')

/** Made of words that stand in the code or in its own build, never of what a caller sends. */
const madeOfOwnWords = ['app/server/compress-page.ts', 'app/server/web-build.ts']

export type Expression = { pattern: string; flags: string }
type Found = Expression & { places: string[] }

/** As it is written; what is put together while running has no pattern that could be judged. */
const literalOf = ({ pattern, flags }: Expression) => `/${pattern}/${flags}`
export const madeWhileRunning = 'new RegExp'

export function expressionsIn(path: string, text: string): (Expression & { name: string; place: string })[] {
  const found: (Expression & { name: string; place: string })[] = []
  const place = (start: number) => `${path}:${text.slice(0, start).split('\n').length}`
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors.map(({ message }) => message).join('; ')}`)
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ ...node.regex, name: literalOf(node.regex), place: place(node.start) })
    },
    NewExpression(node) {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp' && !madeOfOwnWords.includes(path))
        found.push({ pattern: '', flags: '', name: madeWhileRunning, place: place(node.start) })
    },
  }).visit(program)
  return found
}

/** Of the whole product, by what is written there. */
export function allExpressions(): Map<string, Found> {
  const all = new Map<string, Found>()
  const paths = globSync('{app,features,kit,tenancy,db}/**/*.{ts,tsx}', { cwd: root }).filter(
    path => !/\.test\.tsx?$/.test(path),
  )
  for (const path of paths) {
    for (const { name, place, ...expression } of expressionsIn(path, readFileSync(resolve(root, path), 'utf8'))) {
      const known = all.get(name)
      if (known) known.places.push(place)
      else all.set(name, { ...expression, places: [place] })
    }
  }
  return all
}

export const readJudged = () => new Set(readFileSync(judgedPath, 'utf8').split('\n').filter(Boolean))
