import * as v from 'valibot'
import { RealDay, RealId, Words } from '#kit/input.ts'
import { RealInstant } from '#kit/instant-input.ts'

/** The units in which a signature is drawn and stored. */
export const signatureField = { width: 320, height: 120 } as const
export const longestSignature = 6_000
export const longestName = 80
export const longestRound = 40
export const mostAtOnce = 200

const Ids = v.pipe(v.array(RealId), v.maxLength(mostAtOnce, 'too_many'))
const SomeIds = v.pipe(Ids, v.minLength(1, 'required'))

/** As recorded by the phone, perhaps hours before it can be sent. */
export const NewHandOver = v.strictObject({
  /** Chosen by the phone, so that sending it twice records it once. */
  id: RealId,
  practiceId: RealId,
  day: RealDay,
  outcome: v.picklist(['handed_over', 'nobody_there']),
  /** The cases brought, and the pickups taken along. */
  orderIds: Ids,
  rideIds: Ids,
  receivedBy: v.optional(Words(longestName)),
  /** An SVG path. */
  signature: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(longestSignature, 'too_long'),
      v.regex(/^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)+$/, 'not_a_drawing'),
    ),
  ),
  at: RealInstant,
})
export type NewHandOver = v.InferOutput<typeof NewHandOver>

export const NewRound = v.strictObject({
  /** Empty for the round without a name. */
  round: v.pipe(v.string(), v.trim(), v.maxLength(longestRound, 'too_long')),
  /** In the driver's order. */
  practiceIds: SomeIds,
})
export type NewRound = v.InferOutput<typeof NewRound>

/** `carrier` is absent when the laboratory's own driver delivers. */
export const NewShipment = v.strictObject({
  orderIds: SomeIds,
  carrier: v.optional(Words(60)),
  trackingNumber: v.optional(Words(60)),
  trackingUrl: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(500, 'too_long'), v.regex(/^https:\/\/[^\s"'<>]+$/, 'not_an_address')),
  ),
})
export type NewShipment = v.InferOutput<typeof NewShipment>

export const labelSizes = ['62mm', 'a6'] as const
export type LabelSize = (typeof labelSizes)[number]

export const LabelsAsked = v.strictObject({ ids: SomeIds, size: v.optional(v.picklist(labelSizes), '62mm') })
