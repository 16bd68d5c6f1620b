import { useRouterState } from '@tanstack/react-router'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import './navigation-progress.css'

/** A line along the top while another screen is on its way and this one is still shown; nothing before 200 ms. */
export function NavigationProgress() {
  const shown = useDelayed(useRouterState({ select: state => state.isLoading }))
  return shown && <div className="navigation-progress" />
}
