import { PhoneNumber } from '#kit/web/phone-number.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { type Description, DescriptionList } from '#kit/web/ui/description-list.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { SignupRequest } from '../contract.ts'
import { choiceLabel } from './choice-words.ts'
import { identifierWords } from './identifier-words.ts'
import { staffSignupText } from './staff-text.ts'
import { signupText } from './text.ts'

/** Everything that was typed, in the order of the form. */
export function SignupDetails({ request }: { request: SignupRequest }) {
  const t = useText(signupText)
  const { one } = useText(staffSignupText)
  const language = useLanguage()
  const country = new Intl.DisplayNames([language], { type: 'region' }).of(request.country)
  const number = identifierWords(t.identifier, request.rppsSiretSiren)
  const { fields } = t
  const items: (Description | false)[] = [
    { term: fields.gender, detail: choiceLabel(t.choices, 'gender', request.gender) },
    {
      term: fields.rppsSiretSiren,
      detail: (
        <TwoLines sub={number.words} tone={number.isWrong ? 'warn' : 'ok'}>
          <span className="num">{request.rppsSiretSiren}</span>
        </TwoLines>
      ),
    },
    {
      term: fields.address,
      detail: (
        <TwoLines sub={country}>
          {request.address}, {request.postalCode} {request.city}
        </TwoLines>
      ),
    },
    { term: fields.phone, detail: <PhoneNumber number={request.phone} /> },
    request.mobile !== null && { term: fields.mobile, detail: <PhoneNumber number={request.mobile} /> },
    {
      term: fields.email1,
      detail: <TwoLines sub={choiceLabel(t.choices, 'emailLabel', request.email1Label)}>{request.email1}</TwoLines>,
    },
    request.email2 !== null && {
      term: fields.email2,
      detail: (
        <TwoLines sub={choiceLabel(t.choices, 'emailLabel', request.email2Label ?? '')}>{request.email2}</TwoLines>
      ),
    },
    said(fields.lunchBreakHours, request.lunchBreakHours),
    said(fields.weeklyClosure, request.weeklyClosure),
    said(
      fields.discoverySource,
      request.discoverySource && choiceLabel(t.choices, 'discoverySource', request.discoverySource),
    ),
    said(fields.cameraModel, request.cameraModel),
    said(fields.additionalComment, request.additionalComment),
    { term: one.language, detail: one.languages[request.language] },
  ]
  return <DescriptionList items={items.filter(item => item !== false)} />
}

const said = (term: string, words: string | null) =>
  words !== null && { term, detail: <span className="staff-signup__words">{words}</span> }
