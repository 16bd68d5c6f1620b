import { useRouterState } from '@tanstack/react-router'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import './navigation-progress.css'

/** A line along the top while another screen loads and this one is still shown; appears after 200 ms. */
export function NavigationProgress() {
  const shown = useDelayed(useRouterState({ select: state => state.isLoading }))
  return shown && <div className="navigation-progress" />
}
