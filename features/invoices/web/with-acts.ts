import { loadText } from '#kit/web/text.tsx'
import { actsText } from './staff-text.ts'

/** Loads a dialog together with its words. */
export const withActs = async <Module>(dialog: Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([dialog, loadText(actsText)])
  return module
}
