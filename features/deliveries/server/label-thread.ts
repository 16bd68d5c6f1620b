import { answerInThread } from '#kit/server/own-thread.ts'
import { warmFonts } from '#kit/server/pdf-fonts.ts'
import { drawLabels } from './labels.ts'

warmFonts()
answerInThread(drawLabels)
