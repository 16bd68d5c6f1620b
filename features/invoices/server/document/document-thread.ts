import { answerInThread } from '#kit/server/own-thread.ts'
import { warmFonts } from '#kit/server/pdf-fonts.ts'
import { drawPaper } from './paper.ts'

warmFonts()
answerInThread(drawPaper)
