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

// Push services replace a browser's address now and then. Without the new one, messages would go nowhere.
self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)))

async function renew({ oldSubscription, newSubscription }) {
  const { pushManager } = self.registration
  const subscription =
    newSubscription ?? (await pushManager.getSubscription()) ?? (await subscribe(oldSubscription))
  const { endpoint, keys } = subscription.toJSON()
  const device = { endpoint, ...keys, ...(oldSubscription && { replaces: oldSubscription.endpoint }) }
  const answer = await call("POST", "/api/v1/my/push-devices", device)
  // Nobody is signed in any more: this browser gets no messages.
  if (answer.status === 401) await subscription.unsubscribe()
}

async function subscribe(oldSubscription) {
  const key = oldSubscription?.options.applicationServerKey ?? (await readKey())
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function readKey() {
  const { push } = await (await call("GET", "/api/v1/my/notice-preferences")).json()
  return push.key
}

function call(method, path, body) {
  const headers = body && { "content-type": "application/json" }
  return fetch(path, { method, headers, body: body && JSON.stringify(body), credentials: "same-origin" })
}

async function open(url) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  const there = windows.find((one) => one.url === url)
  return there ? there.focus() : self.clients.openWindow(url)
}
