import './all-asked.css'
import { en } from './text/all-asked-en.ts'
import { fr } from './text/all-asked-fr.ts'
import { useLanguage } from './text.tsx'

/** In both languages: shorter than the question for a file of its own. */
const sentences = { fr, en }

/** First in a form that asks for some fields and leaves others open. */
export function AllAsked() {
  return <p className="all-asked muted small">{sentences[useLanguage()]}</p>
}
