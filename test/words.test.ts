import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** What a sentence may take: a count, or a name. */
const samples: readonly (readonly unknown[])[] = [0, 1, 2, 1000, 'Nom'].map(given => [given, given, given])
/** What the others take. */
const taken: Record<string, readonly (readonly unknown[])[]> = {
  'kit/web.retryAfter': [[1], [89], [120]],
  'features/invoices.effect': [[[1]], [[7, 14, 21]]],
  'features/invoices.reminders.effect': [[[1]], [[7, 14, 21]]],
  'features/ordering.promise.join': [[['Nom']], [['Nom', 'Nom']]],
  'features/privacy.erasures.stays': [[{ cases: 1, statements: 2, messages: 0, files: 3 }]],
  'features/rides.when': [['Nom', 'AM']],
  'features/rides.form.cutOff': [
    [0, '17:30'],
    [1, '17:30'],
    [2, '17:00'],
  ],
}

type Sentence = [path: string, words: string]

/** Every sentence of a text, with what a sentence that takes something says for a few of them. */
function sentencesOf(text: unknown, path: string): Sentence[] {
  if (typeof text === 'string') return [[path, text]]
  if (typeof text === 'function')
    return (taken[path] ?? samples).flatMap(given => sentencesOf(text(...given), `${path}(${given.join(', ')})`))
  if (typeof text !== 'object' || text === null) return []
  return Object.entries(text).flatMap(([key, value]) => sentencesOf(value, `${path}.${key}`))
}

const files = (language: string) => globSync(`{features/*,kit/web}/text/{,*-}${language}.ts`, { cwd: root }).sort()
const ownerOf = (file: string) => file.replace(/\/text\/.*/, '')
const read = async (file: string, language: string) => (await import(resolve(root, file)))[language]
const sentencesIn = async (file: string, language: string) => sentencesOf(await read(file, language), ownerOf(file))

const frenchMistakes = ([, words]: Sentence) =>
  /[^\u00a0\u202f?!][?!;»]/.test(words) ||
  /[^\u00a0\u202f\d]:(?!\/\/)/.test(words) ||
  /«(?!\u00a0|\u202f)/.test(words) ||
  words.includes("'")

test('each text is there in both languages', () => {
  const places = (language: string) => files(language).map(file => file.replace(/\w+\.ts$/, ''))
  expect(places('fr')).toEqual(places('en'))
  expect(files('fr').length).toBeGreaterThan(4)
})

describe.each(['fr', 'en'])('the words in %s', language => {
  test('say something for whatever they take', async () => {
    const all = (await Promise.all(files(language).map(file => sentencesIn(file, language)))).flat()
    expect(all.filter(([, words]) => /undefined|NaN|\[object|^$/.test(words))).toEqual([])
  })
})

describe.each(files('fr'))('%s', file => {
  test('keeps French punctuation with its word, and the typographic apostrophe', async () => {
    expect((await sentencesIn(file, 'fr')).filter(frenchMistakes)).toEqual([])
  })
})

describe.each(files('en'))('%s', file => {
  test('is punctuated the English way', async () => {
    const wrong = (await sentencesIn(file, 'en')).filter(
      ([, words]) => /[\s\u00a0\u202f][?!;:]/.test(words) || words.includes("'"),
    )
    expect(wrong).toEqual([])
  })

  test('has no word that nothing says', async () => {
    const owner = ownerOf(file)
    const isNear = ({ path, text }: Source) =>
      owner === 'kit/web' ||
      /^app\/|routes\.tsx$/.test(path) ||
      path.startsWith(`${owner}/`) ||
      text.includes(`#${owner}/`)
    const near = sources.filter(isNear)
    const said = new Set([...near.flatMap(({ said }) => said), ...codes])
    const endings = near.flatMap(({ endings }) => endings)
    const dead = (words: unknown, path: string): string[] =>
      typeof words !== 'object' || words === null || Array.isArray(words)
        ? []
        : Object.entries(words).flatMap(([key, value]) => [
            ...(said.has(key) || endings.some(ending => key.endsWith(ending)) ? [] : [`${path}.${key}`]),
            ...dead(value, `${path}.${key}`),
          ])
    expect(dead(await read(file, 'en'), owner)).toEqual([])
  })
})

type Source = { path: string; text: string; said: string[]; endings: string[] }

/** What a file may take out of a text: properties it reads, words it writes, and how those end that it puts together. */
function sourceOf(path: string): Source {
  const text = readFileSync(resolve(root, path), 'utf8')
  const said: string[] = []
  const endings: string[] = []
  new Visitor({
    MemberExpression({ computed, property }) {
      if (!computed && property.type === 'Identifier') said.push(property.name)
    },
    ObjectPattern({ properties }) {
      for (const property of properties)
        if (property.type === 'Property' && property.key.type === 'Identifier') said.push(property.key.name)
    },
    Literal({ value }) {
      if (typeof value === 'string') said.push(value)
    },
    TemplateLiteral({ quasis }) {
      const ending = quasis.at(-1)?.value.raw
      if (ending && /^\w+$/.test(ending)) endings.push(ending)
      said.push(...quasis.flatMap(({ value }) => [value.raw, ...value.raw.split(/\W+/)]))
    },
  }).visit(parseSync(path, text).program)
  return { path, text, said, endings }
}

const sources = globSync('{app,features,tenancy,kit}/**/*.{ts,tsx}', { cwd: root })
  .filter(path => !/\/text\/|\.test\.ts|^app\/kit-|\.d\.ts/.test(path))
  .map(sourceOf)

/** Refusals and choices stand in the contracts as keys; a text has a sentence for each, or it does not compile. */
const codes = globSync(['features/*/{contract,rules}.ts', 'kit/problem.ts', 'tenancy/rights.ts'], {
  cwd: root,
}).flatMap(path => {
  const found: string[] = []
  new Visitor({
    Property({ key }) {
      if (key.type === 'Identifier') found.push(key.name)
    },
    Literal({ value }) {
      if (typeof value === 'string') found.push(value)
    },
  }).visit(parseSync(path, readFileSync(resolve(root, path), 'utf8')).program)
  return found
})

/** What is worded outside of the texts: notes on the timeline, sheets and statements, the demonstration, bare pages. */
const worded = globSync(
  ['features/*/server/**/*.ts', 'tenancy/server/**/*.ts', 'kit/server/**/*.ts', 'db/**/*.ts', 'app/**/*.{ts,tsx}'],
  {
    cwd: root,
  },
)
  .filter(path => !/\.test\.ts$/.test(path))
  .sort()

test('French that the server writes is punctuated like that of the screens', () => {
  const wrong = worded.flatMap(path => {
    const literals: string[] = []
    new Visitor({
      Literal({ value }) {
        if (typeof value === 'string') literals.push(value)
      },
      TemplateElement({ value }) {
        literals.push(value.cooked ?? value.raw)
      },
      JSXText({ value }) {
        literals.push(value)
      },
    }).visit(parseSync(path, readFileSync(resolve(root, path), 'utf8')).program)
    // A space that may break before a mark, or next to a guillemet, is French; so is an elision before a vowel.
    return literals
      .filter(
        words => /[\p{L}»)] [?!;:](\s|$)|^ [?!;:](\s|$)|« | »/u.test(words) || /\b(l|d|qu|n|s|c|j)'\p{L}/iu.test(words),
      )
      .map(words => `${path}: ${words.trim().slice(0, 80)}`)
  })
  expect(wrong).toEqual([])
})
