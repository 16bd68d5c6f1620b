import type { ComponentProps, MouseEvent } from 'react'
import './button.css'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'bare' | 'danger'

export type ButtonLook = {
  variant?: ButtonVariant | undefined
  size?: 'md' | 'sm' | 'lg' | undefined
  icon?: IconName | undefined
  wide?: boolean | undefined
}

/** Class names of a button, for other elements (a file label, a plain link). */
export const buttonClass = ({ variant = 'secondary', size = 'md', wide }: ButtonLook = {}, extra?: string) =>
  classes(
    'button',
    variant !== 'secondary' && `button--${variant}`,
    size !== 'md' && `button--${size}`,
    wide && 'button--wide',
    extra,
  )

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Work is under way: label and focus stay, further presses do nothing. */
    pending?: boolean | undefined
  }

export function Button({ variant, size, icon, wide, pending, className, children, onClick, ...rest }: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // `disabled` would drop the focus, so a pending button stays enabled and ignores presses.
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide }, className)}
      aria-busy={pending || undefined}
      aria-disabled={pending || rest['aria-disabled']}
      onClick={press}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  )
}
