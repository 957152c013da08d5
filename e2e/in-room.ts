import type { Browser, Page } from "@playwright/test"
import { signedIn as signedInAt } from "./people.ts"
import { expect, type Product, withoutRecording } from "./product.ts"

/** A small window: in a larger one larger pictures are encoded, by the same two processors. */
export const ROOM_WINDOW = { width: 1280, height: 600 }

export const PHONE = { width: 390, height: 844 }

/** A browser in which the demo person is signed in, with camera and microphone allowed. */
export async function signedIn(
  browser: Browser,
  product: Product,
  name: string,
  phone = false,
): Promise<Page> {
  const permissions = ["camera", "microphone"]
  const viewport = phone ? PHONE : ROOM_WINDOW
  const page = await signedInAt(browser, product, name, { permissions, viewport })
  await withoutRecording(page.context())
  return page
}

/** Returns the id of the instructor's next class. */
export async function findComing(teacher: Page): Promise<string> {
  const listed = await teacher.request.get("/api/v1/my/classes?scope=upcoming")
  const { items } = (await listed.json()) as { items: { id: string; status: string }[] }
  const coming = items.find((one) => one.status === "scheduled" || one.status === "live")
  if (!coming) throw new Error("no class is coming")
  return coming.id
}

/** Starts the instructor's next class and returns its id. */
export async function startComing(teacher: Page): Promise<string> {
  const id = await findComing(teacher)
  expect((await teacher.request.post(`/api/v1/classes/${id}/start`, { data: {} })).ok()).toBe(true)
  return id
}

export const room = (page: Page) => page.locator("[data-live-room]")

/** Waits until the page's room is connected, or in another state. */
export const inRoom = (page: Page, state = "connected") =>
  expect(room(page)).toHaveAttribute("data-connection-state", state, { timeout: 40_000 })

/** Lets a page share a window of these px without a picker: a sheet with a frame, painted anew five times a second. */
export const sharesWindow = (page: Page, size: { width: number; height: number }) =>
  page.addInitScript((shared) => {
    navigator.mediaDevices.getDisplayMedia = async () => {
      const canvas = Object.assign(document.createElement("canvas"), shared)
      const pen = canvas.getContext("2d")
      const { width, height } = shared
      setInterval(() => {
        Object.assign(pen ?? {}, { fillStyle: "#20304a", strokeStyle: "#f2c14e", lineWidth: 12 })
        pen?.fillRect(0, 0, width, height)
        pen?.strokeRect(6, 6, width - 12, height - 12)
      }, 200)
      return canvas.captureStream(5)
    }
  }, size)
