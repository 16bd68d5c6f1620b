import * as v from 'valibot'

// What the address of the list may say, by itself: every page brings what reads addresses, and none of the calls.

/** A case is an "order" on the wire, as the specification names it. */
export const CaseStatus = v.picklist([
  'registered',
  'in_preparation',
  'in_production',
  'on_hold',
  'shipped',
  'delivered',
  'invoiced',
  'cancelled',
  'unknown',
])
export type CaseStatus = v.InferOutput<typeof CaseStatus>

export const CaseTab = v.picklist(['in_progress', 'history', 'all'])
export type CaseTab = v.InferOutput<typeof CaseTab>

export const CaseSort = v.picklist(['code', 'patient', 'wishedDate', 'deliveryDate'])
export type CaseSort = v.InferOutput<typeof CaseSort>

/** The one display that no period tells: a day that has gone by, or a new one. */
export const DeliveryFilter = v.picklist(['delayed'])

/** What no status tells: whether the practice has answered yet. */
export const HoldFilter = v.picklist(['unanswered'])
