import { ORPCError } from "@orpc/client"
import { RouterContextProvider } from "react-router"
import { expect, test, vi } from "vitest"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { serveLiveClasses } from "../live-classes/live-classes.act.ts"
import { action, loader } from "./room.page.tsx"

const ID = "01a1fb92-f3d0-7236-906b-8ef063c43976"
const NOW = new Date("2026-11-20T10:30:00Z")

type Standing = ScheduledClass["standing"]
type Role = "student" | "instructor" | "admin" | null

const classAs = (standing: Standing, status: ScheduledClass["status"] = "live") =>
  ({ id: ID, instructor_id: "u", class_type: "regular", ended_at: null, standing, status }) as ScheduledClass

/** A live room as somebody of a role finds it; `get` is what the class is to them. */
function visit(role: Role, get: () => Promise<unknown>, form?: Record<string, string>) {
  const api = {
    classes: { get: vi.fn(get), end: vi.fn(async () => ({})), start: vi.fn(), enrol: vi.fn() },
    rooms: {
      state: vi.fn(async () => ({ waiting_for_instructor: false })),
      join: vi.fn(async () => ({ token: "t", server_url: "ws://video", identity: "u:d" })),
    },
    attendance: {
      register: vi.fn(async () => ({ entries: [] })),
      mark: vi.fn(async () => ({ student_name: "Asha Rao", verdict: "present" })),
    },
  }
  const page = {
    api,
    viewer: role && { user_id: "u", role },
    reply: new Headers(),
    origin: "http://localhost",
    language: "en",
    now: NOW,
    zone: "Asia/Kolkata",
    log: { error: vi.fn() },
  }
  const context = new RouterContextProvider()
  context.set(pageRequest, page as unknown as PageRequest)
  const request = new Request(`http://localhost/class/${ID}/room`, {
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
  })
  return { args: { request, context, url: new URL(request.url), params: { classId: ID } } as never, api }
}

const gone = () => Promise.reject(new ORPCError("NOT_FOUND", { status: 404 }))

/** Where somebody is sent, and with which words. */
async function sentTo(work: Promise<unknown>) {
  const answer = await work.catch((thrown: unknown) => thrown)
  if (!(answer instanceof Response)) throw new Error("the page opened")
  return [answer.headers.get("location"), decodeURIComponent(answer.headers.get("set-cookie") ?? "")] as const
}

test.each<[who: string, role: Role, standing: Standing, to: string, words: string]>([
  ["a visitor", null, "none", `/live-classes?sign-in=${ID}`, ""],
  ["a student without a seat", "student", "none", `/class/${ID}`, "Enrollment Required"],
  ["another instructor", "instructor", "none", `/class/${ID}`, "Enrollment Required"],
])("CLS-09 the room sends %s elsewhere, and makes no token", async (_, role, standing, to, words) => {
  const { args, api } = visit(role, async () => classAs(standing))
  const [place, told] = await sentTo(Promise.resolve(loader(args)))
  expect(place).toBe(to)
  expect(told).toContain(words)
  expect(api.rooms.join).not.toHaveBeenCalled()
  expect(api.rooms.state).not.toHaveBeenCalled()
})

test("CLS-05 the room of a class that nobody knows leads to the list, which says so", async () => {
  for (const role of ["student", null] as const) {
    const [place, told] = await sentTo(Promise.resolve(loader(visit(role, gone).args)))
    expect(place).toBe("/live-classes")
    expect(told).toContain("Class not found")
  }
  const broken = () => Promise.reject(new Error("the database is away"))
  const [place, told] = await sentTo(Promise.resolve(loader(visit("student", broken).args)))
  expect([place, told.includes("Failed to verify enrollment")]).toEqual(["/live-classes", true])
})

test("CLS-05 a class that couldn't be read once is read again, and twice leads to the list", async () => {
  const failing = (times: number) => {
    let left = times
    return async () => {
      left -= 1
      if (left >= 0) throw new Error("no answer")
      return classAs("instructor")
    }
  }
  expect(await loader(visit("instructor", failing(1)).args)).toMatchObject({ data: { role: "instructor" } })
  const [place, told] = await sentTo(Promise.resolve(loader(visit("instructor", failing(2)).args)))
  expect(place).toBe("/live-classes")
  expect(told).toContain("error")
})

