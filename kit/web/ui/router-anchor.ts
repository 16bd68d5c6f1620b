import type { ComponentProps } from 'react'

/** Props of a component behind a router link: the anchor's own, and the router's mark on active links. */
export type RouterAnchorProps = ComponentProps<'a'> & { 'data-status'?: string | undefined }

/**
 * The router marks every link whose path and search are part of the address as current, so "All" would be current on every tab.
 * Components that know which link is current drop that mark and set their own.
 */
export function anchorProps({ 'aria-current': _current, 'data-status': _status, ...rest }: RouterAnchorProps) {
  return rest
}
