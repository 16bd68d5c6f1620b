import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sidebarId } from '#app/frame/drawer.ts'

const show = () =>
  document.getElementById(sidebarId)?.querySelector('a.sidebar__entry[aria-current]')?.scrollIntoView({ block: 'nearest' })

/** The menu is longer than a screen is high: where one is stands in it, on arrival and when the drawer opens. */
export function useMenuInSight() {
  const path = useLocation({ select: location => location.pathname })
  useEffect(() => {
    if (path) show()
    const sidebar = document.getElementById(sidebarId)
    sidebar?.addEventListener('toggle', show)
    return () => sidebar?.removeEventListener('toggle', show)
  }, [path])
}
