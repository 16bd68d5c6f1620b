import { formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { asSentence, type Day, dayInZone, formatDay, formatTime } from '#kit/day.ts'
import type { Language } from '#kit/language.ts'
import type { Changed } from './changed-work.ts'

type Notes = {
  code: string
  name: string
  prescriber: string
  appointment: string
  wished: string
  comment: string
  shade: (work: string) => string
  second: (work: string) => string
  teeth: (work: string) => string
  instead: (what: string, after: string, before: string) => string
  none: string
}

/** What has changed, in words: on the timeline. Of a comment only that it has. */
const notes: Record<Language, Notes> = {
  fr: {
    code: 'code patient',
    name: 'nom du patient corrigé',
    prescriber: 'prescripteur',
    appointment: 'rendez-vous',
    wished: 'jour souhaité',
    comment: 'commentaire modifié',
    shade: work => `teinte (${work})`,
    second: work => `teinte complémentaire (${work})`,
    teeth: work => `dents (${work})`,
    instead: (what, after, before) => `${what} : ${after} au lieu de ${before}`,
    none: 'aucun',
  },
  en: {
    code: 'patient code',
    name: 'name of the patient corrected',
    prescriber: 'prescriber',
    appointment: 'appointment',
    wished: 'wished day',
    comment: 'comment changed',
    shade: work => `shade (${work})`,
    second: work => `complementary shade (${work})`,
    teeth: work => `teeth (${work})`,
    instead: (what, after, before) => `${what}: ${after} instead of ${before}`,
    none: 'none',
  },
}

type Whose = { patient_code: string; patient: string | null; prescriber: string | null }

/** Of a name only that it has changed: what was read wrongly may be another patient's. */
export function whoseNotes(before: Whose, after: Whose, language: Language): string[] {
  const t = notes[language]
  return [
    ...(before.patient_code === after.patient_code ? [] : [t.instead(t.code, after.patient_code, before.patient_code)]),
    ...(before.patient === after.patient ? [] : [t.name]),
    ...(before.prescriber === after.prescriber
      ? []
      : [t.instead(t.prescriber, after.prescriber ?? t.none, before.prescriber ?? t.none)]),
  ]
}

type Dates = { wishedOn: Day | null; appointmentAt: string | null }

export function dateNotes(before: Dates, after: Dates, language: Language, timeZone: string): string[] {
  const t = notes[language]
  const day = (day: Day | null) => (day ? formatDay(day, language, 'date') : t.none)
  const at = (instant: string | null) =>
    instant
      ? `${formatDay(dayInZone(instant, timeZone), language, 'date')} ${formatTime(instant, language, timeZone)}`
      : t.none
  return [
    ...(before.appointmentAt === after.appointmentAt
      ? []
      : [t.instead(t.appointment, at(after.appointmentAt), at(before.appointmentAt))]),
    ...(before.wishedOn === after.wishedOn ? [] : [t.instead(t.wished, day(after.wishedOn), day(before.wishedOn))]),
  ]
}

export function workNotes(changed: readonly Changed[], isCommentChanged: boolean, language: Language): string[] {
  const t = notes[language]
  const shade = (shade: string | null) => (shade ? formatShade(shade, language) : t.none)
  const teeth = (teeth: readonly number[]) => formatTeeth(teeth) || t.none
  return [
    ...changed.flatMap(({ before, after }) => {
      const work = before[`label_${language}`]
      return [
        ...(String(before.teeth) === String(after.teeth)
          ? []
          : [t.instead(t.teeth(work), teeth(after.teeth), teeth(before.teeth))]),
        ...(before.shade === after.shade ? [] : [t.instead(t.shade(work), shade(after.shade), shade(before.shade))]),
        ...(before.complementary_shade === after.complementary_shade
          ? []
          : [t.instead(t.second(work), shade(after.complementary_shade), shade(before.complementary_shade))]),
      ]
    }),
    ...(isCommentChanged ? [t.comment] : []),
  ]
}

/** One sentence of the timeline. */
export const noteOf = (parts: readonly string[], begins: string): string => asSentence(`${begins}${parts.join(', ')}`)
