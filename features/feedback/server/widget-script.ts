import { longestFeedback } from '../contract.ts'
import { en } from '../text/en.ts'
import { fr } from '../text/fr.ts'

// Code of a browser that the server only hands on: without its types, as Node has read it.
const source = new URL('../web/widget.ts', import.meta.url)
const { startWidget }: { startWidget: (wordsOf: object, longest: number) => void } = await import(source.href)

/** One file without a build: the widget, and what it says in both languages. */
export const widgetScript = `(${startWidget})(${JSON.stringify({ fr: fr.widget, en: en.widget })}, ${longestFeedback})\n`
