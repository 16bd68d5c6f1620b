import { addDays, type Day, daysBetween } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import {
  type Case,
  type CaseQuery,
  type CaseRow,
  type CaseSort,
  CaseStatus,
  type CaseTab,
  type Delivery,
  type HoldAnswer,
  type Sector,
} from './contract.ts'

const historyStatuses: readonly CaseStatus[] = ['delivered', 'invoiced', 'cancelled']

/** Which statuses a tab holds: every status is in exactly one of the first two. */
export const statusesOfTab: Record<CaseTab, readonly CaseStatus[]> = {
  in_progress: CaseStatus.options.filter(status => !historyStatuses.includes(status)),
  history: historyStatuses,
  all: CaseStatus.options,
}

/** What answers the question of the tab: what comes next, what came last, what was ordered last. */
const defaultSorts: Record<CaseTab, { by: CaseSort; order: 'ASC' | 'DESC' }> = {
  in_progress: { by: 'deliveryDate', order: 'ASC' },
  history: { by: 'deliveryDate', order: 'DESC' },
  all: { by: 'code', order: 'DESC' },
}

/** A sort that names only its key goes up; one that names only its direction turns the default of the tab. */
export function sortOf({ tab, sort_by, sort_order }: Pick<CaseQuery, 'tab' | 'sort_by' | 'sort_order'>) {
  const byDefault = defaultSorts[tab]
  return { by: sort_by ?? byDefault.by, order: sort_order ?? (sort_by ? 'ASC' : byDefault.order) } as const
}

/** What the laboratory has said about the delivery, and what absences of the practice have made of it, as stored. */
export type Promised = {
  status: CaseStatus
  deliveryOn: Day | null
  /** The first promise, kept when the date moves. */
  firstDeliveryOn: Day | null
  /** False while the date is only computed. */
  isDeliveryConfirmed: boolean
  /** The laboratory's day, where absences hold the delivery on a later one. */
  movedFromOn: Day | null
  /** To where absences had moved it when the laboratory set another day: up to it nothing is late. */
  excusedOn: Day | null
}

type Dated = Promised & { deliveryOn: Day; firstDeliveryOn: Day }
const isDated = (promised: Promised): promised is Dated =>
  promised.deliveryOn !== null && promised.firstDeliveryOn !== null

/** An absence makes nothing late, and nothing that is late punctual: the laboratory is measured by its own days. */
const owedOn = ({ firstDeliveryOn, excusedOn }: Dated): Day =>
  excusedOn !== null && excusedOn > firstDeliveryOn ? excusedOn : firstDeliveryOn
const putOffDays = (promised: Dated): number =>
  Math.max(0, daysBetween(owedOn(promised), promised.movedFromOn ?? promised.deliveryOn))
const hasMissedItsDay = ({ status, deliveryOn }: Dated, today: Day) => deliveryOn < today && status !== 'shipped'

/** The first that fits of today, delayed, estimated, planned. `today` is the laboratory's. */
export function deliveryOf(promised: Promised, today: Day, reader: { maySeeAbsences: boolean }): Delivery {
  if (historyStatuses.includes(promised.status)) return null
  if (!isDated(promised)) return { display: 'estimated' }
  const { deliveryOn, firstDeliveryOn, isDeliveryConfirmed, movedFromOn } = promised
  const isPutOff = putOffDays(promised) > 0
  const isMoved = movedFromOn !== null || (!isPutOff && deliveryOn > firstDeliveryOn)
  const moved = isMoved ? ({ moved: reader.maySeeAbsences ? 'absence' : 'other' } as const) : {}
  // A day that has itself gone by is no news: what is left to say is "within 24 h". So the specification wants it, also
  // of a day that was only computed: the practice has planned with it, and a delay shows a new day or that, nothing else.
  if (hasMissedItsDay(promised, today))
    return { display: 'delayed', firstDate: isPutOff ? owedOn(promised) : deliveryOn }
  if (isPutOff && deliveryOn >= today) {
    const late = {
      firstDate: owedOn(promised),
      ...(movedFromOn === null ? {} : { ...moved, putOffTo: movedFromOn }),
    }
    return deliveryOn === today ? { display: 'today', ...late } : { display: 'delayed', newDate: deliveryOn, ...late }
  }
  if (deliveryOn === today)
    return { display: 'today', ...moved, ...(isDeliveryConfirmed ? {} : { unconfirmed: true as const }) }
  // What is under way past its day has most likely come: nobody has said so.
  return { display: isDeliveryConfirmed && deliveryOn > today ? 'planned' : 'estimated', ...moved }
}

/** From the promise to the laboratory's day; to today, where the day of delivery has gone by. */
export function delayDaysOf(promised: Promised, today: Day): number {
  if (promised.status === 'cancelled' || !isDated(promised)) return 0
  const putOff = putOffDays(promised)
  const isMissed = !historyStatuses.includes(promised.status) && hasMissedItsDay(promised, today)
  return isMissed ? putOff + daysBetween(promised.deliveryOn, today) : putOff
}

/** On its way, and nobody has said that it has come. */
export const isArrivalUnconfirmed = (
  { status, deliveryDate, delivery }: Pick<CaseRow, 'status' | 'deliveryDate' | 'delivery'>,
  today: Day,
): boolean => status === 'shipped' && delivery?.display === 'estimated' && deliveryDate !== null && deliveryDate < today

