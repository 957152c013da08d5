import { RouterContextProvider } from "react-router"
import { expect, test, vi } from "vitest"
import { roomPath } from "#features/classes/addresses.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { readAsked } from "./live-classes.asked.ts"
import { loader } from "./live-classes.page.tsx"

const ID = "01a1fb92-f3d0-7236-906b-8ef063c43976"

/** Opens the list at an address, and returns where it leads and what it says. */
async function open(address: string, role: "student" | "instructor" | "admin" | null) {
  const context = new RouterContextProvider()
  const page = {
    api: { classes: { get: vi.fn() } },
    viewer: role && { user_id: "u", role },
    reply: new Headers(),
    origin: "http://localhost",
    language: "en",
  }
  context.set(pageRequest, page as unknown as PageRequest)
  const request = new Request(`http://localhost${address}`)
  const args = { request, context, url: new URL(request.url), params: {} }
  const answer = await loader(args as never).catch((thrown: Response) => thrown)
  if (!(answer instanceof Response)) throw new Error("the list opened")
  const told = decodeURIComponent(answer.headers.get("set-cookie") ?? "")
  return { status: answer.status, to: answer.headers.get("location"), told, asked: page.api.classes.get }
}

test.each([
  `/live-classes?join=${ID}`,
  `/live-classes?start=${ID}`,
  `/live-classes?date=2026-11-20&join=${ID}&enrol=${ID}`,
  `/class/${ID}?start=${ID}`,
])("CLS-05 %s leads everyone to the room, which decides who may enter", async (address) => {
  for (const role of ["student", "instructor", "admin", null] as const) {
    const { status, to, asked } = await open(address, role)
    expect([role, status, to]).toEqual([role, 302, roomPath(ID)])
    expect(asked).not.toHaveBeenCalled()
  }
})

test.each(["", "none", "../../admin", "//elsewhere.example"])(
  "CLS-05 ?join=%s is no class, and the list says so",
  async (id) => {
    const { to, told } = await open(`/live-classes?${new URLSearchParams({ join: id })}`, "student")
    expect(to).toBe("/live-classes")
    expect(told).toContain("Class not found")
  },
)

test("CLS-05 only the parameters that ask for a room or a seat are read as such", () => {
  expect(readAsked(new URLSearchParams("sign-in=a"))).toEqual({ name: "sign-in", classId: "a" })
  expect(readAsked(new URLSearchParams("enrol=a&date=b"))).toEqual({ name: "enrol", classId: "a" })
  expect(readAsked(new URLSearchParams("date=2026-11-20&leave=a"))).toBeNull()
})
