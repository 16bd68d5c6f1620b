import { phones, throttling, type Verdict } from './lab-lighthouse.ts'
import type { Change, Measured, MeasuredBoard, MeasuredScreen, ScreenName } from './lab-page.ts'

export type PageName = 'login' | 'cases'
export type Judged = Verdict & { name: string; page: PageName; dark: boolean }
type Line = { what: string; most?: number; least?: number; unit?: string; digits?: number; figures: number[] }

type All = {
  judged: Judged[]
  measured: Record<PageName, Measured[]>
  /** Of each screen, of each language, one time after the other. */
  screens: Record<ScreenName, MeasuredScreen[][]>
  changes: Change[][]
  /** Of each language, one time after the other. */
  boards: MeasuredBoard[][]
}

const median = (figures: number[]) =>
  figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? Number.NaN

/** The budgets of interface.md with what was measured beside them, in Markdown. */
export function report({ judged, measured: { login, cases }, screens, changes, boards }: All, load: number[]): string {
  const all = [...login, ...cases]
  const light = judged.filter(({ dark }) => !dark)
  const of = (page: PageName, key: 'firstPaint' | 'largestPaint' | 'layoutShift') =>
    light.filter(one => one.page === page).map(one => one[key])
  const kilobytes = (pages: Measured[], key: 'scriptBytes' | 'htmlBytes' | 'styleBytes' | 'fontBytes') =>
    pages.map(one => one[key] / 1000)
  const numbers = (pages: Measured[], key: 'usable' | 'requests' | 'shift' | 'worstKey') => pages.map(one => one[key])
  const warm = cases.map(({ warmRoute }) => warmRoute ?? { milliseconds: Number.NaN, scriptBytes: Number.NaN })
  const ofScreens = Object.entries(screens).flatMap(([name, languages]): Line[] => {
    const line = (
      what: string,
      key: 'visible' | 'largest' | 'shift' | 'takenOver' | 'worstKey',
      more: Partial<Line>,
    ) => ({
      what: `${name} with its data: ${what}`,
      figures: languages.map(times => median(times.map(one => one[key] ?? Number.NaN))),
      ...more,
    })
    const had = languages.flat().filter(({ hasData }) => hasData).length
    return [
      { what: `${name}: came with its data`, least: languages.flat().length, figures: [had] },
      line('visible', 'visible', { most: 1_000, unit: 'ms' }),
      line('largest paint', 'largest', { most: 1_000, unit: 'ms' }),
      line('layout shift to the application', 'shift', { most: 0.01, digits: 4 }),
      line('application in its place', 'takenOver', { unit: 'ms' }),
      ...(name === 'cases' ? [line('worst key, take-over included', 'worstKey', { most: 50, unit: 'ms' })] : []),
    ]
  })
  const ofBoards = (key: keyof MeasuredBoard) => boards.map(times => median(times.map(one => one[key])))
  const ways = [...new Set(changes.flat().map(({ to }) => to))].map(to => ({
    what: `to ${to}, prepared, CPU 4×`,
    most: 100,
    unit: 'ms',
    figures: [median(changes.flat().flatMap(change => (change.to === to ? [change.milliseconds] : [])))],
  }))
  const lines: Line[] = [
    ...ofScreens,
    ...ways,
    { what: 'JS br, /login', most: 105, unit: 'kB', figures: kilobytes(login, 'scriptBytes') },
    { what: 'JS br, /cases', most: 132, unit: 'kB', figures: kilobytes(cases, 'scriptBytes') },
    {
      what: 'more JS br for a case',
      most: 15,
      unit: 'kB',
      digits: 1,
      figures: warm.map(one => one.scriptBytes / 1000),
    },
    { what: 'HTML as sent, /login', most: 12, unit: 'kB', digits: 1, figures: kilobytes(login, 'htmlBytes') },
    // What `npm run size` holds to 12 kB is the page without them.
    { what: 'HTML with its rows, /cases', unit: 'kB', digits: 1, figures: kilobytes(cases, 'htmlBytes') },
    { what: 'CSS br', most: 8, unit: 'kB', digits: 1, figures: kilobytes(all, 'styleBytes') },
    { what: 'font', most: 30, unit: 'kB', figures: kilobytes(all, 'fontBytes') },
    { what: 'requests to usable, /login', most: 6, figures: numbers(login, 'requests') },
    { what: 'requests to rows, /cases', most: 7, figures: numbers(cases, 'requests') },
    { what: 'first paint, /login', most: 900, unit: 'ms', figures: of('login', 'firstPaint') },
    { what: 'first paint, /cases', most: 900, unit: 'ms', figures: of('cases', 'firstPaint') },
    { what: 'largest paint, /login', most: 900, unit: 'ms', figures: of('login', 'largestPaint') },
    { what: 'largest paint, /cases', most: 900, unit: 'ms', figures: of('cases', 'largestPaint') },
    { what: '/login usable', most: 2_000, unit: 'ms', figures: numbers(login, 'usable') },
    { what: '/cases rows visible', most: 2_400, unit: 'ms', figures: numbers(cases, 'usable') },
    { what: 'layout shift, /login, /cases', most: 0.01, digits: 4, figures: numbers(all, 'shift') },
    { what: 'the same by Lighthouse', most: 0.01, digits: 4, figures: light.map(one => one.layoutShift) },
    { what: 'worst keystroke at CPU 4×, /login', most: 50, unit: 'ms', figures: numbers(login, 'worstKey') },
    { what: 'worst keystroke at CPU 4×, /cases', most: 50, unit: 'ms', figures: numbers(cases, 'worstKey') },
    { what: 'warm route change', most: 100, unit: 'ms', figures: warm.map(one => one.milliseconds) },
    { what: 'JS br, the board', most: 150, unit: 'kB', figures: ofBoards('scriptBytes').map(bytes => bytes / 1000) },
    { what: 'the board, by the menu', most: 1_000, unit: 'ms', figures: ofBoards('byMenu') },
    { what: 'the board, from a full cache', most: 1_000, unit: 'ms', figures: ofBoards('again') },
    { what: 'the board, from an empty one', most: 1_000, unit: 'ms', figures: ofBoards('cold') },
    { what: 'the board, loaded over itself', unit: 'ms', figures: ofBoards('reloaded') },
    { what: 'blocked, by Lighthouse', unit: 'ms', figures: light.map(one => one.blocking) },
    { what: 'speed index, by Lighthouse', unit: 'ms', figures: light.map(one => one.speedIndex) },
    ...light.map(one => ({ what: `Lighthouse performance, ${one.name}`, least: 98, figures: [one.performance] })),
    ...judged.map(one => ({ what: `Lighthouse accessibility, ${one.name}`, least: 100, figures: [one.accessibility] })),
  ]
  const { requestLatencyMs, downloadThroughputKbps, cpuSlowdownMultiplier } = throttling
  // "CPU 4×" is 4 × of whatever machine this is: figures of two machines are compared by this.
  const processor = median(judged.map(one => one.processor))
  const slowed = processor / cpuSlowdownMultiplier
  return [
    `${requestLatencyMs} ms a request, ${downloadThroughputKbps} kbit/s, CPU ${cpuSlowdownMultiplier}×; each in French, then in English`,
    `processor: index ${processor.toFixed(0)}, slowed down to ${slowed.toFixed(0)} (a slow phone ${phones.slow}, a middle one ${phones.middle})`,
    `load of the machine before and after: ${load.map(one => one.toFixed(1)).join(', ')} (quiet: below 1)`,
    '',
    '| | Must reach | Here | |',
    '|---|---|---|---|',
    ...lines.filter(({ figures }) => figures.length > 0).map(row),
    ...judged.flatMap(({ name, failures }) => failures.map(failure => `${name}: ${failure}`)),
  ].join('\n')
}

function row({ what, most, least, unit = '', digits = 0, figures }: Line): string {
  const isGood = figures.every(
    figure => (most === undefined || figure <= most) && (least === undefined || figure >= least),
  )
  const shown = figures.map(figure => figure.toFixed(digits)).join(', ')
  const wanted = most ?? least
  const cells = [what, wanted === undefined ? '' : `${wanted} ${unit}`, `${shown} ${unit}`, isGood ? '' : 'OVER']
  return `| ${cells.map(cell => cell.trim()).join(' | ')} |`
}
