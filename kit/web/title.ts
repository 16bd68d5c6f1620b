import { useEffect } from 'react'
import { kitText } from './kit-text.ts'
import { useText } from './text.tsx'

let company = ''

export function setTitleCompany(name: string) {
  company = name
}

/**
 * "<company> Client Portal · <screen>"; a failed form is named first, where a screen reader hears it first. Null leaves the title
 * to another part of the screen.
 */
export function useTitle(screen: string | null, failed = false) {
  const t = useText(kitText)
  const portal = company ? `${company} Client Portal` : 'Client Portal'
  const title = screen && `${failed ? t.title.failed : ''}${portal} · ${screen}`
  useEffect(() => {
    if (title) document.title = title
  }, [title])
}
