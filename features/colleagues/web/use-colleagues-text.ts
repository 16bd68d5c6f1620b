import { loadText } from '#kit/web/text.tsx'
import { colleaguesText } from './text.ts'

/** Before a dialog of this feature is shown elsewhere. */
export const loadColleaguesText = () => loadText(colleaguesText)
