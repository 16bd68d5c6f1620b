import type { NewPractice } from '#features/people/server/practices-sql.ts'
import type { Language } from '#kit/language.ts'

const words: Record<Language, { lunchBreak: string; weeklyClosure: string }> = {
  fr: { lunchBreak: 'Pause de midi\u00a0: ', weeklyClosure: 'Fermeture hebdomadaire\u00a0: ' },
  en: { lunchBreak: 'Lunch break: ', weeklyClosure: 'Weekly closing: ' },
}

type Asked = {
  mobile: string | null
  email: string
  email2: string | null
  lunchBreakHours: string | null
  weeklyClosure: string | null
  language: Language
}

/**
 * Carries over what the requester has typed. Lunch break and closing day become a delivery instruction, since they matter
 * to drivers.
 */
export function carriedOver(asked: Asked): Pick<NewPractice, 'mobile' | 'emails' | 'deliveryInstruction'> {
  const { mobile, email, email2, lunchBreakHours, weeklyClosure, language } = asked
  const t = words[language]
  const hours = [
    ...(lunchBreakHours ? [t.lunchBreak + lunchBreakHours] : []),
    ...(weeklyClosure ? [t.weeklyClosure + weeklyClosure] : []),
  ]
  return {
    mobile,
    emails: email2 && email2.toLowerCase() !== email.toLowerCase() ? [email, email2] : [email],
    deliveryInstruction: hours.join('\n') || null,
  }
}
