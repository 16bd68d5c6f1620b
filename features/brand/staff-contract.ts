import * as v from 'valibot'
import { data, endpoint } from '#kit/contract.ts'
import { FeedbackWidget, Look, mostImageBytes, NewLook } from './input.ts'
import { NewTimes } from './times-input.ts'

const Section = v.object({
  id: v.optional(v.union([v.string(), v.number()])),
  name: v.string(),
  description: v.string(),
  headers: v.array(v.string()),
  rows: v.array(v.array(v.string())),
})
const TimesThere = v.object({ title: v.string(), sections: v.array(Section) })

const StaffBrand = v.object({
  look: v.object(Look.entries),
  logo: v.nullable(v.string()),
  favicon: v.nullable(v.string()),
  /** Null where the laboratory has no text in this language, or an invalid one. */
  times: v.object({ fr: v.nullable(TimesThere), en: v.nullable(TimesThere) }),
  /** What a section of the delivery times would say of the catalogue as it is now. */
  leadTimes: v.object({ fr: Section, en: Section }),
  /** Empty where there is none. */
  feedbackWidget: v.string(),
  version: v.string(),
})
export type StaffBrand = v.InferOutput<typeof StaffBrand>

const image = {
  needs: 'settings',
  status: 204,
} as const

export const staffBrandCalls = {
  show: endpoint({
    method: 'GET',
    path: '/api/staff/brand',
    needs: 'settings',
    summary: 'How the laboratory shows itself: name, telephone, address, colours, pictures, delivery times',
    reply: data(StaffBrand),
  }),
  setLook: endpoint({
    method: 'PUT',
    path: '/api/staff/brand',
    needs: 'settings',
    summary: 'Another name, telephone, address or other colours, on every open screen at once',
    status: 204,
    body: NewLook,
  }),
  setTimes: endpoint({
    method: 'PUT',
    path: '/api/staff/brand/delivery-times',
    needs: 'settings',
    summary: 'What practices read of rounds and lead times, in both languages',
    status: 204,
    body: NewTimes,
  }),
  setWidget: endpoint({
    method: 'PUT',
    path: '/api/staff/brand/feedback-widget',
    needs: 'settings',
    summary: 'With which widget practices say what they think: the portal’s, a script elsewhere, or none',
    status: 204,
    body: FeedbackWidget,
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/api/staff/brand/logo',
    summary: 'Another logo: png, jpg or webp, made anew',
    ...image,
    rawBody: { mostBytes: mostImageBytes },
    bodyTypes: ['application/octet-stream'],
    refusals: { no_image: 422, image_too_large: 422 },
  }),
  setFavicon: endpoint({
    method: 'PUT',
    path: '/api/staff/brand/favicon',
    summary: 'Another icon for browser tabs: png, jpg or webp, made anew',
    ...image,
    rawBody: { mostBytes: mostImageBytes },
    bodyTypes: ['application/octet-stream'],
    refusals: { no_image: 422, image_too_large: 422 },
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/api/staff/brand/logo',
    summary: 'Takes the logo away: the initial stands in its place',
    ...image,
  }),
  removeFavicon: endpoint({
    method: 'DELETE',
    path: '/api/staff/brand/favicon',
    summary: 'Takes the icon away',
    ...image,
  }),
}
