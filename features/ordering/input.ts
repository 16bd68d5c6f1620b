import * as v from 'valibot'
import { longestShade } from '#features/prescription/contract.ts'

/** Maximum length of each field, after trimming. */
export const longest = {
  patientCode: 60,
  patient: 120,
  prescriberName: 120,
  comment: 2000,
  practiceReference: 60,
  shade: longestShade,
  complementaryShade: longestShade,
  brand: 80,
  platform: 80,
  caseNumber: 80,
  url: 500,
  note: 500,
  template: 80,
} as const

export const httpsAddress = /^https:\/\/[^\s"'<>]+$/

export const mostProducts = 20

export const TemplateName = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'required'), v.maxLength(longest.template, 'too_long')),
})
