import { pageSize } from '#kit/pages.ts'
import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asWaitingStaff } from '#tenancy/server/guards.ts'
import { staffFigureCalls } from '../contract.ts'
import { figuresCsv, figuresCsvName } from './csv.ts'
import { figuresOf, listCounted } from './figures.ts'

/** Routes of the figures, for administrators only, since the numbers concern their people. */
export function staffFigureRoutes(api: Api) {
  on(api, staffFigureCalls.figures, asWaitingStaff, async ({ actor, query }) => ({
    data: await figuresOf(actor, query),
  }))

  on(api, staffFigureCalls.cases, asWaitingStaff, async ({ actor, query }) => {
    const { cases, total } = await listCounted(actor, query)
    return { data: cases, page: { number: query.page, size: pageSize, total } }
  })

  on(api, staffFigureCalls.export, asWaitingStaff, async ({ actor, query, outgoing }) => {
    const figures = await figuresOf(actor, query, Number.POSITIVE_INFINITY)
    const language = await actor.within('read', async staff => staff.language)
    outgoing.set('content-disposition', attachment(figuresCsvName(query, language)))
    return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(figuresCsv(figures, language)) }
  })
}
