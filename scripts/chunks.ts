import { globSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import type { Application } from './one-audience.ts'

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** What the panels of the frame and the list hold: the parts alone, since what they are made of serves other screens too. */
const panels = [
  'app/portal/account-menu-entries.tsx',
  'features/account/web/language-section.tsx',
  'features/auth/web/use-sign-out.ts',
  'features/cases/web/case-menu-entries.tsx',
  'features/cases/web/status-choice.tsx',
  'features/cases/web/sort-choice.tsx',
]

/** Seen by nobody at first (kit/web/later.tsx), on whichever page. */
const saidLater = ['kit/web/ui/toasts.tsx', 'kit/web/route-error-view.tsx']
const later = [...saidLater, 'features/brand/web/brand-failure-screen.tsx']

type Name = 'web' | 'login' | 'portal' | 'later'
const entriesOf: Record<Application, Record<Name, readonly string[]>> = {
  portal: {
    web: ['app/portal/web.tsx'],
    login: ['features/auth/web/login-screen.tsx'],
    portal: ['app/portal/portal.tsx', 'features/cases/web/case-list-screen.tsx', ...panels],
    later: [...later, 'features/brand/web/feedback-frame.tsx'],
  },
  // Nobody is there who is not signed in: the frame and the first screen come with the page, and what every further one is
  // made of, since its people go from one list to the next all day.
  staff: {
    web: [
      'app/staff/web.tsx',
      'features/dashboard/web/staff-waiting-screen.tsx',
      'features/cases/web/staff-case-list-screen.tsx',
      ...[
        'table',
        'two-lines',
        'pill',
        'checkbox',
        'notice',
        'search-input',
        'toolbar',
        'filter-menu',
        'breadcrumb',
        'pagination',
        'sort-link',
        'select',
        'confirm-dialog',
        'description-list',
      ].map(part => `kit/web/ui/${part}.tsx`),
      ...['tabs', 'text-area', 'date-field', 'widget', 'visually-hidden'].map(part => `kit/web/ui/${part}.tsx`),
      'kit/web/act-dialog.tsx',
      'kit/web/form-end.tsx',
      'features/staff/web/settings-head.tsx',
      ...saidLater,
      'kit/web/form-dialog.tsx',
      'kit/web/search-words.ts',
      'kit/web/typed-search.tsx',
      'kit/web/use-attempt.ts',
      'kit/web/use-late-dialog.tsx',
      // A line or two of several features: each would be a file of its own, and each page names each file there is.
      'kit/web/moved.ts',
      'kit/web/save-file.ts',
      'kit/bare-input.ts',
      'kit/period.ts',
      'kit/time-input.ts',
      'kit/typed-amount.ts',
      'features/account/web/staff-queries.ts',
      'features/cases/answers-to-hold.ts',
      'features/deliveries/web/staff-queries.ts',
      'features/feedback/contract.ts',
      'features/payments/contract.ts',
      'features/prescription/rules.ts',
      'features/traceability/web/staff-queries.ts',
      'features/invoices/web/with-acts.ts',
    ],
    login: [],
    portal: [],
    later: [...later, 'app/frame/signed-in-parts.tsx'],
  },
}

/** Of `login`, what forms behind the sign-in need without the rest. */
const fields =
  /\/kit\/(?:input|web\/(?:ui\/(?:field|text-input)|use-form|use-back-online|form-faults|form-fields|request-keys))\.(?:tsx?|css)$|\/node_modules\/valibot\//
/**
 * Of these, what judges what was typed. The list of cases has fields, but no form; and whoever comes to a form has come
 * through the sign-in page, whose file is there already.
 */
const forms = /\/kit\/(?:input|web\/(?:use-form|form-faults|form-fields|request-keys))\.ts$|\/node_modules\/valibot\//
/** What the frame's own later part is made of: in the file of others that come later, it would bring twenty that those stand on. */
const settled =
  /\/features\/brand\/(?:contract|rules|web\/show-look)\.ts$|\/kit\/(?:theme|color|hex-color)\.ts$|\/kit\/web\/unsaved-question\.tsx$/

/** Of `later`, what a further screen needs without the rest. */
const dialogs = /\/kit\/web\/ui\/(?:dialog|confirm-dialog|full-screen-message)\.\w+$/

/** Of the panels, what the case needs without the rest. */
const sheets = /\/features\/traceability\/web\/use-traceability-sheet\.ts$|\/kit\/web\/save-file\.ts$/

/** Of some screens of the console, and of its dialogs: neither its first page nor what most screens share has to carry it. */
const choices = /\/kit\/web\/(?:ui\/choices\.\w+|merged\.ts|use-versioned-form\.\w+)$/

/** What forms say whose content somebody else has changed: a screen with many words of its own has no room for it. */
const meanwhile = /\/kit\/web\/text\/meanwhile-(?:fr|en)\.ts$/

/** A few lines each, of further screens of the console: each page names each file there is. */
const fewLines =
  /\/features\/(?:(?:capacity|notices)\/web\/staff-queries|supplies\/web\/settings-queries|(?:capacity|supplies)\/staff-contract|notices\/contract|integration\/staff-input)\.ts$|\/kit\/web\/(?:copied\.ts|copy-field\.tsx)$/

/** Of the sign-in page and of the account, once somebody may want it. */
const passkeys = /\/features\/auth\/(?:passkey-contract|web\/passkey(?:s|-text|-sign-in))\.tsx?$|\/@simplewebauthn\//

const texts =
  /\/(?:kit|features\/(?<feature>[\w-]+))\/(?:web\/)?text\/(?:portal-)?(?<staff>staff-)?(?<language>fr|en)\.ts$/
/** Of the one screen of the console that is made of the practices' own form. */
const wordsOfOrdering = /\/features\/(?:ordering|prescription)\/text\/(?:[\w-]+-)?(?<language>fr|en)\.ts$/
/** Where the words of a feature come from, unless from a file of their own. */
const textsOfAll = { kit: 'text', auth: 'text', brand: 'text' }
const textOf: Record<Application, Partial<Record<string, string>>> = {
  portal: { ...textsOfAll, account: 'portal-text', cases: 'portal-text', traceability: 'portal-text' },
  // What is measured at places the figures show.
  staff: { ...textsOfAll, dashboard: 'text', cases: 'text', stations: 'figures-text' },
}

/** A few lines in each language: each page names each file there is. */
const fewWords =
  /\/text\/(?<name>theme|no-access|route-error|round|unsigned|notices|days|dates|hand-over-photo|staff-board|second-step)-(?:fr|en)\.ts$/

/** The routes import of these packages a line or two, but their index names all of them. */
const barrels: [RegExp, Name][] = [
  [/\/@tanstack\/(query-core|react-query)\/(?!.*(queryOptions|QueryClientProvider))/, 'portal'],
]

/**
 * Few files, because each costs a round trip over HTTP/1.1, and in each only what its page needs: `web` for every page,
 * `login` for the open ones, `portal` for the frame of a signed-in user and the list of cases, which most pages begin with;
 * `later` for what nobody sees at first. Any other screen has a file of its own, and what several of them share is
 * `shared`, or `shared-parts` where it comes later. `text-fr` holds the words of every page, `portal-text-fr` those of
 * the portal's first screens.
 */
export function chunks(folder: string, application: Application) {
  const entries = entriesOf[application]
  const root = folder.replaceAll('\\', '/')
  let needs: Record<Name, Set<string>> | undefined

  function name(module: string, graph: Graph): string | null {
    const id = module.replaceAll('\\', '/')
    const few = fewWords.exec(id)?.groups?.name
    if (few) return few
    const ordering = application === 'staff' && wordsOfOrdering.exec(id)?.groups?.language
    if (ordering) return `ordering-text-${ordering}`
    const words = texts.exec(id)?.groups
    if (words) {
      const { feature = 'kit', staff, language } = words
      // Of what the laboratory's people read, only the words of their first screens come with every page.
      const place = staff && feature !== 'dashboard' && feature !== 'cases' ? undefined : textOf[application][feature]
      return `${place ?? `${feature}-text`}-${language}`
    }
    const of = (page: Name) =>
      reach(
        graph,
        entries[page].map(file => `${root}/${file}`),
      )
    needs ??= { web: of('web'), login: of('login'), portal: of('portal'), later: of('later') }
    const { web, ...others } = needs
    if (application === 'portal' && panels.some(file => id === `${root}/${file}`)) return 'panels'
    if (application === 'portal' && sheets.test(id)) return 'sheets'
    if (passkeys.test(id)) return 'passkeys'
    if (application === 'staff' && choices.test(id)) return 'choices'
    if (application === 'staff' && fewLines.test(id)) return 'shared-few'
    const behindBarrel = barrels.find(([part]) => part.test(id))
    if (behindBarrel && application === 'portal') return behindBarrel[1]
    const [first, second] = Object.entries(others).filter(([, modules]) => modules.has(module))
    if (application === 'portal' && forms.test(id) && !web.has(module)) return 'login'
    if (web.has(module) || second || fields.test(id) || (application === 'staff' && meanwhile.test(id))) return 'web'
    if (application === 'portal' && settled.test(id)) return 'later'
    return dialogs.test(id) ? 'dialogs' : (first?.[0] ?? null)
  }

  let screens: Map<string, Set<string>> | undefined
  let lateViews: Set<string> | undefined

  /**
   * What screens of three features begin with is `shared`; what only one of them begins with, or those of one or two, does not
   * weigh on the others, nor the account on the later views of the sign-in page.
   */
  function sharedName(module: string, graph: Graph): string {
    lateViews ??= reach(graph, [`${root}/features/auth/web/late-view.tsx`])
    if (lateViews.has(module)) return 'shared-access'
    screens ??= new Map(
      globSync('features/*/web/**/*-screen.tsx', { cwd: root })
        .map(file => file.replaceAll('\\', '/'))
        .map(file => [file, reach(graph, [`${root}/${file}`])]),
    )
    const [screen, ...others] = [...screens].flatMap(([file, needed]) => (needed.has(module) ? [file] : []))
    if (!screen) return 'shared-parts'
    if (others.length === 0) return `shared-${basename(screen, '-screen.tsx')}`
    const features = new Set([screen, ...others].map(featureOf))
    return features.size < 3 ? `shared-${[...features].join('-')}` : 'shared'
  }

  return {
    // What a module imports has its own place.
    includeDependenciesRecursively: false,
    groups: [
      { debugName: 'pages', name, priority: 1 },
      { name: sharedName, test: (id: string) => !id.includes('node_modules'), minShareCount: 2 },
    ],
  }
}

/**
 * The bundler's own helpers would be a file of their own, and a request on every page. It puts them into `web` where all who
 * need them import it, and the words of several features in one file need them.
 */
export function wordsBehindWeb(folder: string): Plugin {
  return {
    name: 'words-behind-web',
    apply: 'build',
    applyToEnvironment: ({ config }) => config.consumer === 'client',
    transform: {
      filter: { id: [texts, fewWords] },
      handler: code => `import ${JSON.stringify(`${folder}/kit/web/text.tsx`)}\n${code}`,
    },
  }
}

const featureOf = (file: string) => file.split('/')[1]

/** All that these modules import, and what that imports; not what they ask for later. */
function reach(graph: Graph, modules: string[]): Set<string> {
  const found = new Set(modules)
  for (const module of found) for (const imported of graph.getModuleInfo(module)?.importedIds ?? []) found.add(imported)
  return found
}
