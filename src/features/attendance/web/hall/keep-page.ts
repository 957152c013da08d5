/**
 * Has the service worker keep this page with everything that it has loaded, so that it opens without a
 * network. Does nothing where there is no worker.
 */
export async function keepPage(): Promise<void> {
  if (!navigator.onLine || !navigator.serviceWorker) return
  const { active } = await navigator.serviceWorker.ready
  const parts = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"))
  active?.postMessage({ keepHall: [...new Set(parts.map(({ pathname }) => pathname))] })
}
