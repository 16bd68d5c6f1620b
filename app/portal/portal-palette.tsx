import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { type FunctionComponent, useEffect, useEffectEvent, useState } from 'react'
import { entriesAt, type FoundEntry } from '#app/frame/menu-entries.ts'
import { useChangeLanguage } from '#features/account/web/change-language.ts'
import { languageNames } from '#features/account/web/language-names.ts'
import { accountText } from '#features/account/web/text.ts'
import { authText } from '#features/auth/web/text.ts'
import { useSignOut } from '#features/auth/web/use-sign-out.ts'
import { useUser } from '#features/auth/web/use-user.ts'
import { useBrand } from '#features/brand/web/brand-context.tsx'
import { feedbackPanelId } from '#features/brand/web/feedback-panel.tsx'
import { phoneAddress } from '#features/brand/web/phone.tsx'
import { brandText } from '#features/brand/web/text.ts'
import { loadCaseWords } from '#features/cases/web/queries.ts'
import { quickSearches, quickViews } from '#features/cases/web/quick-searches.ts'
import { listOf } from '#features/cases/web/saved-view.ts'
import { casesText } from '#features/cases/web/text.ts'
import { viewList } from '#features/cases/web/view-queries.ts'
import { invoicesText } from '#features/invoices/web/text.ts'
import type { PaletteStart } from '#features/palette/web/keys.ts'
import type { PaletteEntry } from '#features/palette/web/palette-option.tsx'
import { portalPaletteText } from '#features/palette/web/portal-text.ts'
import { paletteText } from '#features/palette/web/text.ts'
import { useFormat } from '#kit/web/format.tsx'
import { loadText, useLanguage, useText } from '#kit/web/text.tsx'
import { prepareAct, useLateAct } from '#kit/web/use-late-act.ts'
import { may } from '#tenancy/rights.ts'
import { useCaseEntries } from './case-entries.tsx'
import { loadAbsenceDialog, loadRideDialog, loadSuppliesDialog } from './palette-dialogs.tsx'
import { PortalSearch } from './portal-search.tsx'
import { PortalShortcuts } from './portal-shortcuts.tsx'

export const loadPaletteWords = () =>
  Promise.all([loadText(paletteText), loadText(portalPaletteText), loadText(invoicesText), loadCaseWords()])

type Closing = { onClose: () => void }
type Part = FunctionComponent<Closing>

/** Quick access, and the dialogs that its actions open in its place. Navigating away closes those too. */
export function PortalPalette({ start, onClose }: Closing & { start: PaletteStart }) {
  const { href } = useLocation()
  const [dialog, setDialog] = useState<{ Dialog: Part; at?: string } | undefined>(
    start === 'shortcuts' ? { Dialog: PortalShortcuts } : undefined,
  )
  const groups = useGroups(onClose, Dialog => setDialog({ Dialog, at: href }))
  const hasLeft = dialog?.at !== undefined && dialog.at !== href
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    if (hasLeft) leave()
  }, [hasLeft])
  if (hasLeft) return null
  return dialog ? <dialog.Dialog onClose={onClose} /> : <PortalSearch groups={groups} onClose={onClose} />
}

