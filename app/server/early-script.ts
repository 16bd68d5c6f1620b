import { audienceAt, homes } from '#tenancy/audience.ts'

type Asked = {
  path: string
  mayBeSignedIn: boolean
  /** The page contains its data. */
  isDrawn?: boolean
}

/**
 * Inline script that runs before the application has loaded: it holds back form submissions (which would leave the page), notes
 * the button or link pressed, and keeps the answers that the page contains. The token is read where the specification keeps it;
 * no third-party script runs in this origin (security.md S41, S43).
 */
export const earlyScript = ({ path, mayBeSignedIn, isDrawn }: Asked): string =>
  `{const early=window.early={submitted:null,pressed:null,answers:{},stop(){removeEventListener('submit',hold,true);removeEventListener('click',note,true)}};
const hold=event=>{event.preventDefault();early.submitted=event.target.querySelector('[name]')?.name??null};
const note=event=>{const control=event.target.closest('#root a[href],#root button');if(!control||control.type==='submit'||control.popoverTargetElement||control.protocol==='tel:')return;
if(control.href){if(event.button||event.ctrlKey||event.metaKey||event.shiftKey||event.altKey)return;event.preventDefault()}early.pressed=control};
addEventListener('submit',hold,true);addEventListener('click',note,true);
${isDrawn ? takeAnswers : ''}let kind;try{
const claims=JSON.parse(atob(localStorage.getItem('access_token').split('.')[1].replaceAll('-','+').replaceAll('_','/')))
if(claims.exp*1000>Date.now()){kind=claims.kind==='staff'?'staff':'practice'
${belongHere(path)}}
}catch{}
${askToSignIn(path, mayBeSignedIn)}}`

/** Reserves the height that the dashboard's first card had last time (features/dashboard/web/to-do-card.tsx). */
const keepRoom = `try{document.body.style.setProperty('--to-do',localStorage.to_do)}catch{}`

/** Redirects users of the other audience to their own home. The sign-in page chooses its target itself. */
function belongHere(path: string): string {
  if (path === '/login' || path === '/signup') return ''
  const here = audienceAt(path)
  return `if(kind!=='${here}')location.replace('${homes[here === 'staff' ? 'practice' : 'staff']}')`
}

/** The staff page has no sign-in form: a visitor without a session is redirected at once instead of waiting for two pages. */
const askToSignIn = (path: string, mayBeSignedIn: boolean) =>
  audienceAt(path) === 'staff' && !mayBeSignedIn
    ? `if(!kind)location.replace('/login?redirect='+encodeURIComponent(location.pathname+location.search))`
    : ''

/** Code that must run before the first paint, possibly before the whole page has arrived. */
export const beforePicture = ({ path, userId }: { path: string; userId: string | undefined }): string =>
  [/^\/(dashboard)?$/.test(path) ? keepRoom : '', userId === undefined ? '' : checkOwner(userId)].join('')

/**
 * A page drawn for one person is shown to nobody else: not when another tab has signed in somebody else, nor after a sign-out
 * that the server has not heard of yet.
 */
const checkOwner = (userId: string) =>
  `const isTheirs=()=>{try{return!localStorage.getItem('signed_out')&&JSON.parse(atob(localStorage.getItem('access_token').split('.')[1].replaceAll('-','+').replaceAll('_','/'))).id===${JSON.stringify(userId).replaceAll('<', '\\u003c')}}catch{}}
if(!isTheirs())document.documentElement.style.visibility='hidden'`

/**
 * Uses the answers in the page for the application's first requests. Until the application loads, links navigate by themselves;
 * if it fails, the picture stays below a message. A page restored from the back/forward cache reloads, because only the
 * application knows the current user. A sign-out in another tab removes the picture. The first Intl format blocks the browser for
 * as long as a key press may wait, so it is made here, before anybody can have reached a field.
 */
const takeAnswers = `const root=document.getElementById('root');
for(const block of document.querySelectorAll('[data-answers]')){early.answers[block.dataset.answers]=Promise.resolve(new Response(block.textContent,{headers:{'content-type':'application/json'}}));block.remove()}
const look=()=>{if(!isTheirs()){root.textContent='';early.answers={}}};look();document.documentElement.style.visibility='';addEventListener('storage',look);
addEventListener('error',event=>{if(event.target.tagName==='SCRIPT'){early.stop();if(early.pressed?.href)location.href=early.pressed.href}
else if(event.target===window&&root.isConnected){const kept=root.cloneNode(true);kept.id='';setTimeout(()=>{if(root.isConnected&&!root.contains(early.pressed)&&root.querySelector(':scope>main.message')){early.stop();root.append(kept)}})}},true);
addEventListener('pageshow',event=>{if(event.persisted&&root.isConnected)location.reload()});
requestAnimationFrame(()=>setTimeout(()=>Intl.DateTimeFormat()));
`

/**
 * With a full cache all scripts are there at once, and compiling them delayed the first paint by a third of a second on a phone:
 * they wait for its first frame. Over the network they arrive later by themselves, and are requested at once. A hidden tab has no
 * frames, so a timer starts them there; the template's content can be inserted only once.
 */
export const beginAfterPicture = `{const{content}=document.getElementById('later'),begin=()=>document.body.append(content);setTimeout(begin,document.hidden?0:1000);requestAnimationFrame(()=>setTimeout(begin))}`
