import { randomUUID } from "node:crypto"
import type { Page } from "@playwright/test"
import { slidesOf } from "../tests/slide-files.ts"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { inRoom, room, signedIn, startComing } from "./in-room.ts"
import { expectNoLatin, readNames } from "./latin-words.ts"
import { expect, test } from "./product.ts"
import { countScripts, scriptBudget } from "./script-bytes.ts"

// A product of its own, so that no other journey has run the class that is about to begin.
test.use({ productEnv: { CLASS_GRACE_MINUTES: "15" } })

const panel = (page: Page, tab: string) =>
  page.locator(`[data-control=${tab}], [data-tab=${tab}]`).first().click()

const tab = (page: Page, name: string) => page.locator(`[data-tab=${name}]`)

async function say(page: Page, words: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(words)
  await page.keyboard.press("Enter")
  await expect(page.getByRole("log").getByText(words)).toBeVisible()
  await expect(page.locator("[data-unsent]")).toHaveCount(0)
}

/** Adds slides of two pages to a class, and waits until they can be shown. */
async function addSlides(teacher: Page, classId: string): Promise<void> {
  const url = `/api/v1/classes/${classId}/slides`
  const file = { name: "Fractions.pdf", mimeType: "application/pdf", buffer: slidesOf(["Halves", "Thirds"]) }
  expect((await teacher.request.post(url, { multipart: { id: randomUUID(), file } })).ok()).toBe(true)
  const statuses = async () => {
    const { decks } = (await (await teacher.request.get(url)).json()) as { decks: { status: string }[] }
    return decks.map(({ status }) => status)
  }
  await expect.poll(statuses, { timeout: 60_000 }).toEqual(["ready"])
}

/** Returns what counts a page's nodes and listeners, those among them that are in no document and not yet free. */
async function counterOf(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable")
  return async () => {
    // A node that was held by another goes with the next collection.
    for (let time = 0; time < 3; time += 1) await session.send("HeapProfiler.collectGarbage")
    const { metrics } = await session.send("Performance.getMetrics")
    const count = (of: string) => metrics.find(({ name }) => name === of)?.value ?? 0
    return { nodes: count("Nodes"), listeners: count("JSEventListeners") }
  }
}

/** The instructor's reply to a student's private message. */
async function answerPrivately(teacher: Page, name: string, words: string): Promise<void> {
  await teacher.getByRole("button", { name: `Reply to ${name} privately` }).click()
  await say(teacher, words)
}

