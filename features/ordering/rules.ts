import type { PrintType } from '#features/cases/contract.ts'
import type { CatalogueProduct } from '#features/catalogue/contract.ts'
import { horizonOf } from '#features/catalogue/rules.ts'
import type { Sector } from '#features/prescription/contract.ts'
import { toothRuns } from '#features/prescription/rules.ts'
import { type Day, dayInZone, instantInZone, isDay } from '#kit/day.ts'
import { httpsAddress, longest } from './input.ts'

/** A prescription as typed or as sent: a draft of the form or the body of an order. Any field may be missing. */
export type Prescription = {
  readonly patientCode?: string | undefined
  readonly patient?: string | undefined
  readonly prescriberId?: string | undefined
  readonly prescriberName?: string | undefined
  readonly printType?: PrintType | undefined
  readonly scan?: TypedScan | undefined
  readonly wishedDate?: string | undefined
  /** The instant, as sent. */
  readonly appointmentDate?: string | undefined
  /** Day and time as typed, on the laboratory's wall clock. */
  readonly appointmentDay?: string | undefined
  readonly appointmentTime?: string | undefined
  readonly comment?: string | undefined
  readonly practiceReference?: string | undefined
  readonly products?: readonly PrescribedProduct[] | undefined
}

/** The location of a scan that does not come with the case, as typed so far. */
export type TypedScan = {
  readonly platform?: string | undefined
  readonly caseNumber?: string | undefined
  readonly url?: string | undefined
}

export type PrescribedProduct = {
  readonly reference: string
  readonly quantity?: number | undefined
  readonly teeth?: readonly number[] | undefined
  readonly pontics?: readonly number[] | undefined
  readonly sector?: Sector | undefined
  readonly shade?: string | undefined
  readonly complementaryShade?: string | undefined
  readonly implant?: { readonly brand?: string | undefined; readonly platform?: string | undefined } | undefined
  readonly note?: string | undefined
}

export type Needs = CatalogueProduct['needs']

export type GapCode =
  | 'required'
  /** Not asked for by the product or by the other fields: see `withoutUnasked`. */
  | 'not_asked'
  | 'not_in_catalogue'
  /** Not a doctor of the practice, or no longer one. */
  | 'not_in_practice'
  | 'too_long'
  | 'out_of_range'
  | 'repeated'
  | 'not_a_day'
  /** Not an address beginning with https. */
  | 'not_an_address'
  | 'not_a_time'
  | 'in_the_past'
  /** Beyond the months whose holidays are known. */
  | 'too_far'
  | 'not_a_run_of_one_arch'
  | 'run_broken'
  | 'too_few_teeth'
  /** A pontic that is not a tooth of the bridge. */
  | 'not_in_teeth'
  /** Only pontics: a bridge needs at least one abutment. */
  | 'no_abutment'
  /** The arch contradicts the teeth, or the quantity their number. */
  | 'unlike_teeth'

/** `path` as in the contract, "products.0.teeth". */
export type Gap = { path: string; code: GapCode }

const isBlank = (text: string | undefined) => !text?.trim()

/**
 * What a prescription lacks, or has in excess, for its products: one gap for each path, in the order of the form. The form
 * and the server share these rules, so neither can be more lenient than the other.
 */
export function gapsOf(
  order: Prescription,
  catalogue: readonly Pick<CatalogueProduct, 'reference' | 'needs'>[],
  clock: { now: Date; timeZone: string },
  doctors: readonly { id: string }[],
): Gap[] {
  const { products = [] } = order
  return [
    ...lengthGaps(order, '', ['patientCode', 'patient']),
    ...gapIf(isBlank(order.patientCode), 'patientCode', 'required'),
    ...prescriberGaps(order, doctors),
    ...gapIf(products.length === 0, 'products', 'required'),
    ...products.flatMap((product, index) => {
      const path = `products.${index}.`
      if (isBlank(product.reference)) return [{ path: `${path}reference`, code: 'required' as const }]
      const found = catalogue.find(({ reference }) => reference === product.reference.trim())
      if (!found) return [{ path: `${path}reference`, code: 'not_in_catalogue' as const }]
      return productGaps(product, found.needs, path)
    }),
    ...gapIf(!order.printType, 'printType', 'required'),
    ...scanGaps(order),
    ...dateGaps(order, clock),
    ...lengthGaps(order, '', ['comment', 'practiceReference']),
  ]
}

const gapAt = (path: string, code: GapCode | undefined): Gap[] => (code ? [{ path, code }] : [])
const gapIf = (isGap: boolean, path: string, code: GapCode): Gap[] => gapAt(path, isGap ? code : undefined)

function lengthGaps<K extends keyof typeof longest>(
  texts: { readonly [key in K]?: string | undefined },
  path: string,
  keys: readonly K[],
): Gap[] {
  return keys.flatMap(key => gapIf((texts[key]?.trim().length ?? 0) > longest[key], path + key, 'too_long'))
}

