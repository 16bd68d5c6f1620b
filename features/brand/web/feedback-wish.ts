export const feedbackPanelId = 'feedback-panel'

let wanted = false

/** The button has been pressed; where there is no panel yet, it opens as soon as it comes. */
export function noteWish() {
  wanted = !document.getElementById(feedbackPanelId)
}

/** Whether somebody has pressed before there was a panel; once. */
export function takeWish(): boolean {
  const wish = wanted
  wanted = false
  return wish
}
