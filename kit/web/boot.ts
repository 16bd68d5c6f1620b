/**
 * The data that the server put into the page as JSON, which no browser executes. Null when the page came from elsewhere (a front
 * end served apart). Our own server wrote it for this build, so it is not validated again.
 */
export function readBoot<Boot>(): Boot | null {
  const block = document.getElementById('boot')?.textContent
  return block ? (JSON.parse(block) as Boot) : null
}
