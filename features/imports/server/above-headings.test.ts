import { describe, expect, it } from 'vitest'
import { noCreatingRates, startTestApp } from '#test/harness.ts'
import { bridge, crown, dataOf, head, imported, previewOf, referencesOf, send, table } from '#test/importing.ts'

const { make, as } = startTestApp({ creatingRates: noCreatingRates })
const opened = async () => as(await make.user(await make.laboratory()))

describe('a file whose first line is not its headings', () => {
  it.each([
    ['a title with other marks than the table', 'Export du 12/11, à 10 h, de Labo Émail\r\n'],
    ['a title across the columns', 'Catalogue;;;;;\r\nÉdité le 12/11/2026;;;;;\r\n;;;;;\r\n'],
    ['a title that is called as its first column', 'Référence\r\n'],
  ])('is read from the line that names the columns, below %s', async (_, above) => {
    const call = await opened()
    const line = above.split('\r\n').length
    const answer = await dataOf(await send(call, above + table(crown, bridge)))
    expect(answer).toMatchObject({ line, headings: head.split(';'), samples: [crown.split(';'), bridge.split(';')] })
    const { counts } = await imported(call, above + table(crown, bridge))
    expect(counts).toMatchObject({ added: 2 })
    expect(await referencesOf(call)).toEqual(expect.arrayContaining(['COU-10', 'BRI-3']))
  })

  it('names what is wrong by its line in the file, the title counted', async () => {
    const call = await opened()
    const { preview } = await previewOf(call, `Catalogue 2026\r\n${table(crown, '=1;Fixe;Couronne;6;149,00;oui')}`)
    expect(preview.faults).toMatchObject([{ line: 4, field: 'reference', code: 'reference_wrong' }])
  })

  it('keeps its first line as headings where no line below names more columns', async () => {
    const call = await opened()
    const file = 'A;B\r\nCOU-10;Référence\r\nBRI-3;Famille'
    expect(await dataOf(await send(call, file))).toMatchObject({ line: 1, headings: ['A', 'B'] })
  })
})
