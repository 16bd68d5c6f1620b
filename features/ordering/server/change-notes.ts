import type { Sector } from '#features/prescription/contract.ts'
import { formatSector, formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { asSentence, type Day, dayInZone, formatDay, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import { sectorAfter } from '../rules.ts'
import { areSameTeeth, type Changed } from './changed-work.ts'

type Notes = {
  code: string
  name: string
  prescriber: string
  reference: string
  account: string
  appointment: string
  wished: string
  comment: string
  shade: (work: string) => string
  second: (work: string) => string
  teeth: (work: string) => string
  pontics: (work: string) => string
  sector: (work: string) => string
  /** `after` and `before` are empty where there is no value. */
  instead: (what: string, after: string, before: string) => string
}

/** Words of the timeline for each changed field. A comment is only said to have changed, not quoted. */
const notes: Record<Language, Notes> = {
  fr: {
    code: 'code patient corrigé',
    name: 'nom du patient corrigé',
    prescriber: 'prescripteur corrigé',
    reference: 'référence du cabinet corrigée',
    account: 'compte du prescripteur corrigé',
    appointment: 'rendez-vous',
    wished: 'date souhaitée',
    comment: 'commentaire modifié',
    shade: work => `teinte (${work})`,
    second: work => `teinte complémentaire (${work})`,
    teeth: work => `dents (${work})`,
    pontics: work => `intermédiaires (${work})`,
    sector: work => `arcade (${work})`,
    instead: (what, after, before) =>
      `${what}\u00a0: ${after || 'rien'} ${before ? `au lieu de ${before}` : '(rien avant)'}`,
  },
  en: {
    code: 'patient code corrected',
    name: 'name of the patient corrected',
    prescriber: 'prescriber corrected',
    reference: 'practice reference corrected',
    account: 'account of the prescriber corrected',
    appointment: 'appointment',
    wished: 'wished date',
    comment: 'comment changed',
    shade: work => `shade (${work})`,
    second: work => `complementary shade (${work})`,
    teeth: work => `teeth (${work})`,
    pontics: work => `pontics (${work})`,
    sector: work => `arch (${work})`,
    instead: (what, after, before) =>
      `${what}: ${after || 'none'} ${before ? `instead of ${before}` : '(nothing before)'}`,
  },
}

type Whose = {
  patient_code: string
  patient: string | null
  prescriber: string | null
  prescriber_id: string | null
  practice_reference: string | null
}

/**
 * People are only said to have changed: the misread name may be another patient's, names get typed into the code field, and
 * a quoted prescriber would stay in the timeline after that person is erased.
 */
export function whoseNotes(before: Whose, after: Whose, language: Language): string[] {
  const t = notes[language]
  return [
    ...(before.patient_code === after.patient_code ? [] : [t.code]),
    ...(before.patient === after.patient ? [] : [t.name]),
    ...(before.prescriber !== after.prescriber
      ? [t.prescriber]
      : before.prescriber_id !== after.prescriber_id
        ? [t.account]
        : []),
    ...(before.practice_reference === after.practice_reference ? [] : [t.reference]),
  ]
}

type Dates = { wishedOn: Day | null; appointmentAt: string | null }

export function dateNotes(before: Dates, after: Dates, language: Language, timeZone: string): string[] {
  const t = notes[language]
  const day = (day: Day | null) => (day ? formatDay(day, language, 'date') : '')
  const at = (instant: string | null) =>
    instant
      ? `${formatDay(dayInZone(instant, timeZone), language, 'date')} ${formatTime(instant, language, timeZone)}`
      : ''
  return [
    ...(before.appointmentAt === after.appointmentAt
      ? []
      : [t.instead(t.appointment, at(after.appointmentAt), at(before.appointmentAt))]),
    ...(before.wishedOn === after.wishedOn ? [] : [t.instead(t.wished, day(after.wishedOn), day(before.wishedOn))]),
  ]
}

export function workNotes(changed: readonly Changed[], isCommentChanged: boolean, language: Language): string[] {
  const t = notes[language]
  const shade = (shade: string | null) => (shade ? formatShade(shade, language) : '')
  const sector = (sector: Sector | null) => (sector ? formatSector(sector, language) : '')
  return [
    ...changed.flatMap(({ before, after }) => {
      const work = before[`label_${language}`]
      return [
        ...(areSameTeeth(before.teeth, after.teeth)
          ? []
          : [t.instead(t.teeth(work), formatTeeth(after.teeth), formatTeeth(before.teeth))]),
        ...(areSameTeeth(before.pontics, after.pontics)
          ? []
          : [t.instead(t.pontics(work), formatTeeth(after.pontics), formatTeeth(before.pontics))]),
        // Omitted where the teeth imply the arch.
        ...(before.sector === after.sector || follows(before, after)
          ? []
          : [t.instead(t.sector(work), sector(after.sector), sector(before.sector))]),
        ...(before.shade === after.shade ? [] : [t.instead(t.shade(work), shade(after.shade), shade(before.shade))]),
        ...(before.complementary_shade === after.complementary_shade
          ? []
          : [t.instead(t.second(work), shade(after.complementary_shade), shade(before.complementary_shade))]),
      ]
    }),
    ...(isCommentChanged ? [t.comment] : []),
  ]
}

const follows = (before: Changed['before'], after: Changed['after']) =>
  !areSameTeeth(before.teeth, after.teeth) &&
  after.sector === sectorAfter(after.teeth, { teeth: before.teeth, sector: before.sector ?? undefined })

/** How a line about a change by the practice begins. */
export const ofPractice: Record<Language, { changed: string; asked: string }> = {
  fr: { changed: 'Modifié par le cabinet : ', asked: 'Modification demandée par le cabinet : ' },
  en: { changed: 'Changed by the practice: ', asked: 'Change asked for by the practice: ' },
}

/** One sentence for the timeline. */
export const noteOf = (parts: readonly string[], begins: string): string => asSentence(`${begins}${parts.join(', ')}`)
