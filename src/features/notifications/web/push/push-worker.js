// Shows push messages and opens what they are about. It keeps no files and answers no requests, so it can't hold
// anybody back on an older version of the site.
self.addEventListener("install", () => self.skipWaiting())

self.addEventListener("push", (event) => {
  const { title, text, href, tag } = event.data.json()
  const shown = { body: text, tag, data: { href }, icon: "/icons/icon-192.png" }
  event.waitUntil(self.registration.showNotification(title, shown))
})

self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  const url = new URL(event.notification.data.href, self.location.origin)
  if (url.origin === self.location.origin) event.waitUntil(open(url.href))
})

async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  const there = windows.find((one) => one.url === url)
  return there ? there.focus() : self.clients.openWindow(url)
}
