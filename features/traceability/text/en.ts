export const en = {
  name: 'Traceability sheet',
  provisional: 'Traceability sheet (provisional)',
  download: 'Download the traceability sheet',
  downloadProvisional: 'Download the traceability sheet (provisional)',
  failed: (code: string) => `The traceability sheet of ${code} could not be downloaded`,
}

export type TraceabilityText = typeof en
