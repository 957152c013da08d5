import { ORPCError } from "@orpc/client"
import { RouterContextProvider } from "react-router"
import { expect, test, vi } from "vitest"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { finishPath, keepPressed, type Pressed } from "#ui/pressed.ts"
import { loader } from "./finish.page.tsx"

const CLASS = "01a1fb92-f3d0-7236-906b-8ef063c43976"
const NOW = new Date("2026-11-20T10:30:00Z")
const student = { user_id: "u", role: "student" }

/** Opens an address of /finish with these cookies, and returns where it leads and what it says there. */
async function open(address: string, cookie: string, api: object, viewer: object | null = student) {
  const context = new RouterContextProvider()
  const page = {
    api,
    viewer,
    reply: new Headers(),
    now: NOW,
    zone: "Asia/Kolkata",
    origin: "",
    language: "en",
  }
  context.set(pageRequest, { ...page, log: { error: vi.fn() } } as unknown as PageRequest)
  const request = new Request(`http://localhost${address}`, { headers: { cookie } })
  const answer = await loader({ request, context, params: {}, url: new URL(request.url) } as never).catch(
    (thrown: Response) => thrown,
  )
  const flash = /kaksha\.flash=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1]
  return {
    to: answer.headers.get("location"),
    told: flash ? (JSON.parse(decodeURIComponent(flash)) as Record<string, string>) : null,
  }
}

function press(pressed: Pressed) {
  const page = { reply: new Headers(), now: NOW, origin: "" } as unknown as PageRequest
  const key = keepPressed(page, pressed)
  return { key, cookie: page.reply.getSetCookie()[0]?.split(";")[0] ?? "" }
}

const flashOf = (toast: object) => `kaksha.flash=${encodeURIComponent(JSON.stringify(toast))}`
const sent = async () => ({ callback_by: null, waitlist_position: null })

test("HOME-01 CLS-08 a visitor's request is sent after signing in, and both are confirmed", async () => {
  const requestDemo = vi.fn(sent)
  const { key, cookie } = press({ what: "request-demo", class_id: CLASS })
  const welcome = flashOf({ tone: "success", title: "Welcome back! Successfully logged in!" })
  const address = finishPath(key, `/class/${CLASS}`)
  const { to, told } = await open(address, `${cookie}; ${welcome}`, { classes: { requestDemo } })
  expect(requestDemo).toHaveBeenCalledExactlyOnceWith({ class_id: CLASS })
  expect(to).toBe(`/class/${CLASS}`)
  expect(told).toEqual({
    tone: "success",
    title: "Welcome back! Successfully logged in!",
    description: "Request Sent. Your demo class request has been sent to the instructor for approval.",
  })
})

test("HOME-01 PAY-02 a guardian who pressed Request Demo is led to the choice of a child, and nothing is sent yet", async () => {
  const requestDemo = vi.fn(sent)
  const { key, cookie } = press({ what: "request-demo", class_id: CLASS })
  const guardian = { user_id: "g", role: "guardian" }
  const welcome = flashOf({ tone: "success", title: "Welcome!" })
  const address = finishPath(key, `/class/${CLASS}`)
  const { to, told } = await open(address, `${cookie}; ${welcome}`, { classes: { requestDemo } }, guardian)
  expect([to, told?.title]).toEqual([`/family/demo/${CLASS}`, "Welcome!"])
  const again = press({ what: "request-demo", class_id: CLASS })
  expect((await open(finishPath(again.key, "/"), again.cookie, {}, guardian)).to).toBe(
    `/family/demo/${CLASS}`,
  )
  expect(requestDemo).not.toHaveBeenCalled()
})

test("CAT-08 a visitor is enrolled in the program after signing up", async () => {
  const programs = {
    get: async () => ({ id: "p1", title: "Tabla" }),
    enrol: vi.fn(async () => ({ points_awarded: 50 })),
    myPoints: async () => ({ points: 50 }),
  }
  const { key, cookie } = press({ what: "enrol-in-program", slug: "tabla" })
  const { to, told } = await open(finishPath(key, "/courses/tabla"), cookie, { programs })
  expect(programs.enrol).toHaveBeenCalledOnce()
  expect([to, told?.title, told?.description]).toEqual([
    "/courses/tabla",
    "Enrollment Successful!",
    "You have been successfully enrolled in the course. +50 XP",
  ])
})

test("NAV-04 what was done before or is refused now says so, and never twice", async () => {
  const enrol = () => Promise.reject(new ORPCError("ALREADY_ENROLLED", { status: 409 }))
  const { key, cookie } = press({ what: "enrol", class_id: CLASS })
  const { told } = await open(finishPath(key, "/"), cookie, { classes: { enrol } })
  expect(told).toMatchObject({ tone: "error", title: "Already Enrolled" })
})

test("NAV-04 a link alone does nothing, and leads to no other site", async () => {
  const requestDemo = vi.fn(sent)
  const { key, cookie } = press({ what: "request-demo", class_id: CLASS })
  const api = { classes: { requestDemo } }
  const forged = finishPath(CLASS, `/class/${CLASS}`)
  expect(await open(forged, cookie, api)).toEqual({ to: `/class/${CLASS}`, told: null })
  expect(await open(finishPath(key, "//evil.example"), "", api)).toEqual({
    to: "/student-dashboard",
    told: null,
  })
  const visitor = await open(finishPath(key, "/"), cookie, api, null)
  expect(visitor.to).toMatch(/^\/auth\?to=%2Ffinish/)
  expect(requestDemo).not.toHaveBeenCalled()
})
