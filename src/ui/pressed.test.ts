import { expect, test } from "vitest"
import { newId } from "#shared/ids.ts"
import type { PageRequest } from "./api.ts"
import { finishPath, keepPressed, type Pressed, takePressed } from "./pressed.ts"

const NOW = new Date("2026-11-20T10:00:00Z")
const CLASS = "01a1fb92-f3d0-7236-906b-8ef063c43976"
const DEMO: Pressed = { what: "request-demo", class_id: CLASS }

function pageAt(now = NOW, origin = "http://localhost") {
  return { reply: new Headers(), now, origin } as unknown as PageRequest
}

const cookieOf = (page: PageRequest) => page.reply.getSetCookie()[0]?.split(";")[0] ?? ""

function open(address: string, cookie: string) {
  return new Request(`http://localhost${address}`, { headers: { cookie } })
}

test("NAV-04 what was pressed is returned once, to the browser that pressed it, under its key", () => {
  const page = pageAt()
  const key = keepPressed(page, DEMO)
  const request = open(finishPath(key, `/class/${CLASS}`), `kaksha.theme=dark; ${cookieOf(page)}`)
  const next = pageAt()
  expect(takePressed(request, next)).toMatchObject(DEMO)
  expect(next.reply.getSetCookie()).toEqual([expect.stringMatching(/^kaksha\.pressed=; Path=\/; Max-Age=0/)])
})

test("NAV-04 neither a link with another key, nor one without the cookie, finishes anything", () => {
  const page = pageAt()
  const key = keepPressed(page, DEMO)
  const other = pageAt()
  expect(takePressed(open(finishPath(newId(), "/"), cookieOf(page)), other)).toBeNull()
  expect(takePressed(open("/finish", cookieOf(page)), other)).toBeNull()
  expect(takePressed(open(finishPath(key, "/"), ""), other)).toBeNull()
  // The press is still there for the way that belongs to it.
  expect(other.reply.getSetCookie()).toEqual([])
})

test("NAV-04 a press ends after an hour, whatever the cookie's own end", () => {
  const page = pageAt()
  const key = keepPressed(page, DEMO)
  const request = open(finishPath(key, "/"), cookieOf(page))
  expect(takePressed(request, pageAt(new Date(NOW.getTime() + 3_599_000)))).not.toBeNull()
  expect(takePressed(request, pageAt(new Date(NOW.getTime() + 3_601_000)))).toBeNull()
})

test.each([
  "%",
  "null",
  '{"what":"delete","class_id":"x"}',
  `{"what":"request-demo","class_id":"../1","key":"${CLASS}","until":9e15}`,
])("NAV-04 the cookie %s is no press", (value) => {
  const cookie = `kaksha.pressed=${value === "%" ? value : encodeURIComponent(value)}`
  expect(takePressed(open(finishPath(CLASS, "/"), cookie), pageAt())).toBeNull()
})

test("NAV-04 scripts and other sites can't read the press, and over TLS it stays secure", () => {
  const page = pageAt(NOW, "https://kaksha.example")
  const pressed = { what: "enrol-in-program", slug: "tabla" } as const
  const key = keepPressed(page, pressed)
  expect(page.reply.getSetCookie()[0]).toMatch(/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/)
  // A neighbouring host can write only the name without the prefix.
  const planted = cookieOf(page).replace("__Host-", "")
  expect(takePressed(open(finishPath(key, "/"), planted), page)).toBeNull()
  expect(takePressed(open(finishPath(key, "/"), cookieOf(page)), page)).toMatchObject(pressed)
})