test("ROOM-03 ROOM-04 ROOM-05 a class talks, raises hands, votes and shares; who comes late or reloads finds all of it; the instructor's word holds", async ({
  browser,
  product,
}) => {
  test.setTimeout(300_000)
  await waitForVideo(product.address)
  const teacher = await signedIn(browser, product, "meera")
  const id = await startComing(teacher)
  const asha = await signedIn(browser, product, "asha", true)
  const kabir = await signedIn(browser, product, "kabir")
  const enter = async (page: Page) => {
    await page.goto(`/class/${id}/room`)
    await inRoom(page)
  }
  await enter(teacher)
  await asha.context().setExtraHTTPHeaders({ "accept-encoding": "gzip" })
  const scripts = await countScripts(asha)
  await enter(asha)
  expect((await scripts()).bytes).toBeLessThanOrEqual(scriptBudget("script-room"))

  await test.step("two talk, one of them on a phone, and private words stay private", async () => {
    await panel(teacher, "chat")
    await say(teacher, "Good morning, take out page 4")
    await expect(asha.getByRole("button", { name: "Chat, 1 new" })).toBeVisible()
    await panel(asha, "chat")
    await say(asha, "Here already")
    await room(asha).getByLabel("To", { exact: true }).selectOption("Instructor only")
    await asha.getByLabel("Message", { exact: true }).fill("I did not")
    await tab(asha, "people").click()
    await tab(asha, "chat").click()
    await expect(asha.getByLabel("Message", { exact: true })).toHaveValue("I did not")
    await expect(room(asha).getByLabel("To", { exact: true })).toHaveValue("staff")
    await say(asha, "I did not understand page 3")
    await expect(teacher.getByRole("log").getByText("I did not understand page 3")).toBeVisible()
    await answerPrivately(teacher, "Asha Rao", "Start with the picture")
    await expect(asha.getByRole("log").getByText("Start with the picture")).toBeVisible()
  })

  await test.step("a poll is asked, and a file shared", async () => {
    await panel(teacher, "polls")
    await teacher.getByRole("button", { name: "New poll" }).click()
    await teacher.getByLabel("Question").fill("Which is larger?")
    await teacher.getByLabel("Option 1").fill("1/2")
    // What is half written is there again after another panel, and after Escape.
    await tab(teacher, "people").click()
    await tab(teacher, "polls").click()
    await expect(teacher.getByLabel("Question")).toHaveValue("Which is larger?")
    await teacher.getByLabel("Question").press("Escape")
    await expect(teacher.locator("[data-room-panel]")).toHaveCount(0)
    await panel(teacher, "chat")
    await tab(teacher, "polls").click()
    await expect(teacher.getByLabel("Option 1")).toHaveValue("1/2")
    await teacher.getByLabel("Option 2").fill("2/3")
    await teacher.getByRole("button", { name: "Ask now" }).click()
    await expect(teacher.locator("[data-poll]")).toHaveAttribute("data-status", "open")
    await panel(teacher, "files")
    const pdf = { name: "worksheet.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4 a") }
    await room(teacher).getByLabel("Share a file").setInputFiles(pdf)
    await expect(teacher.locator("[data-file]")).toContainText("worksheet.pdf")
  })

  await test.step("who comes late sees what was said to all, the open poll and the file", async () => {
    await enter(kabir)
    await kabir.locator("[data-poll-notice]").getByRole("button", { name: "Answer" }).click()
    await kabir.getByLabel("2/3").check()
    await kabir.getByRole("button", { name: "Vote" }).click()
    await expect(kabir.getByText("Your vote was counted.")).toBeVisible()
    await panel(kabir, "files")
    const saved = kabir.waitForEvent("download")
    await kabir.getByRole("button", { name: "Save worksheet.pdf" }).click()
    expect((await saved).suggestedFilename()).toBe("worksheet.pdf")
    await panel(kabir, "chat")
    await expect(kabir.getByRole("log").getByText("Here already")).toBeVisible()
    // Neither what was said before he came, nor what is said now.
    await panel(teacher, "chat")
    await answerPrivately(teacher, "Asha Rao", "Then read the text below it")
    await expect(asha.getByRole("log").getByText("Then read the text below it")).toBeVisible()
    for (const words of [
      "I did not understand page 3",
      "Start with the picture",
      "Then read the text below it",
    ]) {
      await expect(kabir.getByText(words)).toHaveCount(0)
    }
    await panel(teacher, "polls")
    await expect(teacher.locator("[data-votes]")).toHaveText(["0 · 0 %", "1 · 100 %"])
  })

  await test.step("hands stand in their order, also after a reload", async () => {
    await kabir.locator("[data-control=hand]").click()
    await expect(kabir.locator("[data-control=hand]")).toHaveAttribute("aria-pressed", "true")
    await asha.locator("[data-control=hand]").click()
    await kabir.reload()
    await inRoom(kabir)
    await expect(kabir.locator("[data-control=hand]")).toHaveAttribute("aria-pressed", "true")
    await panel(teacher, "people")
    await expect(teacher.locator("[data-hand]")).toHaveText([/^1.*Kabir Singh/, /^2.*Asha Rao/])
  })

  const microphone = (page: Page) => page.locator("[data-control=microphone]")
  await test.step("mute everyone closes open microphones, and holding keeps them closed", async () => {
    await expect(microphone(asha)).toHaveAttribute("data-on", "true")
    await teacher.getByRole("button", { name: "Mute everyone" }).click()
    await expect(microphone(asha)).toHaveAttribute("data-on", "false")
    await expect(microphone(kabir)).toHaveAttribute("data-on", "false")
    await expect(microphone(teacher)).toHaveAttribute("data-on", "true")
    await teacher.getByRole("switch", { name: "Speak" }).click()
    await expect(microphone(asha)).toBeDisabled()
    await teacher.getByRole("button", { name: "Give the mic to Kabir Singh" }).click()
    await kabir.locator("[data-floor]").getByRole("button", { name: "Turn on my mic" }).click()
    await expect(microphone(kabir)).toHaveAttribute("data-on", "true")
    await expect(teacher.locator("[data-hand]")).toHaveCount(1)
  })

  await test.step("a reload brings back what the instructor holds and what one chose oneself", async () => {
    await asha.locator("[data-control=camera]").click()
    await expect(asha.locator("[data-control=camera]")).toHaveAttribute("data-on", "false")
    await asha.reload()
    await inRoom(asha)
    await expect(microphone(asha)).toBeDisabled()
    await expect(asha.locator("[data-control=camera]")).toHaveAttribute("data-on", "false")
    // The board comes late on a busy network, and a key that was pressed before counts.
    let late = 3_000
    await teacher.route("**/room/board*", async (route) => {
      await new Promise((later) => setTimeout(later, late))
      await route.continue()
    })
    await teacher.reload()
    await inRoom(teacher)
    await expect(teacher.locator("[data-control=whiteboard]")).toBeDisabled()
    await teacher.keyboard.press("w")
    await expect(teacher.locator("[data-whiteboard]")).toHaveAttribute("data-whiteboard", "ready")
    late = 0
    await teacher.locator("[data-tool=close]").click()
    await panel(teacher, "people")
    await expect(teacher.getByRole("switch", { name: "Speak" })).toHaveAttribute("aria-checked", "false")
  })

  await test.step("a removed student is out, kept out, and comes back when let in", async () => {
    const row = teacher.locator("[data-person-row]").filter({ hasText: "Kabir Singh" })
    await row.locator("summary").click()
    await row.getByRole("button", { name: "Remove from class" }).click()
    // Escape closes the question alone.
    await teacher.keyboard.press("Escape")
    await expect(teacher.getByRole("alertdialog")).toHaveCount(0)
    await expect(teacher.locator("[data-room-panel=people]")).toBeVisible()
    await row.getByRole("button", { name: "Remove from class" }).click()
    await teacher.getByRole("alertdialog").getByRole("button", { name: "Remove from class" }).click()
    await inRoom(kabir, "refused")
    await expect(kabir.getByText("Removed from class")).toBeVisible()
    await kabir.reload()
    await inRoom(kabir, "refused")
    await teacher.locator("[data-removed]").getByRole("button", { name: "Let back in" }).click()
    await kabir.reload()
    await inRoom(kabir)
  })

  await test.step("slides that turn, the board and panels leave nothing in the page when they are gone", async () => {
    await addSlides(teacher, id)
    await panel(teacher, "slides")
    await teacher.getByRole("button", { name: "Show Fractions.pdf to the class" }).click()
    await panel(teacher, "slides")
    const pages = [teacher, kabir]
    const at = async (page: number) => {
      const picture = `[data-slide-page="${page}"] [data-loaded]`
      for (const one of pages) await expect(one.locator(picture).first()).toBeVisible()
    }
    const openAll = async () => {
      await at(0)
      await teacher.locator("[data-tool=next-slide]").click()
      await at(1)
      await teacher.locator("[data-tool=previous-slide]").click()
      await at(0)
      await teacher.locator("[data-control=whiteboard]").click()
      for (const page of pages)
        await expect(page.locator("[data-whiteboard]")).toHaveAttribute("data-whiteboard", "ready")
      await teacher.locator("[data-tool=close]").click()
      await at(0)
      for (const page of pages)
        for (const tab of ["chat", "people", "polls"]) {
          await page.locator(`[data-control=${tab}]`).click()
          await expect(page.locator(`[data-room-panel=${tab}]`)).toBeVisible()
          await page.locator(`[data-control=${tab}]`).click()
          await expect(page.locator("[data-room-panel]")).toHaveCount(0)
        }
    }
    const counters = await Promise.all(pages.map(counterOf))
    // What is loaded once stays.
    for (let time = 0; time < 2; time += 1) await openAll()
    const before = await Promise.all(counters.map((count) => count()))
    const times = 5
    for (let time = 0; time < times; time += 1) await openAll()
    for (const [of, count] of counters.entries()) {
      const { nodes = 0, listeners = 0 } = before[of] ?? {}
      await expect.poll(async () => (await count()).listeners - listeners).toBeLessThan(times)
      await expect.poll(async () => (await count()).nodes - nodes).toBeLessThan(times)
    }
    await teacher.locator("[data-tool=close-slides]").click()
    for (const page of pages) await expect(page.locator("[data-slide-page]")).toHaveCount(0)
  })
  for (const page of [teacher, asha, kabir]) await page.context().close()
})

