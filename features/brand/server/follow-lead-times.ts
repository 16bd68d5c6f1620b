import { isDeepStrictEqual } from 'node:util'
import { recordDeed } from '#features/audit/server/sql.ts'
import { languages } from '#kit/language.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { isLeads, leadSection } from '../lead-times.ts'
import { type DeliveryTimeInformation, parseDeliveryTimeInformation } from '../rules.ts'
import { findLeads } from './lead-times-sql.ts'
import { findBrandOfStaff, setBrand } from './settings-sql.ts'

/** What the delivery times would say of the catalogue as it is now. */
export async function leadSectionsOf(staff: Staff) {
  const { leads, transportDays } = await findLeads(staff)
  return { fr: leadSection(leads, transportDays, 'fr'), en: leadSection(leads, transportDays, 'en') }
}

/**
 * Called before a change of the catalogue or of the transport days; the answer is called after it. As long as the delivery
 * times say what the catalogue says, they go on doing so: a laboratory that shortens a lead time does not have to remember
 * that practices read it elsewhere. Words that somebody has written there stay.
 */
export async function followLeadTimes(staff: Staff, requestId: string): Promise<() => Promise<void>> {
  const before = await leadSectionsOf(staff)
  return async () => {
    const now = await leadSectionsOf(staff)
    if (isDeepStrictEqual(before, now)) return
    const { delivery_time_information: stored } = await findBrandOfStaff(staff, { isLocked: true })
    const there = parseDeliveryTimeInformation(stored)
    if (!there) return
    const content = { ...there.content }
    for (const language of languages) {
      const times = content[language]
      if (times) content[language] = { ...times, sections: times.sections.map(following(before, now, language)) }
    }
    if (isDeepStrictEqual(content, there.content)) return
    await setBrand(staff, { delivery_time_information: JSON.stringify({ ...there, content }) })
    await recordDeed(staff, 'brand_changed', requestId)
  }
}

type Section = DeliveryTimeInformation['content'][string]['sections'][number]
type Sections = Awaited<ReturnType<typeof leadSectionsOf>>

const following = (before: Sections, now: Sections, language: keyof Sections) => (section: Section) =>
  isLeads(section) && isDeepStrictEqual(section.rows, before[language].rows)
    ? { ...section, rows: now[language].rows }
    : section
