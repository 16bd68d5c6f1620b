/** The BenchmarkIndex that Chromium's developer tools take for a slow phone and for a middle one when they are calibrated. */
export const phones = { slow: 264, middle: 1_000 }

/** Lighthouse's slow 4G: what the budgets of the portal are written for. */
export const throttling = {
  requestLatencyMs: 562.5,
  downloadThroughputKbps: 1474.56,
  uploadThroughputKbps: 675,
  cpuSlowdownMultiplier: 4,
}

export type Verdict = {
  performance: number
  accessibility: number
  firstPaint: number
  largestPaint: number
  layoutShift: number
  blocking: number
  speedIndex: number
  /** Lighthouse's BenchmarkIndex of this machine's processor, before it is slowed down. */
  processor: number
  /** Of accessibility: what is less than perfect. */
  failures: string[]
}

/**
 * One page as it stands in the profile of this browser, from a cold cache. Through the library nothing is reported to
 * anybody: only Lighthouse's command line does that, and only when asked.
 */
export async function judge(
  url: string,
  port: number,
  options: { onlyAccessibility?: boolean } = {},
): Promise<Verdict> {
  // On a busy machine the recording sometimes begins after the page.
  return judgeOnce(url, port, options).catch(() => judgeOnce(url, port, options))
}

async function judgeOnce(url: string, port: number, { onlyAccessibility = false }): Promise<Verdict> {
  const { lighthouse } = await import('./instruments/lighthouse.ts')
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    output: 'json',
    onlyCategories: onlyAccessibility ? ['accessibility'] : ['performance', 'accessibility'],
    formFactor: 'mobile',
    throttlingMethod: onlyAccessibility ? 'provided' : 'devtools',
    throttling,
    disableFullPageScreenshot: true,
    // Who is signed in stays signed in: of the storage only the caches are emptied.
    clearStorageTypes: ['cache_storage', 'shader_cache'],
  })
  if (!result || result.lhr.runtimeError) throw new Error(`${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  const { audits, categories } = result.lhr
  const numberOf = (audit: string) => audits[audit]?.numericValue ?? Number.NaN
  const scoreOf = (category: string) => Math.round((categories[category]?.score ?? Number.NaN) * 100)
  return {
    performance: scoreOf('performance'),
    accessibility: scoreOf('accessibility'),
    firstPaint: numberOf('first-contentful-paint'),
    largestPaint: numberOf('largest-contentful-paint'),
    layoutShift: numberOf('cumulative-layout-shift'),
    blocking: numberOf('total-blocking-time'),
    speedIndex: numberOf('speed-index'),
    processor: result.lhr.environment.benchmarkIndex,
    failures: (categories.accessibility?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => id),
  }
}
