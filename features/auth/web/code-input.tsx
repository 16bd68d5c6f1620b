import type { ComponentProps } from 'react'
import { TextInput } from '#kit/web/ui/text-input.tsx'

type CodeInputProps = Omit<ComponentProps<typeof TextInput>, 'inputMode' | 'autoComplete'> & {
  kind: 'authenticator' | 'recovery'
}

/** Accepts pasted spaces and groups: separators are dropped on sending. */
export function CodeInput({ kind, ...input }: CodeInputProps) {
  return (
    <TextInput
      {...input}
      {...(kind === 'authenticator'
        ? { inputMode: 'numeric', autoComplete: 'one-time-code' }
        : { inputMode: 'text', autoComplete: 'off' })}
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={40}
      required
    />
  )
}
