import type { Page } from "@playwright/test"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { inRoom, PHONE, room, signedIn } from "./in-room.ts"
import { expect, test } from "./product.ts"
import { scheduleNow } from "./recording.ts"

const leave = (page: Page) => page.locator("[data-control=leave]").click()

/** What the router asks of the room's page from now on; the list that is left may learn of a change meanwhile. */
function watchLoads(page: Page): string[] {
  const loads: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.endsWith("/room.data")) loads.push(pathname)
  })
  return loads
}

/**
 * What the server is asked for from now on at addresses that end so: the numbers of its answers, one for each request. What
 * the browser has kept, or has under way already, carries the number of an answer seen before. The page isn't told of changes,
 * so that it loads nothing anew for them.
 */
async function watchServer(page: Page): Promise<(end: string) => string[]> {
  const session = await page.context().newCDPSession(page)
  const answers: { path: string; number: string }[] = []
  session.on("Network.responseReceived", ({ response: { url, headers } }) => {
    const number = headers["x-request-id"]
    if (number) answers.push({ path: new URL(url).pathname, number })
  })
  await session.send("Network.enable")
  await session.send("Network.setBlockedURLs", { urls: ["*/api/v1/events*"] })
  return (end) => answers.filter(({ path }) => path.endsWith(end)).map(({ number }) => number)
}

test("CLS-05 ROOM-01 the room has its own address: one click and one request join, a reload stays, and leaving and Back lead to where the person was", async ({
  browser,
  product,
}) => {
  test.setTimeout(180_000)
  await waitForVideo(product.address)
  const teacher = await signedIn(browser, product, "arjun")
  const student = await signedIn(browser, product, "asha")
  // Of its own: the one that a trial keeps coming may have been ended by a journey before.
  const id = await scheduleNow(teacher, student)
  expect((await teacher.request.post(`/api/v1/classes/${id}/start`, { data: {} })).ok()).toBe(true)
  const address = `${product.address}/class/${id}/room`
  const join = () => student.locator(`a[href="/class/${id}/room"]`).first()

  await test.step("one click joins from the list, with one request", async () => {
    await student.goto(`/class/${id}?class_type=all`)
    await expect(student.locator("html[data-ready]")).toHaveCount(1)
    const ahead = student.waitForResponse((answer) => answer.url().includes(`/class/${id}/room.data`))
    await join().hover()
    await ahead
    const loads = watchLoads(student)
    await join().click()
    await inRoom(student)
    await expect(student).toHaveURL(address)
    expect(loads.length).toBeLessThanOrEqual(1)
  })

  await test.step("a tap that nothing announced asks for one token and for the page once", async () => {
    const context = await browser.newContext({
      ...{ baseURL: product.address, hasTouch: true, viewport: PHONE },
      storageState: await student.context().storageState(),
    })
    const phone = await context.newPage()
    const asked = await watchServer(phone)
    await phone.goto(`/class/${id}?class_type=all`)
    await expect(phone.locator("html[data-ready]")).toHaveCount(1)
    await phone.locator(`a[href="/class/${id}/room"]`).first().tap()
    await expect(phone).toHaveURL(address)
    await inRoom(phone)
    expect(new Set(asked("/room.data")).size).toBe(1)
    expect(new Set(asked("/room/join")).size).toBe(1)
    await context.close()
  })

  await test.step("a reload stays in the room, and leaving it returns to the list as it was", async () => {
    await student.reload()
    await inRoom(student)
    await expect(student).toHaveURL(address)
    await leave(student)
    await expect(student).toHaveURL(`${product.address}/class/${id}?class_type=all`)
    await expect(room(student)).toHaveCount(0)
  })

  await test.step("Back leaves the room, and Forward enters it again", async () => {
    await student.goto("/student-dashboard")
    await expect(student.locator("html[data-ready]")).toHaveCount(1)
    await join().click()
    await inRoom(student)
    await student.goBack()
    await expect(student).toHaveURL(`${product.address}/student-dashboard`)
    await expect(room(student)).toHaveCount(0)
    await student.goForward()
    await inRoom(student)
    await leave(student)
    await expect(student).toHaveURL(`${product.address}/student-dashboard`)
  })

  await test.step("who comes by an older mail's address gets in, and leaves to the list", async () => {
    const mail = await student.context().newPage()
    await mail.goto(`/live-classes?join=${id}`)
    await inRoom(mail)
    await expect(mail).toHaveURL(address)
    await leave(mail)
    await expect(mail).toHaveURL(`${product.address}/live-classes`)
  })

  await test.step("a visitor signs in first, and Back then shows the list and not the room again", async () => {
    const visitor = await (await browser.newContext({ baseURL: product.address })).newPage()
    await visitor.goto(address)
    await expect(visitor.getByText("Please log in to join classes")).toBeVisible()
    await expect(visitor).toHaveURL(`${product.address}/live-classes?sign-in=${id}`)
    const signIn = await student.context().storageState()
    await visitor.context().addCookies(signIn.cookies)
    await visitor.goto(address)
    await inRoom(visitor)
    await visitor.goBack()
    await expect(visitor.getByRole("heading", { name: "All Live Classes" })).toBeVisible()
    await expect(room(visitor)).toHaveCount(0)
  })
})
