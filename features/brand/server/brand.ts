import type { Laboratory } from '#tenancy/server/actor.ts'
import type { Brand } from '../contract.ts'
import { findBrand } from './sql.ts'

/** The public data of a laboratory, and its default language. */
export async function loadBrand(laboratory: Laboratory): Promise<{ brand: Brand; defaultLanguage: 'fr' | 'en' }> {
  const row = await findBrand(laboratory)
  const image = (name: string | null) => name && `/api/brand/images/${name}`
  return {
    defaultLanguage: row.default_language as 'fr' | 'en',
    brand: {
      id: row.id,
      companyName: row.company_name,
      companyLogo: image(row.logo),
      companyFavicon: image(row.favicon),
      clientServicePhone: row.client_service_phone,
      whiteLabel: {
        primary: row.primary_color,
        primaryForeground: row.primary_foreground_color,
        secondary: row.secondary_color,
        secondaryForeground: row.secondary_foreground_color,
        cardForeground: row.card_foreground_color,
        ring: row.ring_color,
        border: row.border_color,
      },
      deliveryTimeInformation: row.delivery_time_information,
      timeZone: row.time_zone,
      feedbackWidget: row.feedback_widget_url,
    },
  }
}
