import { loadText } from '#kit/web/text.tsx'
import { actsText } from './staff-text.ts'

/** A dialog comes with its words. */
export const withActs = async <Module>(dialog: Promise<Module>): Promise<Module> => {
  const [module] = await Promise.all([dialog, loadText(actsText)])
  return module
}