/** How many days the work is at the practice before the patient is; negative when it comes too late. */
export function daysBeforeAppointment(
  shown: { deliveryDate: Day | null; delivery: Delivery },
  appointmentDay: Day | null,
  today: Day,
): number | null {
  if (shown.delivery === null || shown.deliveryDate === null || appointmentDay === null) return null
  const isWithin24Hours = shown.delivery.display === 'delayed' && shown.delivery.newDate === undefined
  return daysBetween(isWithin24Hours ? addDays(today, 1) : shown.deliveryDate, appointmentDay)
}

/** While the laboratory has not begun. */
export const canCancel = ({ status }: Pick<Case, 'status'>) => status === 'registered'

/** While something is asked and nobody has answered. */
export const canAnswerHold = ({ status, hold }: Pick<Case, 'status' | 'hold'>) =>
  status === 'on_hold' && hold !== null && hold.answer === undefined

/** The one answer that is nothing without a message. */
export const needsMessage = (answer: HoldAnswer) => answer === 'in_writing'

export const canReportProblem = ({ status }: Pick<Case, 'status'>) => status !== 'cancelled'

/** What has not left the laboratory is put right there. */
export const hasLeftLaboratory = ({ status }: Pick<Case, 'status'>) =>
  status === 'shipped' || status === 'delivered' || status === 'invoiced'

/** Once; a remake that fails is made again in its turn. */
export const canAskRemake = (shown: Pick<Case, 'status' | 'remake'>, user: { isDLCPM: boolean }) =>
  hasLeftLaboratory(shown) && shown.remake === null && !user.isDLCPM

/** Along the arch as the dentist looks at it, patient's right first; 11 and 21 are neighbours (FDI, ISO 3950). */
function placeOf(tooth: number): { arch: number; place: number } {
  const quadrant = Math.floor(tooth / 10)
  const fromMidline = tooth % 10
  const isDeciduous = quadrant > 4
  const isPatientsRight = [1, 4, 5, 8].includes(quadrant)
  const isUpper = [1, 2, 5, 6].includes(quadrant)
  return {
    arch: (isUpper ? 0 : 2) + (isDeciduous ? 1 : 0),
    place: isPatientsRight ? 1 - fromMidline : fromMidline,
  }
}

export function inArchOrder(teeth: readonly number[]): number[] {
  return [...new Set(teeth)].sort((a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)]
    return first.arch - second.arch || first.place - second.place
  })
}

/** Unbroken runs of neighbours, across the midline but never from one arch to another. */
export function toothRuns(teeth: readonly number[]): number[][] {
  const runs: number[][] = []
  let before: { arch: number; place: number } | undefined
  for (const tooth of inArchOrder(teeth)) {
    const here = placeOf(tooth)
    if (before && before.arch === here.arch && before.place + 1 === here.place) runs.at(-1)?.push(tooth)
    else runs.push([tooth])
    before = here
  }
  return runs
}

/** "13–23", "24, 26", "11, 21, 46–48". */
export const formatTeeth = (teeth: readonly number[]): string =>
  toothRuns(teeth)
    .map(run => (run.length > 2 ? `${run[0]}–${run.at(-1)}` : run.join(', ')))
    .join(', ')

/** Guides write "A3.5"; the French read "A3,5". Other guides' free text stays as it is. */
export const formatShade = (shade: string, language: Language): string =>
  language === 'fr' && /^([A-D]\d|\d[LMR]\d)\.5$/.test(shade) ? shade.replace('.', ',') : shade

/** One product for the summary, named in the reader's language. */
export type Work = {
  one: string
  many: string
  quantity: number
  teeth: readonly number[]
  shade: string | null
  sector: Sector | null
}

const sectorWords: Record<Language, Record<Sector, string>> = {
  fr: { upper: 'arcade sup.', lower: 'arcade inf.', both: 'haut et bas', archs: 'arcades complètes' },
  en: { upper: 'upper arch', lower: 'lower arch', both: 'upper and lower', archs: 'full arches' },
}
const andMore: Record<Language, (count: number) => string> = {
  fr: count => `${count} autres`,
  en: count => `${count} more`,
}

/** The work in one line: "Bridge 13–23 · A3,5", "Couronnes zircone 24, 26 · A2 + Inlay-core 45". */
export function summarize(works: readonly Work[], language: Language): string {
  const alike = new Map<string, Work>()
  for (const work of works) {
    const key = JSON.stringify([work.one, work.shade, work.sector])
    const before = alike.get(key)
    alike.set(
      key,
      before ? { ...work, quantity: before.quantity + work.quantity, teeth: [...before.teeth, ...work.teeth] } : work,
    )
  }
  const lines = [...alike.values()].map(work => summarizeOne(work, language))
  if (lines.length <= 2) return lines.join(' + ')
  return `${lines[0]} + ${andMore[language](lines.length - 1)}`
}

function summarizeOne({ one, many, quantity, teeth, shade, sector }: Work, language: Language): string {
  const shadeWords = shade ? ` · ${formatShade(shade, language)}` : ''
  // A framework of many teeth is one piece.
  if (teeth.length > 0) return `${quantity > 1 ? many : one} ${formatTeeth(teeth)}${shadeWords}`
  const name = quantity > 1 ? `${quantity} × ${many}` : one
  return `${name}${sector ? `, ${sectorWords[language][sector]}` : ''}${shadeWords}`
}

const sheetNames: Record<Language, string> = { fr: 'fiche-de-tracabilite', en: 'traceability-sheet' }

/** Of the document: the code and nothing else of the case, in the letters that every system takes in a file name. */
export function traceabilitySheetName(code: string, language: Language): string {
  const plain = code
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return `${[sheetNames[language], plain].filter(Boolean).join('-')}.pdf`
}
