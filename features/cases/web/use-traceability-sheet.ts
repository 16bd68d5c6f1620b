import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { type CaseRow, caseCalls } from '../contract.ts'
import { traceabilitySheetName } from '../rules.ts'
import { casesText } from './text.ts'

type Progress = { isPending?: true; failure?: unknown }

/** Draws the sheet of a case and hands it to the browser. Resolves with whether that worked; why not, `failure` says. */
export function useTraceabilitySheet(row: CaseRow | undefined) {
  const { sheet } = useText(casesText)
  const language = useLanguage()
  const sentence = useProblemText()
  const [{ isPending, failure }, setProgress] = useState<Progress>({})

  /** A failure shows beside what was pressed, where that is still there: a toast would only cover it. */
  async function download(pressed: Element) {
    if (!row) return false
    const { id, code } = row
    setProgress({ isPending: true })
    try {
      saveFile(await call(caseCalls.traceabilitySheet, { params: { id } }), traceabilitySheetName(code, language))
      setProgress({})
      return true
    } catch (failure) {
      setProgress({ failure })
      if (!pressed.isConnected) toast({ title: sheet.failed(code), description: sentence(failure), tone: 'late' })
      return false
    }
  }

  return { download, isPending, failure: failure === undefined ? undefined : sentence(failure) }
}
