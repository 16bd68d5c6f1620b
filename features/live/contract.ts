import * as v from 'valibot'
import { endpoint } from '#kit/contract.ts'
import type { Right } from '#tenancy/rights.ts'

/**
 * What can be outdated on a screen, named as by the database's triggers (`tell_change`, `tell_unread` and `tell_end` in
 * db/schema.sql). `closures` are days without deliveries, whatever the reason: sent to everyone, unlike `absences`.
 * `unread`, `drafts` and `views` are each user's own. `stations`: which case is worked on where.
 */
export const Topic = v.picklist([
  'orders',
  'attachments',
  'absences',
  'brand',
  'catalogue',
  'closures',
  'rides',
  'supplies',
  'account',
  'colleagues',
  'invoices',
  'signups',
  'staff',
  'sheets',
  'unread',
  'drafts',
  'views',
  'stations',
  'programs',
])
export type Topic = v.InferOutput<typeof Topic>

/** Users with any of these rights receive the topic. */
export const topicNeeds: Readonly<Record<Topic, readonly Right[]>> = {
  orders: ['cases', 'production', 'sheets', 'delivery', 'billing', 'console'],
  attachments: ['cases', 'production'],
  absences: ['absences', 'delivery'],
  brand: ['portal', 'console', 'settings'],
  catalogue: ['portal', 'settings'],
  closures: ['portal', 'delivery', 'settings'],
  rides: ['rides', 'delivery', 'console'],
  supplies: ['supplies', 'delivery', 'console', 'settings'],
  signups: ['practices', 'console'],
  staff: ['staff'],
  sheets: ['sheets'],
  account: ['account', 'practices', 'console'],
  colleagues: ['colleagues'],
  // The invoicing of a case is announced with its invoice only.
  invoices: ['invoices', 'billing', 'production'],
  unread: ['cases'],
  drafts: ['order'],
  views: ['cases'],
  stations: ['production'],
  programs: ['settings'],
}

/**
 * The events, each with one line of JSON:
 * - `ready`: from here on every change is told; `topics` have changed shortly before, perhaps after the screen was loaded;
 * - `change`: what these `topics` show is out of date;
 * - `resync`: anything may be;
 * - `end`: this answer is over, and why.
 */
export type LiveEvents = {
  ready: { topics: Topic[] }
  change: { topics: Topic[] }
  resync: Record<string, never>
  /** `token`: ask again with a new one; `elsewhere`: this user has too many streams; `stopping`: ask again in a moment. */
  end: { because: 'token' | 'session' | 'elsewhere' | 'stopping' }
}
export type LiveEvent = keyof LiveEvents

/** How far back `ready` looks. */
export const recentSeconds = 60

export const liveCalls = {
  events: endpoint({
    method: 'GET',
    path: '/api/events',
    needs: 'session',
    summary:
      'Tells which screens of the practice, or of its laboratory’s people, are out of date, as soon as they are; never what has changed',
    reply: 'events',
  }),
}
