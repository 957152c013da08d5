import { expect, test } from "vitest"
import { isPushService } from "./push-services.ts"

test.each([
  "https://fcm.googleapis.com/fcm/send/abc:def",
  "https://updates.push.services.mozilla.com/wpush/v2/abc",
  "https://web.push.apple.com/QabC",
  "https://db5p.notify.windows.com/w/?token=abc",
])("NAV-12 %s is an address of a browser's push service", (endpoint) => {
  expect(isPushService(endpoint)).toBe(true)
})

test.each([
  "http://fcm.googleapis.com/fcm/send/abc",
  "https://fcm.googleapis.com:8443/fcm/send/abc",
  "https://fcm.googleapis.com@10.0.0.1/",
  "https://user:secret@fcm.googleapis.com/",
  "https://fcm.googleapis.com.evil.example/",
  "https://evilpush.apple.com.example/",
  "https://notpush.apple.com/",
  "https://169.254.169.254/latest/meta-data",
  "https://localhost/",
  "http://127.0.0.1:9000/push",
  "file:///etc/passwd",
  "nonsense",
])("NAV-12 our server never posts to %s", (endpoint) => {
  expect(isPushService(endpoint)).toBe(false)
})

test("NAV-12 a push service of one's own is named by its whole origin", () => {
  const own = "http://127.0.0.1:9000"
  expect(isPushService(`${own}/push/1`, own)).toBe(true)
  expect(isPushService("http://127.0.0.1:9001/push/1", own)).toBe(false)
  expect(isPushService("http://x@127.0.0.1:9000/push/1", own)).toBe(false)
})
