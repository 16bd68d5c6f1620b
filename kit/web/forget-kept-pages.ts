/** What workers of this origin have kept to open without a network: gone before this resolves, or never there. */
export async function forgetKeptPages(): Promise<void> {
  try {
    const workers = await navigator.serviceWorker.getRegistrations()
    const names = await caches.keys()
    await Promise.all([...workers.map(worker => worker.unregister()), ...names.map(name => caches.delete(name))])
  } catch {
    // Without TLS there are none.
  }
}
