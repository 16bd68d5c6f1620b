/**
 * What the server put into the page for the application, as JSON that no browser executes. Null where the page came
 * from elsewhere (a front end served apart). Our own server wrote it for this build, so it is not checked again.
 */
export function readBoot<Boot>(): Boot | null {
  const block = document.getElementById('boot')?.textContent
  return block ? (JSON.parse(block) as Boot) : null
}
