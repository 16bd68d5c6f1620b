// Plain JavaScript, because setup.mjs runs before a Node that reads TypeScript is there.
import { existsSync } from 'node:fs'

const places = {
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  win32: ['C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe'],
}

/** The browser installed on this machine, if there is one. */
export function findChromium() {
  return (places[process.platform] ?? []).find(path => existsSync(path))
}
