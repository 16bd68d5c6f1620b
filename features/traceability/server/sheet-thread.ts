import { answerInThread } from '#kit/server/own-thread.ts'
import { warmFonts } from '#kit/server/pdf-fonts.ts'
import type { Drawn } from './drawing.ts'
import { drawInspectionSummary } from './inspection-summary.ts'
import { drawTraceabilitySheet } from './sheet.ts'

warmFonts()
answerInThread((drawn: Drawn) =>
  'sheet' in drawn ? drawTraceabilitySheet(drawn.sheet) : drawInspectionSummary(drawn.summary),
)
