import { longestFeedback } from '../contract.ts'
import { en } from '../text/en.ts'
import { fr } from '../text/fr.ts'

// Browser code that the server only serves: imported by URL, so without types, and as Node strips it.
const source = new URL('../web/widget.ts', import.meta.url)
const { startWidget }: { startWidget: (wordsOf: object, longest: number) => void } = await import(source.href)

/** One file without a build: the widget, and its texts in both languages. */
export const widgetScript = `(${startWidget})(${JSON.stringify({ fr: fr.widget, en: en.widget })}, ${longestFeedback})\n`
