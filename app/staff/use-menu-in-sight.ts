import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { sidebarId } from '#app/frame/drawer.ts'

const show = () =>
  document
    .getElementById(sidebarId)
    ?.querySelector('a.sidebar__entry[aria-current]')
    ?.scrollIntoView({ block: 'nearest' })

/** The menu is longer than the screen: scrolls it to the current entry on arrival and when the drawer opens. */
export function useMenuInSight() {
  const router = useRouter()
  useEffect(() => {
    show()
    // After the router, which restores all scroll positions.
    const leave = router.subscribe('onRendered', show)
    const sidebar = document.getElementById(sidebarId)
    sidebar?.addEventListener('toggle', show)
    return () => {
      leave()
      sidebar?.removeEventListener('toggle', show)
    }
  }, [router])
}