/** Either a doctor of the practice or a name; with neither, the gap is at the choice of doctors. */
function prescriberGaps(order: Prescription, doctors: readonly { id: string }[]): Gap[] {
  const { prescriberId, prescriberName } = order
  if (prescriberId)
    return [
      ...gapIf(!doctors.some(({ id }) => id === prescriberId), 'prescriberId', 'not_in_practice'),
      ...gapIf(!isBlank(prescriberName), 'prescriberName', 'not_asked'),
    ]
  const isChosen = prescriberName !== undefined || doctors.length === 0
  return [
    ...gapIf(isBlank(prescriberName), isChosen ? 'prescriberName' : 'prescriberId', 'required'),
    ...lengthGaps(order, '', ['prescriberName']),
  ]
}

/** A scan needs both the platform and the case number there: either alone is not enough to find it. */
function scanGaps({ printType, scan }: Prescription): Gap[] {
  if (!scan) return []
  if (printType === 'physical') return [{ path: 'scan', code: 'not_asked' }]
  const url = scan.url?.trim()
  return [
    ...gapIf(isBlank(scan.platform), 'scan.platform', 'required'),
    ...gapIf(isBlank(scan.caseNumber), 'scan.caseNumber', 'required'),
    ...gapIf(!!url && !httpsAddress.test(url), 'scan.url', 'not_an_address'),
    ...lengthGaps(scan, 'scan.', ['platform', 'caseNumber', 'url']),
  ]
}

export function productGaps(product: PrescribedProduct, needs: Needs, path: string): Gap[] {
  return [
    ...sectorGaps(product, needs, path),
    ...gapAt(`${path}teeth`, teethGap(product, needs)),
    ...gapAt(`${path}pontics`, ponticGap(product, needs)),
    ...shadeGaps(product, needs, path),
    ...implantGaps(product, needs, path),
    ...quantityGaps(product, needs, path),
    ...lengthGaps(product, path, ['note']),
  ]
}

function teethGap({ teeth = [] }: PrescribedProduct, needs: Needs): GapCode | undefined {
  if (needs.teeth === 'none') return teeth.length > 0 ? 'not_asked' : undefined
  if (new Set(teeth).size < teeth.length) return 'repeated'
  if (teeth.length === 0) return needs.teeth === 'optional' ? undefined : 'required'
  if (needs.teeth !== 'run') return
  if (new Set(teeth.map(jawOf)).size > 1) return 'not_a_run_of_one_arch'
  if (toothRuns(teeth).length > 1) return 'run_broken'
  if (teeth.length < needs.minimumTeeth) return 'too_few_teeth'
}

const jawOf = (tooth: number): 'upper' | 'lower' => ([1, 2, 5, 6].includes(Math.floor(tooth / 10)) ? 'upper' : 'lower')

/** The end teeth may be pontics too (a cantilever bridge), but one tooth must be an abutment. */
function ponticGap({ teeth = [], pontics = [] }: PrescribedProduct, needs: Needs): GapCode | undefined {
  if (pontics.length === 0) return
  if (!needs.hasPontics) return 'not_asked'
  if (new Set(pontics).size < pontics.length) return 'repeated'
  if (pontics.some(pontic => !teeth.includes(pontic))) return 'not_in_teeth'
  if (pontics.length === new Set(teeth).size) return 'no_abutment'
}

function sectorGaps({ sector, teeth = [] }: PrescribedProduct, needs: Needs, path: string): Gap[] {
  if (!sector) return gapIf(needs.sector === 'required', `${path}sector`, 'required')
  if (needs.sector === 'none') return [{ path: `${path}sector`, code: 'not_asked' }]
  const isOneArch = sector === 'upper' || sector === 'lower'
  return gapIf(isOneArch && teeth.some(tooth => jawOf(tooth) !== sector), `${path}sector`, 'unlike_teeth')
}

function quantityGaps(product: PrescribedProduct, needs: Needs, path: string): Gap[] {
  const { quantity } = product
  if (quantity === undefined) return []
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 99)
    return [{ path: `${path}quantity`, code: 'out_of_range' }]
  return gapIf(quantity !== quantityOf(product, needs), `${path}quantity`, 'unlike_teeth')
}

function shadeGaps(product: PrescribedProduct, needs: Needs, path: string): Gap[] {
  const hasComplementary = !isBlank(product.complementaryShade)
  if (needs.shade === 'none')
    return [
      ...gapIf(!isBlank(product.shade), `${path}shade`, 'not_asked'),
      ...gapIf(hasComplementary, `${path}complementaryShade`, 'not_asked'),
    ]
  const isMissing = isBlank(product.shade) && (needs.shade === 'required' || hasComplementary)
  return [
    ...gapIf(isMissing, `${path}shade`, 'required'),
    ...lengthGaps(product, path, ['shade', 'complementaryShade']),
  ]
}

