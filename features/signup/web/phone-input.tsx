import { type ComponentProps, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import './identifier-input.css'
import { phoneFault } from '../rules.ts'
import { signupText } from './text.ts'

type PhoneInputProps = Omit<ComponentProps<typeof TextInput>, 'hint' | 'onBlur' | 'type'> & {
  value: string
  country: string
}

/** Tells on blur what is wrong; never blocks sending. */
export function PhoneInput({ country, ...props }: PhoneInputProps) {
  const { phone: t } = useText(signupText)
  const [isLeft, setLeft] = useState(false)
  // Hidden while the form shows it as an error.
  const fault = isLeft && !props.error && props.value.trim() !== '' ? phoneFault(props.value, country) : undefined
  return (
    <TextInput
      {...props}
      type="tel"
      hint={
        <span className={fault ? 'identifier__said tone--warn' : undefined} role="status">
          {fault && (
            <>
              <Icon name="warning" size="sm" />
              <span>
                {t[fault]} {t.anyway}
              </span>
            </>
          )}
        </span>
      }
      onBlur={() => setLeft(true)}
    />
  )
}