/** The screens and actions that this user may use, as in the menus. */
function useGroups(onClose: () => void, show: (Dialog: Part) => void) {
  const t = useText(portalPaletteText)
  const { shortcuts } = useText(paletteText)
  const { logout } = useText(authText)
  const { phone } = useText(brandText)
  const { feedback } = useText(accountText)
  const act = useLateAct()
  const user = useUser()
  const brand = useBrand()
  const language = useLanguage()
  const router = useRouter()
  const queries = useQueryClient()
  const changeLanguage = useChangeLanguage()
  const signOut = useSignOut()
  const today = useFormat().today()
  const kept = useQuery(viewList).data ?? []
  const [, place, id, part] = useLocation().pathname.split('/')
  const opened = place === 'cases' && id?.length === 36 && part === undefined ? id : undefined
  const ofCase = useCaseEntries(opened, { user, onClose, act: load => act(load, show) })
  const { list } = useText(casesText)
  if (!user) return []

  const screens = entriesAt('screens', router, user)
  const isOffered = (path: string) => screens.some(({ to }) => to === path)
  const link = ({ to, icon, label, words }: FoundEntry): PaletteEntry => ({
    id: to,
    to,
    icon,
    label: label[language],
    words: words ? t.words[words] : '',
  })
  const opening = (load: () => Promise<Part>) => ({
    prepare: () => prepareAct(load),
    run: () => act(load, show),
  })
  const leaving = (work: () => unknown) => ({
    run: () => {
      onClose()
      void work()
    },
  })
  const { toAnswer, delayedOnly, thisWeek } = t.words
  const viewWords = { toAnswer, delayedOnly, thisWeek }
  const views = [
    ...quickViews.map(
      (name): PaletteEntry => ({
        id: name,
        to: '/cases',
        search: quickSearches[name],
        icon: 'filter',
        label: list[name],
        words: viewWords[name],
      }),
    ),
    may(user, 'order') && {
      id: 'drafts',
      to: '/cases/drafts',
      icon: 'case' as const,
      label: list.drafts,
      words: t.words.drafts,
    },
    ...kept.map(
      ({ id, name, content }): PaletteEntry => ({
        id,
        to: '/cases',
        search: listOf(content, today),
        icon: 'filter',
        label: name,
        words: t.words.cases,
      }),
    ),
  ].filter(view => view !== false)
  const actions: (PaletteEntry | false)[] = [
    ...entriesAt('requests', router, user).map(link),
    isOffered('/rides') && {
      id: 'pickup',
      icon: 'truck',
      label: t.actions.pickup,
      words: t.words.pickup,
      ...opening(() => loadRideDialog(queries)),
    },
    isOffered('/absences') && {
      id: 'absence',
      icon: 'sun',
      label: t.actions.absence,
      words: t.words.absence,
      ...opening(loadAbsenceDialog),
    },
    { id: 'supplies', icon: 'box', label: t.actions.supplies, words: t.words.supplies, ...opening(loadSuppliesDialog) },
    ...languageNames.map(
      ({ code, name }): PaletteEntry | false =>
        may(user, 'language') &&
        code !== language && {
          id: `language-${code}`,
          icon: 'globe',
          label: t.actions.language(name),
          words: t.words.language,
          ...leaving(() => changeLanguage(code)),
        },
    ),
    {
      id: 'phone',
      icon: 'phone',
      label: phone.call(brand.companyName),
      words: t.words.phone,
      end: <span className="palette__end muted num">{brand.clientServicePhone}</span>,
      href: phoneAddress(brand.clientServicePhone),
    },
    brand.feedbackWidget !== null &&
      brand.companyLogo !== null && {
        id: 'feedback',
        icon: 'message',
        label: feedback.open,
        words: t.words.feedback,
        ...leaving(openFeedback),
      },
    {
      id: 'shortcuts',
      icon: 'keyboard',
      label: shortcuts.title,
      words: t.words.shortcuts,
      run: () => show(PortalShortcuts),
    },
    { id: 'logout', icon: 'logout', label: logout, words: t.words.logout, ...leaving(signOut) },
  ]
  return [
    { id: 'case', head: t.groups.case, entries: ofCase },
    { id: 'screens', head: t.groups.screens, entries: [...screens, ...entriesAt('account', router, user)].map(link) },
    { id: 'views', head: t.groups.views, entries: views },
    { id: 'actions', head: t.groups.actions, entries: actions.filter(entry => entry !== false) },
  ]
}

/** Runs after the dialog has closed: under it the panel could not be reached. */
function openFeedback() {
  requestAnimationFrame(() => document.getElementById(feedbackPanelId)?.showPopover())
}
