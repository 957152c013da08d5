import { ORPCError } from "@orpc/client"
import { RouterContextProvider } from "react-router"
import { expect, test, vi } from "vitest"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { action as serveTeacherDashboard } from "../dashboards/teacher-dashboard.page.tsx"
import { serveLiveClasses } from "./live-classes.act.ts"

const ID = "01a1fb92-f3d0-7236-906b-8ef063c43976"

/** Posts a form to a page with these procedures of classes in its API, and returns the toast. */
async function post(
  fields: Record<string, string>,
  classes: Record<string, () => Promise<unknown>>,
  serve: (args: never) => Promise<unknown> = serveLiveClasses,
) {
  const log = { error: vi.fn() }
  const reply = (await serveTo(fields, classes, serve, log)) as {
    data: { toast: object }
    init: { status: number }
  }
  return { toast: reply.data.toast, status: reply.init.status, logged: log.error.mock.calls.length }
}

/** The same, for what was answered, also if it was thrown. */
function serveTo(
  fields: Record<string, string>,
  classes: Record<string, () => Promise<unknown>>,
  serve: (args: never) => Promise<unknown> = serveLiveClasses,
  log = { error: vi.fn() },
  role = "student",
): Promise<unknown> {
  const context = new RouterContextProvider()
  const page = {
    api: { classes },
    viewer: { user_id: "u", role },
    now: new Date("2026-11-20T10:30:00Z"),
    zone: "Asia/Kolkata",
    language: "en",
    log,
  }
  context.set(pageRequest, page as unknown as PageRequest)
  const request = new Request(`http://localhost/class/${ID}`, {
    method: "POST",
    body: new URLSearchParams({ class_id: ID, ...fields }),
  })
  const thrown = (error: unknown) => {
    if (error instanceof Response) return error
    throw error
  }
  return serve({ request, context, url: new URL(request.url) } as never).catch(thrown)
}

const refuse = (code: string, data?: object) => () =>
  Promise.reject(new ORPCError(code, { status: 409, data }))
const fail = () => Promise.reject(new Error("the database is away"))

test.each([
  ["enrol", "enrol", "ALREADY_ENROLLED", "Already Enrolled", "You are already enrolled in this class"],
  [
    "request-demo",
    "requestDemo",
    "REQUEST_ALREADY_SENT",
    "Request Already Sent",
    "You've already requested to join this demo class",
  ],
])("DATA-03 %s twice reads %s", async (intent, procedure, code, title, description) => {
  const { toast, status, logged } = await post({ intent }, { [procedure]: refuse(code) })
  expect([toast, status, logged]).toEqual([{ tone: "error", title, description }, 409, 0])
})

test("CLS-11 a second trial reads which one was the first", async () => {
  const earlier = {
    activity: "chess",
    class_title: "First moves",
    scheduled_date: "2026-11-22",
    start_time: "16:00",
  }
  const { toast } = await post({ intent: "request-demo" }, { requestDemo: refuse("TRIAL_TAKEN", earlier) })
  expect(toast).toEqual({
    tone: "error",
    title: "Free trial used",
    description:
      "You get one free trial for each activity. Yours in chess is “First moves” on Sun, 22 Nov, 4:00 pm. To continue, enroll in a class.",
  })
})

test.each([
  ["enrol", "enrol"],
  ["join-waitlist", "joinWaitlist"],
])("PAY-02 a member whose term ends before the class is led to renew it by %s", async (intent, procedure) => {
  const ended = refuse("MEMBERSHIP_ENDED", { slug: "learn-to-swim", valid_until: "2026-11-19" })
  const answer = await serveTo({ intent }, { [procedure]: ended })
  expect(answer).toBeInstanceOf(Response)
  const { headers } = answer as Response
  expect(headers.get("location")).toBe("/courses/learn-to-swim/checkout")
  expect(decodeURIComponent(headers.get("set-cookie") ?? "")).toContain("It ends on Thu, 19 Nov, 2026")
})

test.each([
  ["enrol", "enrol"],
  ["join-waitlist", "joinWaitlist"],
])("PAY-01 who has not bought the class's program is led to it by %s", async (intent, procedure) => {
  const answer = await serveTo(
    { intent },
    { [procedure]: refuse("PAYMENT_NEEDED", { slug: "learn-to-swim" }) },
  )
  const { headers } = answer as Response
  expect(headers.get("location")).toBe("/courses/learn-to-swim")
  expect(decodeURIComponent(headers.get("set-cookie") ?? "")).toContain("Enroll in the program")
})

test.each([
  ["enrol", "enrol", "Failed to enroll in class. Please try again."],
  ["join-waitlist", "joinWaitlist", "Failed to join the waitlist. Please try again."],
  ["request-demo", "requestDemo", "Failed to send the request. Please try again."],
])("DATA-03 when %s fails unforeseen, it says so and is logged", async (intent, procedure, description) => {
  const { toast, status, logged } = await post({ intent }, { [procedure]: fail })
  expect([toast, status, logged]).toEqual([{ tone: "error", title: "Error", description }, 500, 1])
})

test("CLS-07 CLS-11 what was asked for is answered with the place and the promised call", async () => {
  const enrolled = async () => ({ standing: "enrolled", waitlist_position: null })
  expect((await post({ intent: "join-waitlist" }, { joinWaitlist: enrolled })).toast).toMatchObject({
    title: "Success",
    description: "Successfully enrolled in the class!",
  })
  const waits = async () => ({ standing: "waiting", waitlist_position: 3 })
  expect((await post({ intent: "join-waitlist" }, { joinWaitlist: waits })).toast).toMatchObject({
    description: "You're 3rd. When it's your turn and a seat is free, it's yours.",
  })
  const asked = async () => ({ waitlist_position: 2, callback_by: new Date("2026-11-21T06:30:00Z") })
  expect((await post({ intent: "request-demo" }, { requestDemo: asked })).toast).toMatchObject({
    title: "Request Sent",
    description:
      "Your demo class request has been sent to the instructor for approval. You're 2nd on the waitlist. We'll call you by 12:00 pm tomorrow",
  })
})

test("DATA-03 an answer to a demo request that fails unforeseen reads 'Failed to update demo request'", async () => {
  const fields = { intent: "approve", id: ID }
  const { toast, logged } = await post(fields, { answerDemoRequest: fail }, serveTeacherDashboard)
  expect(toast).toMatchObject({ description: "Failed to update demo request. Please try again." })
  expect(logged).toBe(1)
  const gone = refuse("FIELD_ERRORS", { fields: { offer_class_ids: "One of these times is full" } })
  const refused = await post(fields, { answerDemoRequest: gone }, serveTeacherDashboard)
  expect(refused.toast).toMatchObject({ description: "One of these times is full" })
})

test("PAY-02 a guardian who presses Request Demo says for which child first", async () => {
  const requestDemo = vi.fn()
  const log = { error: vi.fn() }
  const reply = await serveTo({ intent: "request-demo" }, { requestDemo }, serveLiveClasses, log, "guardian")
  expect(reply).toBeInstanceOf(Response)
  expect((reply as Response).headers.get("location")).toBe(`/family/demo/${ID}`)
  expect(requestDemo).not.toHaveBeenCalled()
})
