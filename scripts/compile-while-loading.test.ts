import { build } from 'vite'
import { expect, test } from 'vitest'
import { compileWhileLoading } from './compile-while-loading.ts'
import { smallerWayIn } from './smaller-way-in.ts'

const long = `export const words = ${JSON.stringify(Array.from({ length: 800 }, (_, index) => `word ${index}`))}`
const sources: Record<string, string> = {
  web: `${long}; document.title = words.join(); void import('/short.js'); void import('/file-viewer.js')`,
  short: "document.title = 'short'",
  'file-viewer': `${long}; document.title = words.join()`,
}

const nameOf = (id: string) => id.replace(/^\/|\.js$/g, '')

/** By their names, as the product is built. */
async function built(): Promise<Record<string, string>> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, rolldownOptions: { input: { web: '/web.js' } } },
    plugins: [
      {
        name: 'sources',
        enforce: 'pre',
        resolveId: id => (nameOf(id) in sources ? id : undefined),
        load: id => sources[nameOf(id)],
      },
      smallerWayIn(),
      compileWhileLoading(),
    ],
  })
  const [bundle] = [result].flat()
  if (!bundle || !('output' in bundle)) throw new Error('Nothing was built.')
  const chunks = bundle.output.filter(file => file.type === 'chunk')
  return Object.fromEntries(chunks.map(({ name, code }) => [name, code]))
}

test('each long file asks to be compiled while it comes, behind every minifier; a short one and the viewer do not', async () => {
  const files = await built()
  const asks = Object.keys(files).filter(name => files[name]?.startsWith('//# allFunctionsCalledOnLoad\n'))
  expect(Object.keys(files).toSorted()).toEqual(['file-viewer', 'short', 'web'])
  expect(asks).toEqual(['web'])
})
