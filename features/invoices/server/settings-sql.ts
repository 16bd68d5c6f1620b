import { sql } from 'kysely'
import type { Staff } from '#tenancy/server/actor.ts'
import type { SettingsThere } from '../billing-contract.ts'
import type { BillingSettings } from '../billing-input.ts'
import { missingOf } from '../billing-rules.ts'

/** The legally required wording, until the laboratory enters its own. */
const usual = {
  penaltyNote:
    'En cas de retard de paiement, pénalités au taux de trois fois le taux d’intérêt légal (art. L. 441-10 du Code de commerce).',
  recoveryNote: 'Indemnité forfaitaire pour frais de recouvrement\u00a0: 40\u00a0€.',
  discountNote: 'Pas d’escompte pour paiement anticipé.',
}

export async function findSettings({ tx, brandId }: Staff): Promise<SettingsThere> {
  const { found, name, workplace, sellsTaxed, version } = await tx
    .selectFrom('brands')
    .leftJoin('billing_settings as s', 's.brand_id', 'brands.id')
    .select(eb => [
      'brands.company_name as name',
      sql<string>`case when '' <> all(array[brands.address, brands.postal_code, brands.city])
        then concat_ws(', ', brands.address, concat_ws(' ', brands.postal_code, brands.city)) else '' end`.as(
        'workplace',
      ),
      sql<string>`coalesce(md5(s::text), '')`.as('version'),
      eb
        .exists(
          eb
            .selectFrom('products')
            .select('reference')
            .whereRef('products.brand_id', '=', 'brands.id')
            .where('vat', '=', 'standard')
            .where('is_retired', '=', false),
        )
        .as('sellsTaxed'),
    ])
    .select(sql<SettingsRow | null>`case when s.brand_id is not null then to_json(s) end`.as('found'))
    .where('brands.id', '=', brandId)
    .executeTakeFirstOrThrow()
  const vatRegime = found?.is_vat_exempt
    ? 'small_business'
    : found && !found.vat_number && !sellsTaxed
      ? 'exempt_work'
      : 'number'
  const missing = missingOf({
    legalName: found?.legal_name ?? null,
    siren: found?.siren ?? null,
    hasAddress: Boolean(found?.address || workplace),
    vatRegime,
    vatNumber: found?.vat_number ?? null,
    sellsTaxed: Boolean(sellsTaxed),
  })
  return {
    legalName: found?.legal_name ?? name,
    siren: found?.siren ?? '',
    siret: found?.siret ?? '',
    vatRegime,
    vatNumber: found?.vat_number ?? '',
    legalMention: found?.legal_mention ?? '',
    address: found?.address ?? '',
    postalCode: found?.postal_code ?? '',
    city: found?.city ?? '',
    electronicAddress: found?.electronic_address ?? '',
    iban: found?.iban ?? '',
    bic: found?.bic ?? '',
    paymentDays: found?.payment_days ?? 30,
    splitsVat: found?.splits_vat ?? false,
    asksApproval: found?.asks_approval ?? false,
    penaltyNote: found?.penalty_note ?? usual.penaltyNote,
    recoveryNote: found?.recovery_note ?? usual.recoveryNote,
    discountNote: found?.discount_note ?? usual.discountNote,
    workplace,
    missing,
    version,
  }
}

type SettingsRow = {
  legal_name: string
  siren: string | null
  siret: string | null
  is_vat_exempt: boolean
  vat_number: string | null
  legal_mention: string
  address: string | null
  postal_code: string | null
  city: string | null
  electronic_address: string | null
  iban: string | null
  bic: string | null
  payment_days: number
  splits_vat: boolean
  asks_approval: boolean
  penalty_note: string
  recovery_note: string
  discount_note: string
}

const orNone = (said: string) => (said === '' ? null : said)

/**
 * Saves the settings and returns their new version; undefined if they changed since `read`, unless they already equal
 * `said` (a repetition after a lost answer). The row stays locked until the transaction ends.
 */
export async function saveSettings({ tx, brandId }: Staff, said: BillingSettings, read: string) {
  const row: SettingsRow = {
    legal_name: said.legalName,
    siren: orNone(said.siren),
    siret: orNone(said.siret),
    is_vat_exempt: said.vatRegime === 'small_business',
    vat_number: said.vatRegime === 'number' ? orNone(said.vatNumber) : null,
    legal_mention: said.legalMention,
    address: orNone(said.address),
    postal_code: orNone(said.postalCode),
    city: orNone(said.city),
    electronic_address: orNone(said.electronicAddress),
    iban: orNone(said.iban),
    bic: orNone(said.bic),
    payment_days: said.paymentDays,
    splits_vat: said.splitsVat,
    asks_approval: said.asksApproval,
    penalty_note: said.penaltyNote,
    recovery_note: said.recoveryNote,
    discount_note: said.discountNote,
  }
  const version = sql<string>`md5(billing_settings::text)`
  const saved =
    read === ''
      ? tx
          .insertInto('billing_settings')
          .values({ brand_id: brandId, ...row })
          .onConflict(conflict => conflict.doNothing())
          .returning(version.as('version'))
      : tx
          .updateTable('billing_settings')
          .set(row)
          .where('brand_id', '=', brandId)
          .where(version, '=', read)
          .returning(version.as('version'))
  const { version: made } = (await saved.executeTakeFirst()) ?? {}
  if (made !== undefined) return { version: made, isNew: true }
  const there = await tx
    .selectFrom('billing_settings')
    .select([version.as('version'), sql<SettingsRow>`to_json(billing_settings)`.as('row')])
    .where('brand_id', '=', brandId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const isSame = Object.entries(row).every(([name, value]) => there?.row[name as keyof SettingsRow] === value)
  return there && isSame ? { version: there.version, isNew: false } : undefined
}
