import { subscribe } from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { deserialize } from 'node:v8'
import { drawLabels, type Labels } from '#features/deliveries/server/labels.ts'
import { drawPaper, type Paper } from '#features/invoices/server/document/paper.ts'
import type { Drawn } from '#features/traceability/server/drawing.ts'
import { drawInspectionSummary } from '#features/traceability/server/inspection-summary.ts'
import { drawTraceabilitySheet } from '#features/traceability/server/sheet.ts'

/** What is drawn by a process that may read the program, write nothing and call nobody; see shut-in.test.ts. */
export type ToDraw = { papers: Paper[]; labels: Labels[]; sheets: Drawn[] }

/** What was refused, in order: also what nobody heard of, since whoever asked took the refusal for an answer. */
const refused: unknown[] = []
for (const kind of ['fs', 'net', 'child', 'worker', 'addon', 'wasi'])
  subscribe(`node:permission-model:${kind}`, message => refused.push(message))

const { papers, labels, sheets }: ToDraw = deserialize(await buffer(process.stdin))
const documents = [
  ...(await Promise.all(papers.map(drawPaper))),
  ...(await Promise.all(labels.map(drawLabels))),
  ...(await Promise.all(
    sheets.map(drawn => ('sheet' in drawn ? drawTraceabilitySheet(drawn.sheet) : drawInspectionSummary(drawn.summary))),
  )),
]
const asked = [...refused]
// That nothing was refused says something only where something would be.
try {
  readFileSync('/etc/passwd')
} catch {}
await new Promise(resolve => connect(9, '127.0.0.1').on('error', resolve))
process.stdout.write(
  JSON.stringify({
    begin: documents.map(bytes => Buffer.from(bytes).toString('latin1', 0, 5)),
    asked,
    would: refused.slice(asked.length),
  }),
)