/** Brand and platform are required together: one alone does not identify an implant. */
function implantGaps({ implant = {} }: PrescribedProduct, needs: Needs, path: string): Gap[] {
  const isGiven = !isBlank(implant.brand) || !isBlank(implant.platform)
  if (needs.implant === 'none') return gapIf(isGiven, `${path}implant`, 'not_asked')
  const isAsked = needs.implant === 'required' || isGiven
  return [
    ...gapIf(isAsked && isBlank(implant.brand), `${path}implant.brand`, 'required'),
    ...gapIf(isAsked && isBlank(implant.platform), `${path}implant.platform`, 'required'),
    ...lengthGaps(implant, `${path}implant.`, ['brand', 'platform']),
  ]
}

/** Gaps of the dates alone: a promise is asked for before there is a patient. */
export function dateGaps(order: Prescription, { now, timeZone }: { now: Date; timeZone: string }): Gap[] {
  const today = dayInZone(now, timeZone)
  const wished = order.wishedDate?.trim()
  const at = order.appointmentDate ? new Date(order.appointmentDate) : undefined
  return [
    ...gapAt('wishedDate', wished ? dayGap(wished, today) : undefined),
    ...gapAt('appointmentDate', at && (at < now ? 'in_the_past' : dayGap(dayInZone(at, timeZone), today))),
    ...typedAppointmentGaps(order, now, timeZone),
  ]
}

function typedAppointmentGaps(order: Prescription, now: Date, timeZone: string): Gap[] {
  const day = order.appointmentDay?.trim()
  const time = order.appointmentTime?.trim()
  if (!day && !time) return []
  const dayCode = day ? dayGap(day, dayInZone(now, timeZone)) : 'required'
  const timeCode = time ? (isTime(time) ? undefined : 'not_a_time') : 'required'
  const isPast = !dayCode && !timeCode && day && time && instantInZone(day, time, timeZone) < now
  return [...gapAt('appointmentDay', dayCode), ...gapAt('appointmentTime', isPast ? 'in_the_past' : timeCode)]
}

function dayGap(day: string, today: Day): GapCode | undefined {
  if (!isDay(day)) return 'not_a_day'
  if (day < today) return 'in_the_past'
  if (day > horizonOf(today)) return 'too_far'
}

const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)

/**
 * The number of pieces. Work with teeth and no arch is made tooth by tooth: three crowns, a bridge of six units. Work with
 * an arch (a framework, a try-in) is one piece whatever its number of teeth, as often as ordered.
 */
export function quantityOf(product: Pick<PrescribedProduct, 'quantity' | 'teeth'>, needs: Needs): number {
  return countsTeeth(product, needs) ? new Set(product.teeth).size : (product.quantity ?? 1)
}

/** Whether the quantity follows from the teeth, so that it need not be typed. */
export const countsTeeth = ({ teeth = [] }: Pick<PrescribedProduct, 'teeth'>, needs: Needs): boolean =>
  needs.teeth !== 'none' && needs.sector === 'none' && teeth.length > 0

/** The arch of the teeth, so that it need not be chosen; a different arch chosen before is kept. */
export function sectorAfter(
  teeth: readonly number[],
  { sector, teeth: teethBefore = [] }: Pick<PrescribedProduct, 'sector' | 'teeth'>,
): Sector | undefined {
  const follows = sector === undefined || sector === sectorOf(teethBefore)
  return (follows && sectorOf(teeth)) || sector
}

function sectorOf(teeth: readonly number[]): Sector | undefined {
  const jaws = new Set(teeth.map(jawOf))
  return jaws.size > 1 ? 'both' : [...jaws][0]
}

/** The jaws of the ordered work. */
export function orderedJaws({ products = [] }: Pick<Prescription, 'products'>): Set<'upper' | 'lower'> {
  const jaws = products.flatMap(({ teeth = [], sector }) => [
    ...teeth.map(jawOf),
    ...(sector === 'upper' || sector === 'lower' ? [sector] : sector ? (['upper', 'lower'] as const) : []),
  ])
  return new Set(jaws)
}

/** Drops the fields the product does not ask for, after choosing another product, repeating a case or applying a template. */
export function withoutUnasked<P extends PrescribedProduct>(product: P, needs: Needs): P {
  const { teeth, pontics, sector, shade, complementaryShade, implant, ...rest } = product
  const kept = {
    ...rest,
    ...(rest.quantity !== undefined && { quantity: quantityOf(product, needs) }),
    ...(teeth && needs.teeth !== 'none' && { teeth }),
    ...(pontics && needs.hasPontics && { pontics }),
    ...(sector && needs.sector !== 'none' && { sector }),
    ...(shade && needs.shade !== 'none' && { shade }),
    ...(complementaryShade && needs.shade !== 'none' && { complementaryShade }),
    ...(implant && needs.implant !== 'none' && { implant }),
  }
  return kept as P
}
