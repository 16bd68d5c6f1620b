import type { ComponentProps } from 'react'

/** What the host of a router link receives: the anchor's own properties, and the mark the router puts on active links. */
export type RouterAnchorProps = ComponentProps<'a'> & { 'data-status'?: string | undefined }

/**
 * The router marks every link whose path and search are part of the address as current, so "All" is current on every
 * tab. Components that know which of their links is the current one drop that mark and set their own.
 */
export function anchorProps({ 'aria-current': _current, 'data-status': _status, ...rest }: RouterAnchorProps) {
  return rest
}