test.each<[role: Role, standing: Standing, inRoom: string, registers: number]>([
  ["student", "enrolled", "student", 0],
  ["student", "approved", "student", 0],
  ["instructor", "instructor", "instructor", 1],
  ["admin", "none", "instructor", 1],
])(
  "CLS-09 the room opens to a %s who is %s, with a token, as %s",
  async (role, standing, inRoom, registers) => {
    const { args, api } = visit(role, async () => classAs(standing))
    const opened = await loader(args)
    expect(opened.data).toMatchObject({ role: inRoom, entry: { token: "t" }, waiting: false })
    expect(api.attendance.register).toHaveBeenCalledTimes(registers)
  },
)

test("ROOM-07 a refusal to enter is left to the room, which explains it", async () => {
  const { args, api } = visit("student", async () => classAs("enrolled"))
  api.rooms.join.mockRejectedValue(new ORPCError("ROOM_LOCKED", { status: 409 }))
  expect((await loader(args)).data).toMatchObject({ role: "student", entry: null })
})

test("ROOM-01 the page of a room is kept only while it is fetched ahead of a click", async () => {
  const cacheControlOf = async (headers: HeadersInit) => {
    const { args } = visit("student", async () => classAs("enrolled"))
    const request = new Request(`http://localhost/class/${ID}/room`, { headers })
    const { init } = await loader({ ...(args as object), request } as never)
    return new Headers(init?.headers).get("cache-control")
  }
  expect(await cacheControlOf({ "sec-purpose": "prefetch" })).toBe("private, max-age=10")
  expect(await cacheControlOf({})).toBeNull()
})

test("CLS-07 a room fetched ahead of a click says nothing about a class that hasn't begun: nobody pressed yet", async () => {
  const { args } = visit("student", async () => classAs("enrolled", "scheduled"))
  const [place, told] = await sentTo(Promise.resolve(loader(args)))
  expect([place, told.includes("Class Not Ready")]).toEqual([`/class/${ID}`, true])
  const request = new Request(`http://localhost/class/${ID}/room`, { headers: { "sec-purpose": "prefetch" } })
  const ahead = Promise.resolve(loader({ ...(args as object), request } as never))
  expect(await sentTo(ahead)).toEqual([`/class/${ID}`, ""])
})

test("ROOM-03 ATT-02 the room serves the end of its class and marks in its register, and nothing of the list", async () => {
  const live = async () => classAs("instructor")
  const end = visit("instructor", live, { intent: "end" })
  const [place, told] = await sentTo(action(end.args))
  expect(place).toBe(`/teacher-dashboard?ended=${ID}`)
  expect(told).toContain("Class Ended")
  expect(end.api.classes.end).toHaveBeenCalledWith({ class_id: ID })

  const student_id = "01a1fb92-f3d0-7236-906b-8ef063c43977"
  const mark = visit("instructor", live, { intent: "mark", student_id, verdict: "present" })
  expect(await action(mark.args)).toMatchObject({ data: { toast: { title: "Asha Rao: present" } } })
  expect(mark.api.attendance.mark).toHaveBeenCalledWith({ class_id: ID, student_id, verdict: "present" })

  for (const intent of ["start", "enrol", "delete", "schedule", ""]) {
    const other = visit("instructor", live, { intent, class_id: ID })
    await expect(action(other.args), intent).rejects.toMatchObject({ status: 400 })
  }
  for (const intent of ["end", "mark"]) {
    const { args, api } = visit("instructor", live, { intent, class_id: ID, student_id, verdict: "present" })
    await expect(serveLiveClasses(args), intent).rejects.toMatchObject({ status: 400 })
    expect([api.classes.end, api.attendance.mark].flatMap((one) => one.mock.calls)).toEqual([])
  }
})

test("ROOM-03 who isn't signed in posts nothing to a room", async () => {
  const { args, api } = visit(null, async () => classAs("none"), { intent: "end" })
  const [place] = await sentTo(action(args))
  expect(place).toContain("/teacher-auth?")
  expect(api.classes.end).not.toHaveBeenCalled()
})
