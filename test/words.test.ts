import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** What a sentence may take: a count, or a name. */
const samples: readonly (readonly unknown[])[] = [0, 1, 2, 1000, 'Nom'].map(given => [given, given, given])
/** What the others take. */
const taken: Record<string, readonly (readonly unknown[])[]> = {
  'features/imports.file.hint': [['products'], ['practices']],
  'features/imports.file.sampleName': [['products']],
  // Never less: kit/server/problem-reply.ts.
  'kit/web.retryAfter': [[2], [89], [120]],
  'features/invoices.effect': [[[1]], [[7, 14, 21]]],
  'features/invoices.reminders.effect': [[[1]], [[7, 14, 21]]],
  'features/ordering.promise.join': [[['Nom']], [['Nom', 'Nom']]],
  'features/privacy.erasures.stays': [[{ cases: 1, statements: 2, messages: 0, files: 3 }]],
  'features/rides.when': [['Nom', 'AM']],
  'features/traceability.sheet.signed': [['2026-1', 1, 'Nom', '22/11/2026']],
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
const read = async (file: string): Promise<Record<string, unknown>> => import(resolve(root, file))
/** Whatever a file calls what it exports. */
const sentencesIn = async (file: string) =>
  Object.values(await read(file)).flatMap(text => sentencesOf(text, ownerOf(file)))

/** A narrow space before ? ! and ;, a wide one before a colon, in guillemets and before € and %: none where a line may end. */
const isMispunctuated = (words: string) =>
  /(?<!^|[\u202f?!]|«\u00a0)[?!;]/.test(words) ||
  /[^\u00a0\d]:(?!\/\/)/.test(words) ||
  /\d:(?!\d)/.test(words) ||
  /[^\u00a0]»|«(?!\u00a0)/.test(words) ||
  /[^\u00a0(][€%]/.test(words) ||
  words.includes("'")

/** Of words that mean one thing, those that docs/glossary.md has not chosen. */
const isOtherWord = (words: string) =>
  /courriel|adresses? électroniques?|\bdocteurs?\b|ramassage|chauffeur|livreur|double authentification|pro formas/i.test(
    words,
  ) || /(?<!\b(?:en|dans tous les) )\bcas\b/i.test(words)

/** What is imported comes in whatever words its writers use. */
const isOfImports = (path: string) => /^features\/imports\/(fields|samples|server\/cells)\.ts$/.test(path)

test('each text is there in both languages', () => {
  const places = (language: string) =>
    files(language)
      .map(file => file.replace(/\w+\.ts$/, ''))
      .toSorted()
  expect(places('fr')).toEqual(places('en'))
  expect(files('fr').length).toBeGreaterThan(4)
})

describe.each(['fr', 'en'])('the words in %s', language => {
  test('say something for whatever they take', async () => {
    const all = (await Promise.all(files(language).map(file => sentencesIn(file)))).flat()
    expect(all.filter(([, words]) => /undefined|NaN|\[object|^$/.test(words))).toEqual([])
  })

  test('let no line end within “e‑mail”', async () => {
    const all = (await Promise.all(files(language).map(file => sentencesIn(file)))).flat()
    expect(all.filter(([, words]) => /\be-\p{L}/iu.test(words))).toEqual([])
  })

  test('let no line end between a size and its unit', async () => {
    const all = (await Promise.all(files(language).map(file => sentencesIn(file)))).flat()
    expect(all.filter(([, words]) => /\d [kM][oB]\b/.test(words))).toEqual([])
  })
})

test('one sentence says in every form that all is asked which is not optional', async () => {
  for (const language of ['fr', 'en']) {
    const all = (await Promise.all(files(language).map(file => sentencesIn(file)))).flat().map(([, words]) => words)
    const said = all.filter(words =>
      /^(Remplissez tous les|Tous les) champs|^(Fill in every|All) fields?\b/.test(words),
    )
    expect(new Set(said).size).toBe(1)
    expect(said.length).toBeGreaterThan(2)
  }
})

describe.each(files('fr'))('%s', file => {
  test('keeps French punctuation with its word, and the typographic apostrophe', async () => {
    const sentences = await sentencesIn(file)
    expect(sentences).not.toEqual([])
    expect(sentences.filter(([, words]) => isMispunctuated(words))).toEqual([])
  })

  // The palette is found by whatever people call a thing.
  test.skipIf(file.startsWith('features/palette/'))('calls each thing by its one word', async () => {
    expect((await sentencesIn(file)).filter(([, words]) => isOtherWord(words))).toEqual([])
  })
})

describe.each(files('en'))('%s', file => {
  test('is punctuated the English way', async () => {
    const wrong = (await sentencesIn(file)).filter(
      ([, words]) => /[\s\u00a0\u202f][?!;:]/.test(words) || words.includes("'"),
    )
    expect(wrong).toEqual([])
  })

  test('calls an identifier so, wherever somebody signs in by it', async () => {
    expect((await sentencesIn(file)).filter(([, words]) => /\blogins?\b/i.test(words))).toEqual([])
  })

  test('has no word that nothing says', async () => {
    const owner = ownerOf(file)
    const { said, endings } = takenBy.get(owner) ?? takenFrom(owner)
    const dead = (words: unknown, path: string): string[] =>
      typeof words !== 'object' || words === null || Array.isArray(words)
        ? []
        : Object.entries(words).flatMap(([key, value]) => [
            ...(said.has(key) || endings.some(ending => key.endsWith(ending)) ? [] : [`${path}.${key}`]),
            ...dead(value, `${path}.${key}`),
          ])
    expect(Object.values(await read(file)).flatMap(text => dead(text, owner))).toEqual([])
  })
})

/** What anybody who may have the texts of this owner takes out of some text. */
function takenFrom(owner: string) {
  const imported = new Set(sources.flatMap(({ path, named }) => (path.startsWith(`${owner}/`) ? named : [])))
  const near = sources.filter(
    ({ path, text }) =>
      owner === 'kit/web' ||
      /^app\/|routes\.tsx$/.test(path) ||
      path.startsWith(`${owner}/`) ||
      text.includes(`#${owner}/`) ||
      imported.has(path),
  )
  return {
    said: new Set([...near.flatMap(({ said }) => said), ...codes]),
    endings: near.flatMap(({ endings }) => endings),
  }
}

/** `named`: the files that it names as an import of ours does. */
type Source = { path: string; text: string; said: string[]; endings: string[]; named: string[] }

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
  const named = [...text.matchAll(/'(?=#([^']+)')/g)].map(([, name = '']) => name)
  return { path, text, said, endings, named }
}

const sources = globSync('{app,features,tenancy,kit}/**/*.{ts,tsx}', { cwd: root })
  .filter(path => !/\/text\/|\.test\.ts|^app\/kit-|\.d\.ts/.test(path))
  .map(sourceOf)

/** Refusals and choices stand in the contracts as keys; a text has a sentence for each, or it does not compile. */
const codes = globSync(
  ['features/*/{contract,rules,kinds}.ts', 'kit/{problem,table-refusals}.ts', 'tenancy/rights.ts'],
  {
    cwd: root,
  },
).flatMap(path => {
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

/** Once for each owner: some have twenty files of texts. */
const takenBy = new Map([...new Set(files('en').map(ownerOf))].map(owner => [owner, takenFrom(owner)]))

/** What is worded outside of the texts: mails, notes on the timeline, sheets and statements, the demonstration, bare pages. */
const worded = globSync('{features,tenancy,kit,db,app}/**/*.{ts,tsx}', { cwd: root })
  .filter(path => !/\/text\/|\.test\.ts|\.d\.ts$/.test(path) && !isOfImports(path))
  .sort()

/** What a file says, each template with a word for whatever it takes; `isFrench` where the code says so. */
function wordsIn(path: string) {
  const said: { words: string; at: number }[] = []
  const french: { start: number; end: number }[] = []
  new Visitor({
    Property({ key, value }) {
      if (key.type === 'Identifier' && key.name === 'fr') french.push(value)
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && /^fr$|Fr$/.test(id.name) && init) french.push(init)
    },
    Literal({ value, start }) {
      if (typeof value === 'string') said.push({ words: value, at: start })
    },
    TemplateLiteral({ quasis, start }) {
      said.push({ words: quasis.map(({ value }) => value.cooked ?? value.raw).join('Nom'), at: start })
    },
    JSXText({ value, start }) {
      said.push({ words: value, at: start })
    },
  }).visit(parseSync(path, readFileSync(resolve(root, path), 'utf8')).program)
  return said.map(({ words, at }) => ({ words, isFrench: french.some(({ start, end }) => start <= at && at < end) }))
}

test('French that the server writes is punctuated like that of the screens, and in its words', () => {
  const wrong = worded.flatMap(path =>
    wordsIn(path)
      // A space before a mark, or next to a guillemet, is French; so is an elision before a vowel.
      .filter(
        ({ words, isFrench }) =>
          (isFrench && !words.startsWith('/') && isMispunctuated(words)) ||
          /[\p{L}»)] [?!;:](\s|$)|^ [?!;:](\s|$)|« | »/u.test(words) ||
          /\u00a0[?!;]|\u202f[:»]|«\u202f/.test(words.replaceAll('«\u00a0?', '')) ||
          /\b(l|d|qu|n|s|c|j)'\p{L}/iu.test(words) ||
          isOtherWord(words),
      )
      .map(({ words }) => `${path}: ${words.trim().slice(0, 80)}`),
  )
  expect(wrong).toEqual([])
})

test('what operations.md takes from the screens for the first day stands on them', () => {
  const section =
    /## A laboratory's first day\n(.*?)\n## /s.exec(readFileSync(resolve(root, 'docs/operations.md'), 'utf8'))?.[1] ??
    ''
  const quoted = [...section.replace(/\s+/g, ' ').matchAll(/“([^”]+)”/g)].map(([, words = '']) => words)
  const sources = globSync('features/*/{text/*en.ts,web/**/*.{ts,tsx}}', { cwd: root })
  const said = sources.map(file => readFileSync(resolve(root, file), 'utf8')).join('\n')
  expect(quoted.length).toBeGreaterThan(50)
  expect(quoted.filter(words => words !== 'curly quotes' && !said.includes(words))).toEqual([])
})
