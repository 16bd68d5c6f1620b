import { attachment } from '#kit/server/attachment.ts'
import { type Api, on } from '#kit/server/serve.ts'
import { asStaff } from '#tenancy/server/guards.ts'
import { staffFigureCalls } from '../contract.ts'
import { figuresCsv, figuresCsvName } from './csv.ts'
import { countAhead, countAnswers, countDelivered, listCounted, pageSize } from './sql.ts'

/** How the laboratory's work goes, for its administrators: the people behind the numbers are theirs. */
export function staffFigureRoutes(api: Api) {
  on(api, staffFigureCalls.figures, asStaff, async ({ actor: staff, query }) => {
    const delivered = await countDelivered(staff, query)
    return { data: { ...delivered, answers: await countAnswers(staff, query), ahead: await countAhead(staff) } }
  })

  on(api, staffFigureCalls.cases, asStaff, async ({ actor: staff, query }) => {
    const { cases, total } = await listCounted(staff, query)
    return { data: cases, page: { number: query.page, size: pageSize, total } }
  })

  on(api, staffFigureCalls.export, asStaff, async ({ actor: staff, query, outgoing }) => {
    const delivered = await countDelivered(staff, query, Number.POSITIVE_INFINITY)
    const figures = { ...delivered, answers: await countAnswers(staff, query), ahead: await countAhead(staff) }
    outgoing.set('content-disposition', attachment(figuresCsvName(query, staff.language)))
    return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(figuresCsv(figures, staff.language)) }
  })
}
