import { expect, test } from 'vitest'
import { hashesIn, keyIn, nameAt, placeOf } from '../kit/web/places.ts'
import { placeChunks } from './place-chunks.ts'

const manifest = {
  web: { file: 'assets/web.js', isEntry: true, css: ['assets/web.css'] },
  portal: { file: 'assets/portal.js', imports: ['web', 'shared'] },
  shared: { file: 'assets/shared-cases-rides.js', imports: ['portal'] },
  cases: { file: 'assets/case-screen.js', imports: ['web', 'shared'], css: ['assets/case-screen.css'] },
  rides: { file: 'assets/rides-screen.js', imports: ['web'] },
}
/** As the bundler writes them: each names others, two name each other, and one is named by its first words. */
const files = {
  'assets/web.js':
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/case-screen.js","assets/case-screen.css"])))=>i.map(i=>d[i]);' +
    'let a=l(()=>f(()=>import(`./case-screen.js`).then(e=>e.t),__vite__mapDeps([0,1])));' +
    'let b=async()=>{let{R:r}=await f(async()=>{let{R:e}=await import("./rides-screen.js");return{R:e}},[]);return r};' +
    'let c=()=>f(()=>import("./portal.js"),[]);export{f as t};',
  'assets/web.css': '.web{}',
  'assets/portal.js': 'import{t as e}from"./web.js";import"./shared-cases-rides.js";export let é=e;',
  'assets/shared-cases-rides.js': 'export*from"./portal.js";export let name="web.js";',
  'assets/case-screen.js':
    'import{t as e}from"./web.js";import{é as n}from"./shared-cases-rides.js";export let t=e(n);',
  'assets/case-screen.css': '.case{}',
  'assets/rides-screen.js': 'import{t as e}from"./web.js";export let R=e("rides");',
}
const place = (changed: Partial<typeof files> = {}) =>
  placeChunks(manifest, new Map(Object.entries({ ...files, ...changed })))
const nowOf = (before: string, { names, texts } = place()) => texts.get(names.get(before) ?? '') ?? ''
/** What another build calls otherwise. */
const renamed = (changed: Partial<typeof files>) => {
  const { names } = place(changed)
  return [...place().names].flatMap(([file, name]) => (names.get(file) === name ? [] : [file]))
}

test('a file that has changed has another name, and no other has', () => {
  expect(renamed({ 'assets/rides-screen.js': `${files['assets/rides-screen.js']} ` })).toEqual([
    'assets/rides-screen.js',
  ])
  expect(renamed({ 'assets/web.js': `${files['assets/web.js']} ` })).toEqual(['assets/web.js'])
  expect(renamed({ 'assets/shared-cases-rides.js': 'export*from"./portal.js";' })).toEqual([
    'assets/shared-cases-rides.js',
  ])
  expect(renamed({})).toEqual([])
})

test('a script and its sheet change together, since the page says one hash for both', () => {
  const both = ['assets/case-screen.css', 'assets/case-screen.js']
  expect(renamed({ 'assets/case-screen.css': '.case{color:red}' })).toEqual(both)
})

test('the sheet of every page is in it: a change of it fetches no script again, and nobody asks for it', () => {
  expect(renamed({ 'assets/web.css': '.web{color:red}' })).toEqual(['assets/web.css'])
  const asks = 'm.f=["assets/web.css"];'
  const named = /"\/(.+)\.js"/.exec(nowOf('assets/rides-screen.js', place({ 'assets/rides-screen.js': asks })))?.[1]
  expect(place().names.get('assets/web.js')).toContain(named)
})

test('no file names what another has in it', () => {
  const { names, texts } = place()
  const served = [...names.values()]
  for (const text of texts.values()) expect(served.filter(name => text.includes(name.split('/')[1] ?? ''))).toEqual([])
})

test('what is imported at once stands in the import map, and nothing else does', () => {
  const { imports, names, others } = place()
  expect(Object.values(imports).toSorted()).toEqual(
    ['web', 'portal', 'shared-cases-rides'].map(name => `/${names.get(`assets/${name}.js`)}`).toSorted(),
  )
  const shared = /^import\{t as e\}from"(..)";import\{é as n\}from"(..)";/.exec(nowOf('assets/case-screen.js'))
  expect(imports[shared?.[1] ?? '']).toBe(`/${names.get('assets/web.js')}`)
  expect(imports[shared?.[2] ?? '']).toBe(`/${names.get('assets/shared-cases-rides.js')}`)
  expect(others).toHaveLength(2 * 7)
})

test('what is asked for later is found by its place', () => {
  const { imports, names, others } = place()
  const hashes = hashesIn(others, JSON.stringify({ imports }))
  const text = nowOf('assets/web.js')
  const asked = [...text.matchAll(/"\/(assets\/[\w-]+\.\w+)"/g)].map(([, place = '']) =>
    nameAt(place, hashes.get(keyIn(place))),
  )
  expect(asked).toEqual(
    ['case-screen.js', 'case-screen.css', 'case-screen.js', 'rides-screen.js', 'portal.js'].map(file =>
      names.get(`assets/${file}`),
    ),
  )
  expect(text).toContain('f((__at)=>import(__at("/assets/case-screen-')
  expect(text).toContain('f(async(__at)=>{let{R:e}=await import(__at("/assets/rides-screen-')
})

test('words that only look like the name of a file stay', () => {
  expect(nowOf('assets/shared-cases-rides.js')).toContain('name="web.js"')
})

test('a build that asks for a file by itself fails', () => {
  expect(() => place({ 'assets/rides-screen.js': 'let a=()=>import("./case-screen.js");' })).toThrow(
    'assets/rides-screen.js asks for assets/case-screen.js without fetchChunk',
  )
})

test('the place of a file stays when the file changes', () => {
  const changed = place({ 'assets/case-screen.js': 'export let other' }).names
  const named = 'assets/case-screen.js'
  expect(changed.get(named)).not.toBe(place().names.get(named))
  expect(placeOf(changed.get(named) ?? '')).toBe(placeOf(place().names.get(named) ?? ''))
})
