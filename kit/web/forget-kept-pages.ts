/** Unregisters service workers and deletes their caches of pages for offline use; resolves when they are gone. */
export async function forgetKeptPages(): Promise<void> {
  try {
    const workers = await navigator.serviceWorker.getRegistrations()
    const names = await caches.keys()
    await Promise.all([...workers.map(worker => worker.unregister()), ...names.map(name => caches.delete(name))])
  } catch {
    // Without TLS there are none.
  }
}
