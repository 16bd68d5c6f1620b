import { answerInThread } from '#kit/server/own-thread.ts'
import { warmFonts } from '#kit/server/pdf-fonts.ts'
import { drawTraceabilitySheet } from './sheet.ts'

warmFonts()
answerInThread(drawTraceabilitySheet)
