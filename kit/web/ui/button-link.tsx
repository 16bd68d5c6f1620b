import { createLink } from '@tanstack/react-router'
import { type ButtonLook, buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import { anchorProps, type RouterAnchorProps } from './router-anchor.ts'

type ButtonAnchorProps = RouterAnchorProps &
  ButtonLook & {
    /** The link leads to the current screen. */
    current?: boolean | undefined
  }

/** A plain `<a>` that looks like a button: telephone numbers, documents, other sites. */
export function ButtonAnchor({ variant, size, icon, wide, current, className, children, ...rest }: ButtonAnchorProps) {
  return (
    <a {...anchorProps(rest)} className={buttonClass({ variant, size, wide }, className)} aria-current={current}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

/** The same within the portal: takes the router's `to`, `params`, `search`. */
export const ButtonLink = createLink(ButtonAnchor)
