import { type ComponentProps, useState } from 'react'
import { useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import './identifier-input.css'
import { identifierWords } from './identifier-words.ts'
import { signupText } from './text.ts'

type IdentifierInputProps = Omit<ComponentProps<typeof TextInput>, 'hint' | 'onBlur'> & { value: string }

/** Tells on blur which number was recognised and what is wrong with it; never blocks sending. */
export function IdentifierInput(props: IdentifierInputProps) {
  const t = useText(signupText)
  const [isLeft, setLeft] = useState(false)
  const said = isLeft && props.value.trim() !== '' ? identifierWords(t.identifier, props.value) : undefined
  return (
    <TextInput
      {...props}
      hint={
        <>
          {t.hints.rppsSiretSiren}
          <span className={said ? `identifier__said tone--${said.isWrong ? 'warn' : 'ok'}` : undefined} role="status">
            {said && (
              <>
                <Icon name={said.isWrong ? 'warning' : 'check'} size="sm" />
                <span>
                  {said.words}
                  {said.isWrong && ` ${t.identifier.anyway}`}
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
