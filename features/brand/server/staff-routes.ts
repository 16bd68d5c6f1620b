import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { recordDeed } from '#features/audit/server/sql.ts'
import { problem } from '#kit/problem.ts'
import { type Api, on } from '#kit/server/serve.ts'
import type { Share } from '#kit/server/turns.ts'
import { type Staff, shareOf } from '#tenancy/server/actor.ts'
import { asStaff, asWaitingStaff } from '#tenancy/server/guards.ts'
import { parseDeliveryTimeInformation } from '../rules.ts'
import { type StaffBrand, staffBrandCalls } from '../staff-contract.ts'
import type { Times } from '../times-input.ts'
import { leadSectionsOf } from './follow-lead-times.ts'
import { deleteImage, findBrandOfStaff, setBrand, setImage } from './settings-sql.ts'

/** Re-encodes an image, which drops anything hidden in or behind it. Implemented by attachments, passed in by the application. */
export type MakeImageAnew = (
  share: Share,
  bytes: Uint8Array,
) => Promise<{ bytes: Buffer; type: string } | 'no_image' | 'image_too_large'>

export function staffBrandRoutes(api: Api, makeImageAnew: MakeImageAnew) {
  on(api, staffBrandCalls.show, asStaff, async ({ actor: staff }) => ({ data: await readBrand(staff) }))

  on(api, staffBrandCalls.setLook, asStaff, async ({ actor: staff, body, requestId }) => {
    const said = {
      company_name: body.companyName,
      client_service_phone: body.clientServicePhone,
      address: body.address,
      postal_code: body.postalCode,
      city: body.city,
      primary_color: body.primary,
      primary_foreground_color: body.primaryForeground,
      secondary_color: body.secondary,
      secondary_foreground_color: body.secondaryForeground,
      card_foreground_color: body.cardForeground,
      ring_color: body.ring,
      border_color: body.border,
    }
    const there = await findBrandOfStaff(staff, { isLocked: true })
    // Checked before the version, so that a retry after a lost answer succeeds.
    if (Object.entries(said).every(([name, value]) => there[name as keyof typeof said] === value)) return undefined
    if (there.settings_version !== body.version) throw problem('conflict')
    await setBrand(staff, said)
    await recordDeed(staff, 'brand_changed', requestId)
    return undefined
  })

  on(api, staffBrandCalls.setTimes, asStaff, async ({ actor: staff, body, requestId }) => {
    const { version, ...content } = body
    const row = await findBrandOfStaff(staff, { isLocked: true })
    const before = parseDeliveryTimeInformation(row.delivery_time_information)
    const there = { fr: timesOf(before?.content.fr), en: timesOf(before?.content.en) }
    // Checked before the version, so that a retry after a lost answer succeeds.
    if (isDeepStrictEqual(there, content)) return undefined
    // Of two concurrent changes the second is refused, not lost.
    if (row.settings_version !== version) throw problem('conflict')
    // Content in other languages is kept.
    const information = {
      version: before?.version ?? 1,
      defaultLanguage: row.default_language,
      content: { ...before?.content, ...content },
    }
    await setBrand(staff, { delivery_time_information: JSON.stringify(information) })
    await recordDeed(staff, 'brand_changed', requestId)
    return undefined
  })

  on(api, staffBrandCalls.setWidget, asStaff, async ({ actor: staff, body, requestId }) => {
    const { feedback_widget_url: there } = await findBrandOfStaff(staff, { isLocked: true })
    // Checked before `seen`, so that a retry after a lost answer succeeds.
    if ((there ?? '') === body.address) return undefined
    if ((there ?? '') !== body.seen) throw problem('conflict')
    await setBrand(staff, { feedback_widget_url: body.address || null })
    await recordDeed(staff, 'brand_changed', requestId)
    return undefined
  })

  for (const [purpose, set, remove] of [
    ['logo', staffBrandCalls.setLogo, staffBrandCalls.removeLogo],
    ['favicon', staffBrandCalls.setFavicon, staffBrandCalls.removeFavicon],
  ] as const) {
    on(api, set, asWaitingStaff, async ({ actor, bytes, requestId, refuse }) => {
      const share = await actor.within('read', async staff => shareOf(staff))
      const made = await makeImageAnew(share, bytes)
      if (typeof made === 'string') return refuse(made)
      const digest = createHash('sha256').update(made.bytes).digest('hex').slice(0, 32)
      await actor.within('write', async staff => {
        await setImage(staff, purpose, { name: `${digest}.${made.type}`, content: made.bytes })
        await recordDeed(staff, 'brand_changed', requestId)
      })
      return undefined
    })

    on(api, remove, asStaff, async ({ actor: staff, requestId }) => {
      await deleteImage(staff, purpose)
      await recordDeed(staff, 'brand_changed', requestId)
      return undefined
    })
  }
}

async function readBrand(staff: Staff): Promise<StaffBrand> {
  const row = await findBrandOfStaff(staff)
  const leadTimes = await leadSectionsOf(staff)
  const content = parseDeliveryTimeInformation(row.delivery_time_information)?.content
  const image = (name: string | null) => name && `/api/brand/images/${name}`
  return {
    look: {
      companyName: row.company_name,
      clientServicePhone: row.client_service_phone,
      address: row.address,
      postalCode: row.postal_code,
      city: row.city,
      primary: row.primary_color,
      primaryForeground: row.primary_foreground_color,
      secondary: row.secondary_color,
      secondaryForeground: row.secondary_foreground_color,
      cardForeground: row.card_foreground_color,
      ring: row.ring_color,
      border: row.border_color,
    },
    logo: image(row.logo),
    favicon: image(row.favicon),
    times: { fr: timesOf(content?.fr), en: timesOf(content?.en) },
    leadTimes,
    feedbackWidget: row.feedback_widget_url ?? '',
    version: row.settings_version,
  }
}

type Stored = NonNullable<ReturnType<typeof parseDeliveryTimeInformation>>['content'][string]

const timesOf = (stored: Stored | undefined): Times | null =>
  stored
    ? {
        title: stored.title,
        sections: stored.sections.map(({ name = '', description = '', ...section }) => ({
          ...section,
          name,
          description,
        })),
      }
    : null
