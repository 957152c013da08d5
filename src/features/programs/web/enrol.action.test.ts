import { ORPCError } from "@orpc/client"
import { expect, test, vi } from "vitest"
import type { PageRequest } from "#ui/api.ts"
import { enrolByForm } from "./enrol.action.ts"

const student = {
  user_id: "u",
  email: "asha@example.com",
  first_name: "Asha",
  last_name: "Rao",
  role: "student",
}

/** Posts the form of a program to a page whose API enrols by `enrol`. */
async function post(enrol: () => Promise<unknown>, viewer: object | null = student, language = "en") {
  const log = { error: vi.fn() }
  const get = async ({ slug }: { slug: string }) => ({ id: "p1", slug, title: "Tabla" })
  const page = {
    api: {
      programs: { get, enrol, myPoints: async () => ({ points: 150 }) },
      classes: { batches: async () => [] },
    },
    viewer,
    log,
    language,
    reply: new Headers(),
    now: new Date("2026-11-20T10:30:00Z"),
    origin: "http://localhost",
  } as unknown as PageRequest
  const request = new Request("http://localhost/courses", {
    method: "POST",
    body: new URLSearchParams({ program: "tabla" }),
  })
  const answer = await enrolByForm(request, page, (slug) => `/courses?program=${slug}`)
  return { answer, log }
}

function refuse(code: string, status: number) {
  return () => Promise.reject(new ORPCError(code, { status }))
}

test("CAT-08 enrolling answers with the program that opens the success dialog", async () => {
  const enrol = vi.fn(async () => ({ points_awarded: 50 }))
  const { answer } = await post(enrol)
  expect(answer).toMatchObject({
    data: { enrolled: { slug: "tabla", title: "Tabla", points_awarded: 50, points: 150 }, toast: null },
  })
  expect(enrol).toHaveBeenCalledExactlyOnceWith({ course_id: "p1" })
})

test("CAT-08 a visitor, or one whose session ended, signs in and comes back to the program", async () => {
  const enrol = vi.fn(refuse("UNAUTHENTICATED", 401))
  for (const viewer of [null, student]) {
    const { answer } = await post(enrol, viewer)
    expect(answer).toBeInstanceOf(Response)
    const headers = (answer as Response).headers
    const way = new URL(headers.get("location") ?? "", "http://localhost")
    const finish = new URL(way.searchParams.get("to") ?? "", "http://localhost")
    expect([way.pathname, finish.pathname, finish.searchParams.get("to")]).toEqual([
      "/auth",
      "/finish",
      "/courses?program=tabla",
    ])
    expect(decodeURIComponent(headers.get("set-cookie") ?? "")).toContain(
      '"title":"Authentication Required","description":"Please log in to enroll in courses."',
    )
  }
  expect(enrol).toHaveBeenCalledTimes(1)
})

test("CAT-08 each refusal says what happened, and only an unforeseen failure is logged", async () => {
  const expected = [
    ["ALREADY_ENROLLED_IN_PROGRAM", 409, "Already Enrolled", "You are already enrolled in this course."],
    [
      "FORBIDDEN",
      403,
      "Enrollment Failed",
      "Only students can enroll in courses. Sign in with a student account.",
    ],
  ] as const
  for (const [code, status, title, description] of expected) {
    const { answer, log } = await post(refuse(code, status))
    expect(answer).toMatchObject({
      data: { enrolled: null, toast: { tone: "error", title, description } },
      init: { status },
    })
    expect(log.error).not.toHaveBeenCalled()
  }
  const { answer, log } = await post(() => Promise.reject(new Error("the database is away")))
  expect(answer).toMatchObject({
    data: {
      toast: {
        title: "Enrollment Failed",
        description: "There was an error enrolling in the course. Please try again.",
      },
    },
    init: { status: 500 },
  })
  expect(log.error).toHaveBeenCalledOnce()
})

test("NAV-07 who reads Hindi is told in Hindi that enrolling was refused", async () => {
  const { answer } = await post(refuse("FORBIDDEN", 403), student, "hi")
  expect(answer).toMatchObject({
    data: { toast: { title: "नामांकन नहीं हुआ", description: expect.stringContaining("केवल स्टूडेंट") } },
  })
})
