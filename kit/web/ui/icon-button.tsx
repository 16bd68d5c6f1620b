import type { ComponentProps } from 'react'
import { Button, type ButtonLook } from './button.tsx'
import { classes } from './classes.ts'
import type { IconName } from './icon.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> &
  Pick<ButtonLook, 'variant' | 'size'> & {
    icon: IconName
    /** The accessible name, also shown as a tooltip. */
    label: string
    pending?: boolean | undefined
  }

export function IconButton({ label, variant = 'bare', className, ...rest }: IconButtonProps) {
  return (
    <Button
      {...rest}
      variant={variant}
      className={classes('button--icon', className)}
      aria-label={label}
      title={label}
    />
  )
}
