import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useLanguage } from '#kit/web/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { traceabilityCalls } from '../contract.ts'
import { traceabilitySheetName } from '../rules.ts'
import type { TraceabilityText } from '../text/en.ts'

type Progress = { isPending?: true; failure?: unknown }

/** Downloads the sheet of a case. Resolves with whether that succeeded; `failure` gives the reason otherwise. */
export function useTraceabilitySheet(row: { id: string; code: string } | undefined, words: TraceabilityText) {
  const language = useLanguage()
  const sentence = useProblemText()
  const [{ isPending, failure }, setProgress] = useState<Progress>({})

  /** If the pressed button is still there, the failure shows beside it: a toast would only cover it. */
  async function download(pressed?: Element) {
    if (!row) return false
    const { id, code } = row
    setProgress({ isPending: true })
    try {
      saveFile(await call(traceabilityCalls.sheet, { params: { id } }), traceabilitySheetName(code, language))
      setProgress({})
      return true
    } catch (failure) {
      setProgress({ failure })
      if (!pressed?.isConnected) toast({ title: words.failed(code), description: sentence(failure), tone: 'late' })
      return false
    }
  }

  return { download, isPending, failure: failure === undefined ? undefined : sentence(failure) }
}
