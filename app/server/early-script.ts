import { audienceAt, homes } from '#tenancy/audience.ts'

type Asked = {
  path: string
  mayBeSignedIn: boolean
  /** The page has its data: what it was drawn from stands in it. */
  isDrawn?: boolean
}

/**
 * A few lines that run before the application has come: they hold back a submit (a form on its own would leave the page),
 * note the button or link pressed, and keep what the page brings. The token is read where the specification keeps it; no
 * script of others runs in this origin (security.md S41, S43).
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

/** As high as the dashboard's first card was here last (features/dashboard/web/to-do-card.tsx). */
const keepRoom = `try{document.body.style.setProperty('--to-do',localStorage.to_do)}catch{}`

/** Whoever is of the other audience goes where they belong. Where to after the sign-in page, it says itself. */
function belongHere(path: string): string {
  if (path === '/login' || path === '/signup') return ''
  const here = audienceAt(path)
  return `if(kind!=='${here}')location.replace('${homes[here === 'staff' ? 'practice' : 'staff']}')`
}

/** The laboratory's own page has no sign-in form: whoever cannot be signed in would wait for it twice. */
const askToSignIn = (path: string, mayBeSignedIn: boolean) =>
  audienceAt(path) === 'staff' && !mayBeSignedIn
    ? `if(!kind)location.replace('/login?redirect='+encodeURIComponent(location.pathname+location.search))`
    : ''

/** What has to be known before the picture is painted for the first time, which may be before all of it has come. */
export const beforePicture = ({ path, userId }: { path: string; userId: string | undefined }): string =>
  [/^\/(dashboard)?$/.test(path) ? keepRoom : '', userId === undefined ? '' : checkOwner(userId)].join('')

/**
 * What is drawn for one person is shown to nobody else, as another tab knows who is here now, nor after
 * they have left, also where the server has not heard it yet.
 */
const checkOwner = (userId: string) =>
  `const isTheirs=()=>{try{return!localStorage.getItem('signed_out')&&JSON.parse(atob(localStorage.getItem('access_token').split('.')[1].replaceAll('-','+').replaceAll('_','/'))).id===${JSON.stringify(userId).replaceAll('<', '\\u003c')}}catch{}}
if(!isTheirs())document.documentElement.style.visibility='hidden'`

/**
 * What the picture was drawn from answers the application's first calls. Where the application cannot be had, its links
 * lead somewhere by themselves; where it fails, the picture stays, below the sentence that says so. From the browser's
 * memory of pages it does not come back without the application, which knows who is here. Whoever leaves in another tab takes it
 * with them. The first format of a day that a browser makes takes it as long as a key may wait: it is made while nobody can have
 * found the field yet.
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
 * From a full cache all scripts are there at once, and what compiles them kept the picture from being painted for a third of a second on a
 * phone: they wait for its first frame. Over the line they come later than it by themselves, and are asked for at once. In a tab that
 * nobody sees, or no longer, there is no frame to wait for: what has been put into the page is not there a second time.
 */
export const beginAfterPicture = `{const{content}=document.getElementById('later'),begin=()=>document.body.append(content);setTimeout(begin,document.hidden?0:1000);requestAnimationFrame(()=>setTimeout(begin))}`