test("ROOM-04 NAV-11 the same student on a second device leaves the first one in, and a killed instructor's browser ends nothing", async ({
  browser,
  product,
}) => {
  await waitForVideo(product.address)
  const teacher = await signedIn(browser, product, "meera")
  const id = await startComing(teacher)
  const [phone, laptop] = [
    await signedIn(browser, product, "zoya", true),
    await signedIn(browser, product, "zoya"),
  ]
  for (const page of [teacher, laptop]) {
    await page.context().addCookies([{ name: "kaksha.lang", value: "hi", url: product.address }])
  }
  await teacher.goto(`/class/${id}/room`)
  await inRoom(teacher)
  for (const page of [phone, laptop]) {
    await page.goto(`/class/${id}/room`)
    await inRoom(page)
  }
  await inRoom(phone)
  await expect(room(teacher).locator("[data-people]")).toHaveAttribute("data-people", "2")
  await test.step("in Hindi the room says everything in Hindi", async () => {
    // A file's name is its owner's.
    const names = new Set([...(await readNames(product)), "worksheet", "pdf", "kB"])
    for (const tab of ["chat", "people", "polls", "files"]) {
      await laptop.locator(`[data-control=${tab}]`).click()
      await expect(laptop.locator(`[data-room-panel=${tab}]`)).toBeVisible()
      await expectNoLatin(laptop, names)
    }
    await laptop.locator("[data-control=more]").click()
    await laptop.locator("[data-more=sound]").click()
    await expect(laptop.getByText("मेरी आवाज़ ठीक करें")).toBeVisible()
  })
  await test.step("and what is wrong with a poll, too", async () => {
    await teacher.locator("[data-control=polls]").click()
    await teacher.getByRole("button", { name: "नया पोल" }).click()
    await teacher.getByLabel("सवाल").fill("12 × 12?")
    for (const place of [1, 2]) await teacher.getByLabel(`विकल्प ${place}`, { exact: true }).fill("144")
    await teacher.getByRole("button", { name: "अभी पूछें" }).click()
    await expect(teacher.getByText("दो विकल्प एक जैसे हैं: एक बदलें")).toBeVisible()
  })
  const crashed = teacher.waitForEvent("crash")
  void teacher.goto("chrome://crash").catch(() => undefined)
  await crashed
  await expect(room(phone).locator("[data-waiting]")).toBeVisible({ timeout: 60_000 })
  await inRoom(phone)
  await inRoom(laptop)
  const back = await signedIn(browser, product, "meera")
  await back.goto(`/class/${id}/room`)
  await inRoom(back)
  await expect(room(phone).locator("[data-waiting]")).toHaveCount(0)
})
