import { expect, it } from 'vitest'
import { themeOf } from '#kit/theme.ts'
import { teal } from './laboratories.ts'

it('the look with which a laboratory starts needs no correction', () => {
  const { primary, secondary, ring, border } = teal
  const look = { primary, secondary, ring, border }
  const letters = {
    primaryForeground: teal.primary_foreground,
    secondaryForeground: teal.secondary_foreground,
    cardForeground: teal.card_foreground,
  }
  expect(themeOf({ ...look, ...letters }).corrections).toEqual([])
})
