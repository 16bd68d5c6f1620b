import { type ComponentProps, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import './identifier-input.css'
import { isPhone } from '#features/account/input.ts'
import { lacksTenDigits } from '../rules.ts'
import { signupText } from './text.ts'

type PhoneInputProps = Omit<ComponentProps<typeof TextInput>, 'hint' | 'onBlur' | 'type'> & {
  value: string
  country: string
}

/** Says, once it has been left, what does not fit; what can be called may be sent. */
export function PhoneInput({ country, ...props }: PhoneInputProps) {
  const { phone: t } = useText(signupText)
  const [isLeft, setLeft] = useState(false)
  // What is an error already is not said twice.
  const isSaid = isLeft && !props.error && props.value.trim() !== ''
  const words = !isPhone(props.value) ? t.missing : lacksTenDigits(props.value, country) ? t.ten : undefined
  const said = isSaid ? words : undefined
  return (
    <TextInput
      {...props}
      type="tel"
      hint={
        <span className={said ? 'identifier__said tone--warn' : undefined} role="status">
          {said && (
            <>
              <Icon name="warning" size="sm" />
              <span>{said}</span>
            </>
          )}
        </span>
      }
      onBlur={() => setLeft(true)}
    />
  )
}
