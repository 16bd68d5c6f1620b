import { type ComponentProps, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import './identifier-input.css'
import { identifierWords } from './identifier-words.ts'
import { signupText } from './text.ts'

type IdentifierInputProps = Omit<ComponentProps<typeof TextInput>, 'onBlur'> & {
  value: string
  /** What is none of the three is refused; what is one and does not fit may be sent all the same. */
  isStrict?: boolean
}

/** Says, once it has been left, what the number is and what does not fit. */
export function IdentifierInput({ isStrict = false, hint, ...props }: IdentifierInputProps) {
  const t = useText(signupText)
  const [isLeft, setLeft] = useState(false)
  // What is an error already is not said twice.
  const said =
    isLeft && !props.error && props.value.trim() !== '' ? identifierWords(t.identifier, props.value) : undefined
  return (
    <TextInput
      {...props}
      hint={
        <>
          {hint ?? t.hints.rppsSiretSiren}
          <span className={said ? `identifier__said tone--${said.isWrong ? 'warn' : 'ok'}` : undefined} role="status">
            {said && (
              <>
                <Icon name={said.isWrong ? 'warning' : 'check'} size="sm" />
                <span>
                  {said.words}
                  {said.isWrong && !(isStrict && said.isUnknown) && ` ${t.identifier.anyway}`}
                </span>
              </>
            )}
          </span>
        </>
      }
      onBlur={() => setLeft(true)}
    />
  )
}
