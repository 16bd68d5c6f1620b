import type { Screen } from './web-build.ts'

/**
 * A few lines that run before the application has come: they hold back a submit (a form on its own would leave the page),
 * note the button or link pressed, and ask for what the screen shows first. The token is read where the specification keeps it; no script of others runs
 * in this origin (security.md S41, S43).
 */
export function earlyScript(screen: Screen | undefined, path: string, search: string): string {
  const address = screen && search === '' ? firstCall(screen, path) : undefined
  return `{const early=window.early={submitted:null,pressed:null,answers:{},stop(){removeEventListener('submit',hold,true);removeEventListener('click',note,true)}};
const hold=event=>{event.preventDefault();early.submitted=event.target.querySelector('[name]')?.name??null};
const note=event=>{const control=event.target.closest('#root a[href],#root button');if(!control||control.type==='submit'||control.popoverTargetElement||control.protocol==='tel:')return;
if(control.href){if(event.button||event.ctrlKey||event.metaKey||event.shiftKey||event.altKey)return;event.preventDefault()}early.pressed=control};
addEventListener('submit',hold,true);addEventListener('click',note,true);
${address ? askFor(address) : ''}}`
}

/** With the places of the route filled from the address; what cannot stand there is for the screen to say. */
function firstCall(screen: Screen, path: string): string | undefined {
  const given = path.split('/')
  const places = screen.path.split('/').flatMap((part, at) => (part.startsWith('$') ? [[part, given[at] ?? '']] : []))
  if (!places.every(([, value = '']) => /^[\w-]+$/.test(value))) return
  return places.reduce((call, [place = '', value = '']) => call?.replace(place, value), screen.firstCall)
}

const askFor = (address: string) => `try{
const token=localStorage.getItem('access_token')
const{exp,kind}=JSON.parse(atob(token.split('.')[1].replaceAll('-','+').replaceAll('_','/')))
if(exp*1000>Date.now()&&kind!=='staff'){const answer=fetch(${JSON.stringify(address)},{headers:{accept:'application/json',authorization:'Bearer '+token},credentials:'include',cache:'no-store'});answer.catch(()=>{});early.answers[${JSON.stringify(address)}]=answer}
}catch{}`
