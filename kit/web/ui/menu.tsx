import { createLink } from '@tanstack/react-router'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import './menu.css'
import { Button, type ButtonVariant } from './button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import { closePopover, Popover } from './popover.tsx'
import { anchorProps, type RouterAnchorProps } from './router-anchor.ts'

type MenuProps = {
  /** Names the panel, and the button unless `trigger` is given. */
  label: string
  /** Shown on the button instead of the label (an avatar and a name). */
  trigger?: ReactNode
  icon?: IconName | undefined
  /** Shows only the icon; the label becomes the accessible name. */
  iconOnly?: boolean | undefined
  variant?: ButtonVariant | undefined
  size?: 'md' | 'sm' | 'lg' | undefined
  wide?: boolean | undefined
  /** The current screen is one of its entries. */
  current?: boolean | undefined
  align?: 'start' | 'end' | undefined
  /** An entry's work is under way. */
  pending?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A button that opens a short list of links and buttons. */
export function Menu(props: MenuProps) {
  const { label, trigger, icon, iconOnly, variant, size, wide, current, align, pending, className, children } = props
  return (
    <Popover
      label={label}
      align={align}
      panelClassName="menu"
      trigger={attributes => (
        <Button
          {...attributes}
          {...{ icon, variant, size, wide, pending }}
          className={classes(attributes.className, iconOnly && 'button--icon', className)}
          aria-label={iconOnly ? label : undefined}
          title={iconOnly ? label : undefined}
          aria-current={current ? 'page' : undefined}
          onKeyDown={event => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            if (event.currentTarget.ariaExpanded !== 'true') event.currentTarget.click()
          }}
        >
          {!iconOnly && (trigger ?? label)}
          {!iconOnly && <Icon name="chevron-down" size="sm" />}
        </Button>
      )}
    >
      {children}
    </Popover>
  )
}

/** Arrow keys, Home and End move through the entries; Tab leaves as everywhere. */
function walk(event: KeyboardEvent<HTMLElement>) {
  const entries = [...(event.currentTarget.closest('[popover]')?.querySelectorAll<HTMLElement>('.menu__item') ?? [])]
  const here = entries.indexOf(event.currentTarget)
  const target = {
    ArrowDown: (here + 1) % entries.length,
    ArrowUp: (here - 1 + entries.length) % entries.length,
    Home: 0,
    End: entries.length - 1,
  }[event.key]
  if (target === undefined) return
  event.preventDefault()
  entries[target]?.focus()
}

type ItemLook = {
  icon?: IconName | undefined
  /** The current choice (the language). */
  checked?: boolean | undefined
  tone?: 'late' | undefined
}

const itemClass = (tone: ItemLook['tone']) => classes('menu__item', tone && `menu__item--${tone}`)

type MenuAnchorProps = RouterAnchorProps &
  ItemLook & {
    /** The link leads to the current screen. */
    current?: boolean | undefined
  }

function MenuAnchor({ icon, checked, current, tone, children, onClick, href, ...rest }: MenuAnchorProps) {
  function choose(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event)
    closePopover(event.currentTarget)
  }
  return (
    <a
      {...anchorProps(rest)}
      href={href}
      className={itemClass(tone)}
      aria-current={checked || (current ? 'page' : undefined)}
      onKeyDown={walk}
      onClick={choose}
    >
      {icon && <Icon name={icon} />}
      {children}
      {checked && <Icon name="check" size="sm" />}
    </a>
  )
}

/** A menu entry that navigates. */
export const MenuLink = createLink(MenuAnchor)

type MenuButtonProps = ItemLook & {
  onSelect: (entry: HTMLElement) => void
  /** The menu stays open during the work: call `closePopover(entry)` when done. */
  staysOpen?: boolean | undefined
  /** Work is under way: label and focus stay, further presses do nothing. */
  pending?: boolean | undefined
  /** The entry's language, if not the page's. */
  lang?: string | undefined
  children: ReactNode
}

/** A menu entry that performs an action. */
export function MenuButton(props: MenuButtonProps) {
  const { icon, checked, tone, onSelect, staysOpen, pending, lang, children } = props
  function choose(event: MouseEvent<HTMLButtonElement>) {
    if (pending) return
    if (!staysOpen) closePopover(event.currentTarget)
    onSelect(event.currentTarget)
  }
  return (
    <button
      type="button"
      className={itemClass(tone)}
      lang={lang}
      aria-pressed={checked}
      aria-busy={pending || undefined}
      aria-disabled={pending}
      onKeyDown={walk}
      onClick={choose}
    >
      {icon && <Icon name={icon} />}
      {children}
      {checked && <Icon name="check" size="sm" />}
    </button>
  )
}

/** A named part of a longer menu. */
export function MenuSection({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="menu__section">
      <legend className="menu__legend">{label}</legend>
      {children}
    </fieldset>
  )
}

/** Why an entry's action failed. */
export function MenuFailure({ children }: { children: ReactNode }) {
  return (
    <p className="menu__failure" role="alert">
      {children}
    </p>
  )
}
