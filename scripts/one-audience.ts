import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** The two applications of the browser, by their folder in app/. */
export type Application = 'portal' | 'staff'

/** Modules of the one audience in the application of the other. A laboratory that cannot be shown is no screen of either. */
const foreign: Record<Application, RegExp> = {
  portal: /^app\/staff\/|^features\/[\w-]+\/(web|text)\/staff-/,
  staff: /^app\/portal\/|^features\/(?!brand\/)[\w-]+\/web\/(?!staff-)([\w-]+-)?(screen|routes)\.tsx$/,
}

export const foreignModules = (application: Application, modules: readonly string[]) =>
  modules.filter(path => foreign[application].test(path))

/** Nothing of one audience's screens is in a file that the other's browsers load: a build that mixes them fails. */
export function oneAudience(folder: string, application: Application): Plugin {
  return {
    name: 'one-audience',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const modules = chunks.flatMap(({ moduleIds }) => moduleIds.map(id => relative(folder, id).replaceAll('\\', '/')))
      const strays = foreignModules(application, modules)
      if (strays.length > 0) throw new Error(`Not for who loads app/${application}: ${strays.join(', ')}`)
    },
  }
}
