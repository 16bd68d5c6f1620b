import type { Complaint } from '#features/complaints/contract.ts'
import { legible } from '#kit/color.ts'
import { dayInZone, formatDay, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { Pdf, paper } from '#kit/server/pdf.ts'
import { Flow } from '#kit/server/pdf-flow.ts'
import type { countByCause, listScopedSubcontractors } from './inspection-sql.ts'
import { inspectionText } from './inspection-text.ts'
import { looks } from './sheet-looks.ts'

export type InspectionSummary = {
  language: Language
  timeZone: string
  maker: { name: string; address: string; color: string }
  of: { code: string } | { from: string; to: string }
  madeBy: string
  madeAt: string
  cases: number
  /** Number of unsigned cases among those delivered in the period. */
  leftUnsigned: number
  causes: Awaited<ReturnType<typeof countByCause>>
  subcontractors: Awaited<ReturnType<typeof listScopedSubcontractors>>
  /** The first few; the others are in the CSV table. */
  complaints: readonly Complaint[]
}

const left = 50
const width = paper.width - 2 * left
const { body, strong, small, title } = looks

/** The summary an inspector reads first; each sheet is a separate document in the archive. */
export function drawInspectionSummary(summary: InspectionSummary): Promise<Uint8Array<ArrayBuffer>> {
  const { language, timeZone, maker, of, causes, complaints } = summary
  const t = inspectionText(language)
  const accent = legible(maker.color, ['#ffffff'], 4.5)
  const day = (on: string) => formatDay(on, language, 'year')
  const moment = (at: string) => `${day(dayInZone(at, timeZone))}, ${formatTime(at, language, timeZone)}`
  const about = 'code' in of ? t.ofCase(of.code) : t.ofPeriod(day(of.from), day(of.to))
  const pdf = new Pdf({ title: `${t.title} · ${about}`, language, createdAt: new Date(summary.madeAt) })
  const flow = new Flow(pdf, {
    left,
    width,
    bottom: paper.height - 72,
    leading: 13.5,
    beginPage: page => {
      pdf.decoration(() => pdf.box(left, 40, width, 2, accent))
      return page === 1 ? 48 : 60
    },
  })
  const line = (text: string, look: (typeof looks)['body' | 'strong' | 'small'] = body) =>
    flow.draw(flow.paragraph(text, look, width))
  const head = (text: string) => {
    flow.keep(60)
    flow.y += 16
    flow.draw(flow.paragraph(text, { ...strong, size: 12 }, width, 'H2'), 16)
    flow.y += 4
  }

  line(maker.name, strong)
  line(maker.address, small)
  flow.draw(flow.paragraph(t.title, title, width, 'H1'), 34)
  line(t.law, small)
  line(about, strong)
  const on = dayInZone(summary.madeAt, timeZone)
  line(t.made(formatDay(on, language, 'long'), formatTime(summary.madeAt, language, timeZone), summary.madeBy), small)

  const sum = (count: (row: (typeof causes)[number]) => number) => causes.reduce((all, row) => all + count(row), 0)
  const total = sum(row => row.complaints)
  head(t.figures)
  line(t.cases(summary.cases))
  line(t.leftUnsigned(summary.leftUnsigned))
  line(
    t.complaints(
      total,
      sum(row => row.serious),
    ),
  )
  line(t.remakes(sum(row => row.remakes)))

  head(t.byCause)
  if (causes.length === 0) line(t.none)
  for (const { cause, complaints, remakes } of causes)
    line(t.ofCause(cause ? t.one.causes[cause] : t.undecided, complaints, remakes))

  head(t.subcontractors)
  if (summary.subcontractors.length === 0) line(t.none)
  for (const { name, address, work, cases } of summary.subcontractors) {
    flow.keep(40)
    line(name, strong)
    line([address, work, t.workedOn(cases)].join(' · '), small)
  }

  head(t.complaintList)
  if (complaints.length === 0) line(t.none)
  for (const { order, practice, kind, description, reportedAt, reportedBy, remake, decision } of complaints) {
    flow.keep(60)
    line(`${order.code} · ${t.one.kinds[kind]}${remake ? ` · ${t.one.remake(remake.code)}` : ''}`, strong)
    line(`${practice}, ${reportedBy}, ${moment(reportedAt)}`, small)
    if (description) line(description)
    line(
      decision
        ? t.decision(
            decision.isSerious ? t.one.serious : t.one.notSerious,
            t.one.causes[decision.cause],
            decision.by,
            moment(decision.at),
          )
        : t.noDecision,
    )
    if (decision?.note) line(decision.note)
    flow.y += 6
  }
  if (complaints.length < total) line(t.more, small)
  return pdf.finish((page, pages) => {
    const end = pdf.clip(t.page(page, pages), small, width)
    pdf.text(end, left + width - end.width, paper.height - 40, small)
    pdf.text(pdf.clip(`${maker.name} · ${about}`, small, width - end.width - 12), left, paper.height - 40, small)
  })
}
