import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')

/** Every sentence of a text, with what a sentence that takes something says for a few of them. */
function sentencesOf(text: unknown, path: string): [path: string, sentence: string][] {
  if (typeof text === 'string') return [[path, text]]
  if (typeof text === 'function') {
    return [0, 1, 2, 1000, 'Nom'].flatMap(given => {
      try {
        return sentencesOf(text(given, given), `${path}(${given})`)
      } catch {
        // Not a kind of value that this one takes.
        return []
      }
    })
  }
  if (typeof text !== 'object' || text === null) return []
  return Object.entries(text).flatMap(([key, value]) => sentencesOf(value, `${path}.${key}`))
}

const files = (language: string) => globSync(`{features/*,kit/web}/text/{,*-}${language}.ts`, { cwd: root }).sort()
const read = async (file: string, language: string) =>
  sentencesOf((await import(resolve(root, file)))[language], file.replace(/\/text\/.*/, ''))

test('each text is there in both languages', () => {
  const places = (language: string) => files(language).map(file => file.replace(/\w+\.ts$/, ''))
  expect(places('fr')).toEqual(places('en'))
  expect(files('fr').length).toBeGreaterThan(4)
})

describe.each(files('fr'))('%s', file => {
  test('keeps French punctuation with its word', async () => {
    const sentences = await read(file, 'fr')
    const wrong = sentences.filter(
      ([, words]) =>
        /[^\u00a0\u202f?!][?!;»]/.test(words) ||
        /[^\u00a0\u202f\d]:(?!\/\/)/.test(words) ||
        /«(?!\u00a0|\u202f)/.test(words),
    )
    expect(wrong).toEqual([])
  })
  test('uses the typographic apostrophe', async () => {
    expect((await read(file, 'fr')).filter(([, words]) => words.includes("'"))).toEqual([])
  })
})

describe.each(files('en'))('%s', file => {
  test('is punctuated the English way', async () => {
    const wrong = (await read(file, 'en')).filter(
      ([, words]) => /[\s\u00a0\u202f][?!;:]/.test(words) || words.includes("'"),
    )
    expect(wrong).toEqual([])
  })
})
