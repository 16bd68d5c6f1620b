import * as v from 'valibot'

/** What the portal tells the widget: nothing else about the user leaves the page. */
export type FeedbackUser = { name: string; email: string; id: string; language: string }
export type ToWidget = ({ type: 'feedback:user' } & FeedbackUser) | { type: 'feedback:open' }

const FromWidget = v.variant('type', [
  v.object({ type: v.literal('feedback:ready') }),
  v.object({ type: v.literal('feedback:close') }),
  v.object({ type: v.literal('feedback:size'), height: v.pipe(v.number(), v.finite()) }),
])
type FromWidget = v.InferOutput<typeof FromWidget>

/**
 * The widget is foreign code in a sandbox: its origin reads "null", and a message counts only when it comes from that very
 * frame and says exactly one of three things.
 */
export function readFromWidget(event: MessageEvent<unknown>, frame: Window | null | undefined): FromWidget | null {
  if (!frame || event.source !== frame || event.origin !== 'null') return null
  const message = v.safeParse(FromWidget, event.data)
  return message.success ? message.output : null
}
