/** The little of them that is used: they are there only where something has been measured. */
declare module 'lighthouse' {
  type Audit = { score: number | null; numericValue?: number }
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
  type Result = {
    lhr: {
      runtimeError?: { message: string }
      environment: { benchmarkIndex: number }
      audits: Record<string, Audit>
      categories: Record<string, Category>
    }
  }
  export default function lighthouse(url: string, flags: Record<string, unknown>): Promise<Result | undefined>
}

declare module 'recheck' {
  export function checkSync(
    source: string,
    flags: string,
    parameters?: { timeout?: number },
  ): { status: 'safe' | 'vulnerable' | 'unknown' }
}
