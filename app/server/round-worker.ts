/** The one screen that opens without a network, and the worker file that caches it (docs/decisions/0151). */
export const roundPath = '/staff/deliveries'
export const roundWorkerPath = `${roundPath}-worker.js`

/** Connects to our own server only, and runs no string as code. */
export const roundWorkerPolicy = "default-src 'none'; connect-src 'self'"

/**
 * The worker's script. It answers only when the network fails: with a network every file is the server's. It caches the page
 * without personal data and the files of this build, and refuses to cache a page drawn with data. In a cached page it replaces
 * the server's time, by which the application knows the day.
 */
export const roundWorkerScript = (files: readonly string[], version: string): string =>
  `const page=${JSON.stringify(roundPath)},kept=${JSON.stringify(`round-${version}`)},files=${JSON.stringify(files.map(file => `/${file}`))};
async function keep(){
  const answer=await fetch(page,{cache:'no-store'}),html=await answer.text();
  if(!answer.ok||answer.redirected||html.includes('data-answers'))throw new Error('No page to keep');
  const cache=await caches.open(kept),headers=new Headers(answer.headers);
  headers.delete('content-encoding');headers.delete('content-length');
  await cache.addAll(files);
  await cache.put(page,new Response(html,{headers}));
  await skipWaiting();
}
async function tidy(){
  for(const name of await caches.keys())if(name.startsWith('round-')&&name!==kept)await caches.delete(name);
  await clients.claim();
}
async function answerKept(request,error){
  const isPage=request.mode==='navigate',found=await caches.match(isPage?page:request.url,{cacheName:kept,ignoreVary:true});
  if(!found)throw error;
  if(!isPage)return found;
  const html=await found.text();
  return new Response(html.replace(/"serverTime":\\d+/,'"serverTime":'+Date.now()),{headers:found.headers});
}
addEventListener('install',event=>event.waitUntil(keep()));
addEventListener('activate',event=>event.waitUntil(tidy()));
addEventListener('fetch',event=>{
  const {request}=event;
  if(request.method!=='GET'||request.mode!=='navigate'&&!new URL(request.url).pathname.startsWith('/assets/'))return;
  event.respondWith(fetch(request).catch(error=>answerKept(request,error)));
});
`
