import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { accountText } from '#features/account/web/text.ts'
import { feedbackCalls } from '#features/feedback/contract.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { useBrand } from './brand-context.tsx'
import { type FeedbackUser, readFromWidget, type ToWidget } from './feedback-messages.ts'

const heights = { least: 160, most: 640 }

/** The widget, once this logo has loaded: third-party code, so it runs in a frame that can read nothing of ours. */
export function FeedbackFrame({ logo, ...frame }: FrameProps & { logo: string | null }) {
  // Another widget gets a new frame.
  const { feedbackWidget } = useBrand()
  const isLogoThere = useLoaded(logo)
  return (logo === null || isLogoThere) && <Frame key={feedbackWidget} {...frame} />
}

function useLoaded(image: string | null) {
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!image) return
    const probe = new Image()
    probe.onload = () => setLoaded(true)
    probe.src = image
    return () => {
      probe.onload = null
    }
  }, [image])
  return loaded
}

type FrameProps = { user: FeedbackUser; panel: RefObject<HTMLElement | null> }

function Frame({ user, panel }: FrameProps) {
  const t = useText(accountText)
  const sentence = useProblemText()
  const frame = useRef<HTMLIFrameElement>(null)
  const [ready, setReady] = useState(false)
  const [height, setHeight] = useState(heights.least)
  const { name, email, id, language } = user

  // A sandboxed frame has an opaque origin, so no more specific target is possible.
  const post = (message: ToWidget) => frame.current?.contentWindow?.postMessage(message, '*')

  /** The widget has no session: its message is sent as the user's own, one at a time. */
  const isSending = useRef(false)
  async function send(body: string) {
    if (isSending.current) return
    isSending.current = true
    try {
      await call(feedbackCalls.send, { body: { body } })
      post({ type: 'feedback:sent' })
    } catch (error) {
      post({ type: 'feedback:failed', reason: sentence(error, t.feedback.refusals) })
    }
    isSending.current = false
  }

  const receive = useEffectEvent((event: MessageEvent<unknown>) => {
    const message = readFromWidget(event, frame.current?.contentWindow)
    if (message?.type === 'feedback:ready') setReady(true)
    if (message?.type === 'feedback:close') panel.current?.hidePopover()
    if (message?.type === 'feedback:send') void send(message.body)
    if (message?.type === 'feedback:size') {
      setHeight(Math.min(heights.most, Math.max(heights.least, Math.round(message.height))))
    }
  })
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => receive(event)
    addEventListener('message', listen)
    return () => removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    if (ready) frame.current?.contentWindow?.postMessage({ type: 'feedback:user', name, email, id, language }, '*')
  }, [ready, name, email, id, language])

  useEffect(() => {
    const section = panel.current
    if (!ready || !section) return
    const tell = () => {
      const opened: ToWidget = { type: 'feedback:open' }
      if (section.matches(':popover-open')) frame.current?.contentWindow?.postMessage(opened, '*')
    }
    // The panel may have been opened before the widget was ready.
    tell()
    section.addEventListener('toggle', tell)
    return () => section.removeEventListener('toggle', tell)
  }, [ready, panel])

  return (
    <iframe
      ref={frame}
      className="feedback__frame"
      title={t.feedback.title}
      src="/feedback-frame"
      sandbox="allow-scripts allow-forms allow-popups"
      height={height}
    />
  )
}
