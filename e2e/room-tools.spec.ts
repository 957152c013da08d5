import type { Locator, Page, Request, WebSocketRoute } from "@playwright/test"
import { halfBlue, slidesOf } from "../tests/slide-files.ts"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { expectAccessible } from "./axe.ts"
import {
  findComing,
  inRoom,
  PHONE,
  ROOM_WINDOW,
  room,
  sharesWindow,
  signedIn,
  startComing,
} from "./in-room.ts"
import { expect, test } from "./product.ts"

// A product of its own, so that no other journey has run the class that is about to begin.
test.use({ productEnv: { CLASS_GRACE_MINUTES: "16" } })

const sheet = (page: Page) => page.locator("[data-whiteboard-page]")
const drawn = (page: Page, count: number) => expect(sheet(page)).toHaveAttribute("data-items", String(count))

/** Returns what a finger does on a page: it goes down in the middle of a part, so many px further down, and up. */
async function fingerOn(page: Page): Promise<(part: Locator, down?: number) => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send("Emulation.setTouchEmulationEnabled", { enabled: true })
  return async (part, down = 0) => {
    const box = await part.boundingBox()
    if (!box) throw new Error("there is nothing to touch")
    const at = (beyond: number) => [
      { x: box.x + box.width / 2, y: box.y + box.height / 2 + beyond, radiusX: 8, radiusY: 8 },
    ]
    // As quick as a finger, however long a busy machine takes to pass it on.
    let timestamp = Date.now() / 1_000
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: ReturnType<typeof at>) => {
      timestamp += 0.05
      return browser.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp })
    }
    await touch("touchStart", at(0))
    if (down) for (const share of [0.5, 1]) await touch("touchMove", at(down * share))
    await touch("touchEnd", [])
  }
}

/** Drags over the page from one place to another, as shares of its width and height. */
async function drag(page: Page, [x1, y1]: [number, number], [x2, y2]: [number, number]): Promise<void> {
  const box = await sheet(page).boundingBox()
  if (!box) throw new Error("there is no whiteboard")
  await page.mouse.move(box.x + box.width * x1, box.y + box.height * y1)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * x2, box.y + box.height * y2, { steps: 8 })
  await page.mouse.up()
}

/** Returns which part of the shared picture the only rectangle over it covers: its left, top, right and bottom edge. */
function partOfScreen(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const marks = document.querySelector("[data-over-screen] [role=application], [data-screen-marks]")
    const rect = marks?.querySelector("rect[data-item]")?.getBoundingClientRect()
    const videos = document.querySelectorAll<HTMLVideoElement>("[data-large] video")
    const video = videos[videos.length - 1]
    if (!rect || !video) return []
    const box = video.getBoundingClientRect()
    const scale = Math.min(box.width / video.videoWidth, box.height / video.videoHeight)
    const [width, height] = [video.videoWidth * scale, video.videoHeight * scale]
    const [left, top] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2]
    const edges = [(rect.left - left) / width, (rect.top - top) / height]
    return [...edges, (rect.right - left) / width, (rect.bottom - top) / height]
  })
}

const slide = (page: Page) => page.locator("[data-slide-page]")
const atSlide = (page: Page, place: number) =>
  expect(slide(page)).toHaveAttribute("data-slide-page", String(place))
/** Waits for a picture, and returns how many px it is wide. */
const widthOf = async (picture: Locator) => {
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  return picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
}

/** From its next load on, a page that goes offline loses the video server at once, too, and not only by silence. */
async function openLine(page: Page): Promise<{ cut: () => Promise<void>; mend: () => Promise<void> }> {
  const open = new Set<WebSocketRoute>()
  await page.routeWebSocket(/\/rtc/, (socket) => {
    open.add(socket)
    socket.connectToServer()
  })
  const cut = async () => {
    await page.context().setOffline(true)
    await Promise.all([...open].map((socket) => socket.close()))
    open.clear()
  }
  return { cut, mend: () => page.context().setOffline(false) }
}

test("ROOM-05 ROOM-08 ROOM-10 ROOM-12 a class draws together, saves data, and keeps what was drawn", async ({
  browser,
  product,
}) => {
  await waitForVideo(product.address)
  const teacher = await signedIn(browser, product, "meera")
  await sharesWindow(teacher, { width: 640, height: 480 })
  await test.step("before class the instructor adds slides, and sees their pages", async () => {
    const coming = await findComing(teacher)
    const listed = await teacher.request.get(`/api/v1/classes/${coming}/slides`)
    const { presentations } = (await listed.json()) as { presentations: boolean }
    await teacher.goto(`/class/${coming}/slides`)
    await expect(teacher.locator("[data-add-slides]").getByText("PowerPoint (PPTX)")).toHaveCount(
      presentations ? 1 : 0,
    )
    const buffer = slidesOf(["Fractions", "Halves", "Quarters"])
    const file = { name: "Fractions.pdf", mimeType: "application/pdf", buffer }
    await teacher.locator("[data-add-slides] input").setInputFiles(file)
    await expect(teacher.locator("[data-slides]")).toHaveAttribute("data-status", "ready", {
      timeout: 60_000,
    })
    await teacher.getByText("See the pages").click()
    expect(await widthOf(teacher.getByRole("img", { name: "Page 3 of 3" }))).toBe(640)
    await teacher.getByLabel("Notes for page 2").fill("Ask Kabir first")
    await expect(teacher.getByText("Saved", { exact: true })).toBeVisible()
    const presentation = { name: "Fractions.key", mimeType: "application/pdf", buffer }
    await teacher.locator("[data-add-slides] input").setInputFiles(presentation)
    await expect(teacher.getByRole("alert")).toContainText("Fractions.key: Presentations can't be shown")
    await expectAccessible(teacher)
  })
  const id = await startComing(teacher)
  const asha = await signedIn(browser, product, "asha", true)
  await test.step("on a metered network the room offers to save data, once", async () => {
    for (const page of [teacher, asha]) {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
      )
      await page.goto(`/class/${id}/room`)
      await inRoom(page)
      const offer = page.locator("[data-saving-offer]")
      await offer.getByRole("button", { name: "Not now" }).click()
      await expect(offer).toHaveCount(0)
    }
    await teacher.reload()
    await inRoom(teacher)
    await expect(teacher.locator("[data-saving-offer]")).toHaveCount(0)
  })

  const finger = await fingerOn(asha)
  await test.step("on a phone a tap on the picture hides the bar, and it is there again for keys and focus", async () => {
    const microphone = asha.locator("[data-control=microphone]")
    const height = async () =>
      (await asha.getByRole("group", { name: "Class controls" }).boundingBox())?.height ?? 0
    const picture = asha.locator("[data-large]")
    const [before] = [(await picture.boundingBox())?.height ?? 0, await finger(picture)]
    await expect.poll(height).toBe(0)
    expect((await picture.boundingBox())?.height).toBeGreaterThan(before + 50)
    await expect(asha.getByRole("button", { name: /mic \(M\)$/ })).toBeEnabled()
    await microphone.focus()
    await expect.poll(height).toBeGreaterThan(50)
    await microphone.blur()
    await expect.poll(height).toBe(0)
    // Held sideways the bar is at the end of the window.
    await asha.setViewportSize({ width: PHONE.height, height: PHONE.width })
    const end = async () => {
      const { x = 0, width = 0 } = (await asha.locator("[data-stage]").boundingBox()) ?? {}
      return x + width
    }
    await expect.poll(end).toBe(PHONE.height)
    await asha.keyboard.press("Shift")
    await expect.poll(end).toBeLessThan(PHONE.height - 50)
    await asha.setViewportSize(PHONE)
    await expect.poll(height).toBeGreaterThan(50)
    for (const shown of [0, 68]) {
      await finger(picture)
      await expect.poll(height).toBeGreaterThanOrEqual(shown)
      if (shown === 0) await expect.poll(height).toBe(0)
    }
  })

  await test.step("the instructor draws, and a student on a phone sees it", async () => {
    // By its key; a letter with a modifier is the browser's.
    await teacher.keyboard.press("Alt+w")
    await teacher.keyboard.press("w")
    await expect(teacher.locator("[data-whiteboard]")).toHaveAttribute("data-whiteboard", "ready")
    await expect(asha.locator("[data-whiteboard]")).toHaveAttribute("data-whiteboard", "ready")
    await drag(teacher, [0.3, 0.3], [0.5, 0.6])
    await teacher.locator("[data-tool=rect]").click()
    await drag(teacher, [0.55, 0.3], [0.7, 0.6])
    await teacher.locator("[data-tool=text]").click()
    await sheet(teacher).click({ position: { x: 200, y: 120 } })
    await teacher.getByLabel("Text on the whiteboard").fill("3/4 of 12")
    await teacher.keyboard.press("Control+Enter")
    await drawn(asha, 3)
    await expect(sheet(asha).getByText("3/4 of 12")).toBeVisible()
    await teacher.locator("[data-tool=undo]").click()
    await drawn(asha, 2)
    await teacher.locator("[data-tool=redo]").click()
    await drawn(asha, 3)
  })

  await test.step("what was drawn is selected, moved, copied and undone, which the phone shows", async () => {
    const left = async (of: Page) =>
      Number(await sheet(of).locator("rect[data-item]").first().getAttribute("x")) / 1_600
    const before = await left(asha)
    await teacher.locator("[data-tool=select]").click()
    await drag(teacher, [0.55, 0.45], [0.65, 0.45])
    await expect(sheet(teacher).locator("[data-selection='1']")).toBeVisible()
    await expect.poll(() => left(asha)).toBeGreaterThan(before + 0.09)
    const moved = await left(asha)
    await teacher.keyboard.press("ArrowLeft")
    await expect.poll(() => left(asha)).toBeCloseTo(moved - 10 / 1_600, 4)
    await teacher.keyboard.press("Control+d")
    await drawn(asha, 4)
    await expect(teacher.locator("[data-said=duplicated]")).toHaveText("Rectangle: Dark duplicated")
    await teacher.locator("[data-tool=erase]").click()
    await drawn(asha, 3)
    for (const count of [4, 3, 3, 3]) {
      await teacher.locator("[data-tool=undo]").click()
      await drawn(asha, count)
    }
    await expect.poll(() => left(asha)).toBeCloseTo(before, 4)
    await teacher.locator("[data-tool=squared]").click()
    await expect(sheet(asha).locator("[data-squared]")).toHaveCount(1)
    // By keys alone: the first item is reached, selected and cleared again.
    await sheet(teacher).focus()
    for (const key of ["0", "Tab", "Enter", "Escape"]) await teacher.keyboard.press(key)
    await expect(teacher.locator("[data-said=none]")).toHaveText("Nothing selected")
    await teacher.keyboard.press("1")
  })

  await test.step("a formula is written with buttons, seen before it is added, and drawn on the phone", async () => {
    await teacher.locator("[data-tool=formula]").click()
    const dialog = teacher.getByRole("dialog", { name: "Add a formula" })
    const field = dialog.getByLabel("Formula in TeX")
    await field.fill("\\farc")
    await expect(dialog.getByText("There is no command \\farc.")).toBeVisible()
    await field.fill("")
    await dialog.getByRole("button", { name: "Fraction" }).click()
    await teacher.keyboard.type("1")
    await expect(field).toHaveValue("\\frac{1}{}")
    await expect(dialog.locator("[data-formula=drawn]")).toBeVisible()
    await field.press("End")
    await field.pressSequentially("+x^2")
    await dialog.getByRole("button", { name: "Add to the page" }).click()
    await expect(dialog).toBeHidden()
    const formula = sheet(asha).locator("image[data-kind=formula]")
    await expect(formula).toHaveAttribute("href", /^data:image\/svg\+xml/)
    await expect(sheet(teacher).locator("[data-selection='1']")).toBeVisible()
    await teacher.keyboard.press("Delete")
    await expect(formula).toHaveCount(0)
    await teacher.keyboard.press("1")
  })

  await test.step("on a phone the faces below the board are swiped away, and come back by their button", async () => {
    const faces = asha.locator("[data-faces]")
    await finger(faces, 60)
    await expect(faces).toHaveAttribute("data-faces", "away")
    await expect(faces.locator("video:visible")).toHaveCount(0)
    await faces.getByRole("button", { name: "Show 2 people" }).click()
    await expect(faces).toHaveAttribute("data-faces", "shown")
    await expect(faces.getByRole("button", { name: "Hide people" })).toHaveAttribute("aria-expanded", "true")
  })

  await test.step("on 1,025 to 1,280 px a panel stands beside the stage, which keeps more than half", async () => {
    await teacher.keyboard.press("c")
    const panel = teacher.locator("[data-room-panel=chat]")
    await expect(panel).toBeVisible()
    for (const size of [
      { width: 1_025, height: 600 },
      { width: 1_280, height: 720 },
    ]) {
      await teacher.setViewportSize(size)
      const boxes = async () => {
        const [stage, side] = [await teacher.locator("[data-stage]").boundingBox(), await panel.boundingBox()]
        if (!stage || !side) throw new Error("no stage beside the panel")
        return {
          beside: stage.x + stage.width <= side.x + 1,
          share: (stage.width * stage.height) / (size.width * size.height),
        }
      }
      await expect.poll(async () => (await boxes()).beside).toBe(true)
      expect((await boxes()).share).toBeGreaterThan(0.5)
    }
    await teacher.setViewportSize({ width: 1_024, height: 720 })
    const over = async () => {
      const [stage, side] = [await teacher.locator("[data-stage]").boundingBox(), await panel.boundingBox()]
      return (side?.x ?? 0) < (stage?.width ?? 0)
    }
    await expect.poll(over).toBe(true)
    await teacher.setViewportSize(ROOM_WINDOW)
    await teacher.keyboard.press("c")
  })

  await test.step("the room fills the window: the board keeps half of it beside a panel, and nothing scrolls", async () => {
    await teacher.setViewportSize({ width: 1_440, height: 900 })
    await teacher.keyboard.press("c")
    await expect(teacher.locator("[data-room-panel=chat]")).toBeVisible()
    const page = async () =>
      (await sheet(teacher).locator("rect").first().boundingBox()) ?? { width: 0, height: 0 }
    const share = async () => {
      const { width, height } = await page()
      return (width * height) / (1_440 * 900)
    }
    await expect.poll(share).toBeGreaterThan(0.5)
    await teacher.keyboard.press("c")
    await expect.poll(share).toBeGreaterThan(0.55)
    await teacher.setViewportSize(ROOM_WINDOW)
    await asha.keyboard.press("c")
    const panel = await asha.locator("[data-room-panel=chat]").boundingBox()
    expect(panel?.height).toBeLessThanOrEqual(0.6 * 844)
    await expect(sheet(asha)).toBeInViewport({ ratio: 1 })
    for (const size of [PHONE, { width: 844, height: 390 }, { width: 360, height: 560 }]) {
      await asha.setViewportSize(size)
      const [leave, scrolls] = [
        await asha.locator("[data-control=leave]").boundingBox(),
        await asha.evaluate(() => document.documentElement.scrollHeight > window.innerHeight),
      ]
      expect(scrolls, JSON.stringify(size)).toBe(false)
      // In the corner that the thumb reaches, whichever way the phone is held.
      const { x, y, width, height } = leave ?? { x: 0, y: 0, width: 0, height: 0 }
      expect(x + width).toBeGreaterThan(0.9 * size.width)
      expect(y + height).toBeGreaterThan(0.9 * size.height)
    }
    await asha.setViewportSize(PHONE)
    await expectAccessible(asha)
    await asha.keyboard.press("c")
    await expect(asha.locator("[data-room-panel]")).toHaveCount(0)
  })

  await test.step("students only watch until they are let, and what they erase of others' stays", async () => {
    await drag(asha, [0.4, 0.5], [0.6, 0.5])
    await drawn(asha, 3)
    await expect(asha.locator("[data-tool=pen]")).toHaveCount(0)
    await teacher.locator("[data-tool=let-draw]").click()
    await asha.locator("[data-tool=arrow]").click()
    await drag(asha, [0.4, 0.5], [0.6, 0.5])
    await drawn(teacher, 4)
    // Of what is under her finger she selects her own arrow, and not the instructor's rectangle.
    await asha.locator("[data-tool=select]").click()
    const theirs = await sheet(asha).locator("rect[data-item]").boundingBox()
    await asha.mouse.click(theirs?.x ?? 0, (theirs?.y ?? 0) + 20)
    await expect(asha.locator("[data-selection]")).toHaveCount(0)
    await drag(asha, [0.45, 0.5], [0.45, 0.5])
    await expect(asha.locator("[data-selection='1']")).toBeVisible()
    await expectAccessible(asha)
    await asha.locator("[data-tool=eraser]").click()
    await drag(asha, [0.56, 0.25], [0.56, 0.75])
    await drawn(teacher, 3)
    await drawn(asha, 3)
  })

  let sent = ""
  await test.step("a student adds a picture from her phone, which the instructor sees, moves by keys and describes", async () => {
    const picture = (of: Page) => sheet(of).locator("[data-kind=picture]")
    const chosen = asha.locator("[data-whiteboard] input[type=file]")
    await chosen.setInputFiles({ name: "Map.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") })
    await expect(asha.getByRole("alert")).toContainText("Map.png: Choose a picture")
    await asha.locator("[data-tool=dismiss-picture]").click()
    await chosen.setInputFiles({ name: "Pie.png", mimeType: "image/png", buffer: halfBlue() })
    await drawn(teacher, 4)
    await expect(asha.locator("[data-sending]")).toHaveCount(0)
    await expect(picture(teacher).locator("title").last()).toHaveText(/^Picture by Asha/)
    sent = (await picture(teacher).getAttribute("data-picture")) ?? ""
    const shown = await teacher.request.get(`/class/${id}/pictures/${sent}/small`)
    expect(shown.headers()["content-type"]).toBe("image/webp")
    const left = async () => Number(await picture(asha).locator("image").first().getAttribute("x"))
    const before = await left()
    await sheet(teacher).focus()
    for (const key of ["0", "Shift+Tab", "Enter", "ArrowRight"]) await teacher.keyboard.press(key)
    await expect.poll(left).toBe(before + 10)
    await teacher.locator("[data-tool=describe]").click()
    await teacher.getByLabel("What the picture shows").fill("A pie, half of it blue")
    await teacher.keyboard.press("Enter")
    await expect(picture(asha).locator("title").last()).toHaveText("A pie, half of it blue")
    // Pasting brings what was copied last: the item itself, and then another picture.
    await sheet(teacher).focus()
    for (const key of ["Control+c", "Control+v"]) await teacher.keyboard.press(key)
    await drawn(asha, 5)
    await teacher.evaluate(
      (bytes) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([Uint8Array.from(bytes)], "image.png", { type: "image/png" }))
        document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }))
      },
      [...halfBlue()],
    )
    await drawn(asha, 6)
    for (const count of [5, 4]) {
      await teacher.locator("[data-tool=undo]").click()
      await drawn(asha, count)
    }
    await expectAccessible(asha)
  })

  await test.step("by keys alone a line is drawn on a new page, which all see", async () => {
    await teacher.locator("[data-tool=next-page]").click()
    await expect(sheet(asha)).toHaveAttribute("data-whiteboard-page", "1")
    await sheet(teacher).focus()
    for (const key of ["5", "ArrowRight", "Enter", "Shift+ArrowRight", "Shift+ArrowDown", "Enter"]) {
      await teacher.keyboard.press(key)
    }
    await drawn(asha, 1)
  })

  await test.step("saving data keeps sound, the whiteboard and one small picture, and counts", async () => {
    await asha.locator("[data-control=more]").click()
    await asha.locator("[data-more=sound]").click()
    await expect(asha.locator("[data-room-panel=sound]").getByRole("tab")).toHaveCount(0)
    await asha.locator("[data-saving]").click()
    await expect(asha.locator("[data-meter]")).toBeVisible()
    await expect(asha.locator("[data-used]")).not.toHaveAttribute("data-used", "0")
    await expect(asha.locator("[data-control=camera]")).toHaveAttribute("data-on", "false")
  })

  const line = await openLine(asha)
  await test.step("a reload finds the page that is shown, and the choice to save data", async () => {
    await asha.reload()
    await inRoom(asha)
    await expect(sheet(asha)).toHaveAttribute("data-whiteboard-page", "1")
    await drawn(asha, 1)
    await expect(asha.locator("[data-meter]")).toBeVisible()
    await expect(asha.locator("[data-control=camera]")).toHaveAttribute("data-on", "false")
  })

  await test.step("slides turn for everybody, and a student looks back and returns by one tap", async () => {
    await teacher.locator("[data-control=slides]").click()
    await teacher.getByRole("button", { name: "Show Fractions.pdf to the class" }).click()
    for (const page of [asha, teacher]) await atSlide(page, 0)
    await teacher.keyboard.press("ArrowRight")
    for (const page of [asha, teacher]) await atSlide(page, 1)
    await expect(teacher.getByLabel("Notes for page 2")).toHaveValue("Ask Kabir first")
    await expect(asha.getByText("Ask Kabir first")).toHaveCount(0)
    await expect(asha.locator("[data-tool=next-slide]")).toBeDisabled()
    await asha.locator("[data-tool=previous-slide]").click()
    await atSlide(asha, 0)
    await teacher.keyboard.press("PageDown")
    await atSlide(teacher, 2)
    await atSlide(asha, 0)
    await asha.getByRole("button", { name: "Back to page 3" }).click()
    await atSlide(asha, 2)
    // She saves data.
    expect(await widthOf(asha.getByRole("img", { name: "Page 3 of 3. Quarters" }))).toBe(640)
    // Sharp once the small one is there.
    const sharp = teacher.getByRole("img", { name: "Page 3 of 3. Quarters" })
    await expect.poll(() => widthOf(sharp)).toBe(1_920)
    await expectAccessible(asha)
  })

  await test.step("without a connection a student keeps the slide and can look back", async () => {
    await line.cut()
    await expect(room(asha)).toHaveAttribute("data-connection-state", "reconnecting")
    await expect(asha.locator("[data-stage]").getByText("You'll rejoin automatically")).toBeVisible()
    await atSlide(asha, 2)
    await asha.locator("[data-tool=previous-slide]").click()
    await atSlide(asha, 1)
    await expectAccessible(asha)
    await line.mend()
    await inRoom(asha)
    await asha.getByRole("button", { name: "Back to page 3" }).click()
    await atSlide(asha, 2)
  })

  await test.step("slides have half of the window beside the panel, whose pictures turn them; a reload finds the page", async () => {
    await teacher.setViewportSize({ width: 1_440, height: 900 })
    const share = async () => {
      const { width = 0, height = 0 } = (await slide(teacher).boundingBox()) ?? {}
      return (width * height) / (1_440 * 900)
    }
    await expect.poll(share).toBeGreaterThan(0.5)
    await teacher.locator("[data-thumbnail='1']").click()
    await atSlide(asha, 1)
    await asha.reload()
    await inRoom(asha)
    await atSlide(asha, 1)
    await teacher.setViewportSize(ROOM_WINDOW)
  })

  await test.step("where slides come slowly a student reads why cameras are missing, until they come quickly", async () => {
    const note = asha.getByText("Slow connection: cameras are off to keep voices clear.")
    await expect(note).toHaveCount(0)
    let late = 4_000
    await asha.route("**/slides/*/*/small", async (route) => {
      await new Promise((later) => setTimeout(later, late))
      await route.continue()
    })
    await asha.reload()
    await inRoom(asha)
    await expect(note).toBeVisible()
    await expect(asha.locator("[data-large] [data-loaded]")).toHaveCount(1)
    await expectAccessible(asha)
    late = 0
    await asha.reload()
    await inRoom(asha)
    await atSlide(asha, 1)
    await expect(asha.locator("[data-large] [data-loaded]")).toHaveCount(1)
    await expect(note).toHaveCount(0)
  })

  await test.step("the instructor draws on a slide, which lies beneath the whiteboard for everybody, and returns to the slides", async () => {
    for (const _ of ["opened", "opened again"]) {
      await teacher.locator("[data-tool=draw-on-slide]").click()
      for (const page of [asha, teacher]) {
        await expect(sheet(page)).toHaveAttribute("data-whiteboard-page", "2")
        await expect(page.locator("[data-whiteboard] [data-kind=picture]")).toHaveCount(1)
        await expect(page.locator("[data-whiteboard] title", { hasText: "Halves" })).toHaveCount(1)
      }
      await teacher.keyboard.press("w")
      for (const page of [asha, teacher]) await atSlide(page, 1)
    }
  })

  await test.step("a picture is dropped in class, and strangers get none of the pages", async () => {
    const dropped = await teacher.evaluateHandle(
      (bytes) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([Uint8Array.from(bytes)], "Pie.png", { type: "image/png" }))
        return transfer
      },
      [...halfBlue()],
    )
    await teacher.locator("[data-add-slides]").dispatchEvent("drop", { dataTransfer: dropped })
    const ready = teacher.locator("[data-slides][data-status=ready]")
    await expect(ready).toHaveCount(2, { timeout: 60_000 })
    const deck = await teacher.locator("[data-slides-stage]").getAttribute("data-slides-stage")
    const page = `/class/${id}/slides/${deck}/0/large`
    // A poor connection waits for no redirect.
    for (const picture of [page, `/class/${id}/pictures/${sent}/small`]) {
      const answer = await asha.request.get(picture, { maxRedirects: 0 })
      expect([answer.status(), answer.headers()["content-type"]]).toEqual([200, "image/webp"])
    }
    const other = await signedIn(browser, product, "arjun")
    expect((await other.request.get(page)).status()).toBe(404)
    expect((await other.request.get(`/class/${id}/pictures/${sent}/small`)).status()).toBe(404)
    await teacher.locator("[data-tool=close-slides]").click()
    for (const one of [asha, teacher]) await expect(slide(one)).toHaveCount(0)
    await teacher.keyboard.press("w")
    await expect(sheet(asha)).toHaveAttribute("data-whiteboard-page", "2")
    await teacher.locator("[data-tool=previous-page]").click()
    await expect(sheet(asha)).toHaveAttribute("data-whiteboard-page", "1")
  })

  await test.step("a browser without video calls is told so", async () => {
    const other = await asha.context().newPage()
    await other.addInitScript(() => {
      // The older name is taken where the other is missing.
      for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection"])
        Reflect.deleteProperty(window, name)
    })
    await other.goto(`/class/${id}/room`)
    await expect(room(other)).toHaveAttribute("data-refusal", "NO_CALLS")
    await expect(room(other)).toContainText("This browser can't make video calls")
    await other.goto("/check")
    await other.getByRole("button", { name: "Start the check" }).click()
    const connection = other.locator("[data-checked=connection]")
    await expect(connection).toHaveAttribute("data-standing", "bad")
    await expect(connection).toContainText("This browser can't make video calls")
    await other.close()
  })

  await test.step("over a shared screen they draw on the same part of it at every size of window, and with the share it goes", async () => {
    await teacher.locator("[data-tool=close]").click()
    const marks = asha.locator("[data-screen-marks]")
    const marked = (count: number) => expect(marks).toHaveAttribute("data-items", String(count))
    await teacher.locator("[data-control=screen]").click()
    await marked(0)
    await teacher.locator("[data-draw-on-own]").click()
    // Its page has the focus.
    await expect(sheet(teacher)).toBeFocused()
    for (const key of ["5", "Enter", "Shift+ArrowRight", "Enter"]) await teacher.keyboard.press(key)
    await marked(1)
    await teacher.keyboard.press("Control+z")
    await marked(0)
    await teacher.locator("[data-tool=rect]").click()
    await drag(teacher, [0.4, 0.3], [0.6, 0.6])
    await marked(1)
    const same = async () => {
      const [one, other] = [await partOfScreen(teacher), await partOfScreen(asha)]
      return Math.max(...one.map((edge, at) => Math.abs(edge - (other[at] ?? 9))))
    }
    // The edges of a line are some px wide.
    for (const size of [ROOM_WINDOW, { width: 900, height: 900 }, { width: 1_440, height: 700 }]) {
      await teacher.setViewportSize(size)
      await expect.poll(same, { message: JSON.stringify(size) }).toBeLessThan(0.01)
    }
    await teacher.setViewportSize(ROOM_WINDOW)
    expect((await partOfScreen(asha))[1]).toBeCloseTo(0.3, 1)
    await asha.locator("[data-tool=draw-on-screen]").click()
    await asha.locator("[data-tool=arrow]").click()
    await drag(asha, [0.3, 0.5], [0.6, 0.5])
    await drawn(teacher, 2)
    await expectAccessible(asha)
    // Others see it before it is saved; here the page is left before that.
    const saving = (request: Request) =>
      request.method() === "POST" && request.url().endsWith("/room/whiteboard")
    await asha.route("**/room/whiteboard", (route) =>
      saving(route.request()) ? undefined : route.continue(),
    )
    await asha.locator("[data-tool=undo]").click()
    await drawn(teacher, 1)
    await asha.locator("[data-over-screen] [data-tool=close]").click()
    await expect(asha.locator("[data-tool=draw-on-screen]")).toBeFocused()
    const saved = asha.waitForResponse((answer) => saving(answer.request()))
    await asha.reload()
    await asha.unroute("**/room/whiteboard")
    await inRoom(asha)
    expect((await saved).ok()).toBe(true)
    await marked(1)
    await expect(marks).toHaveAccessibleName("1 drawing on the shared screen: Meera Iyer's screen")
    // What is drawn stays in sight of who shares once the tools are closed.
    await teacher.locator("[data-over-screen] [data-tool=close]").click()
    await expect(teacher.locator("[data-draw-on-own]")).toBeFocused()
    await expect(teacher.locator("[data-screen-marks]")).toHaveAttribute("data-items", "1")
    await teacher.locator("[data-control=screen]").click()
    for (const page of [asha, teacher]) await expect(page.locator("[data-screen-marks]")).toHaveCount(0)
    await teacher.locator("[data-control=screen]").click()
    await marked(0)
    await teacher.locator("[data-control=screen]").click()
    await expect(marks).toHaveCount(0)
  })

  await test.step("what one pins stands large, and at the end every page is among the files", async () => {
    await teacher.locator("[data-pin]").last().press("Enter")
    await expect(teacher.locator("[data-pin=true]")).toHaveCount(1)
    expect((await teacher.request.post(`/api/v1/classes/${id}/end`, { data: {} })).ok()).toBe(true)
    await inRoom(asha, "over")
    const names = async () => {
      const answer = await asha.request.get(`/api/v1/classes/${id}/room/board`)
      const { state } = (await answer.json()) as { state: { files: { name: string }[] } }
      return state.files.map((file) => file.name).sort()
    }
    await expect
      .poll(names, { timeout: 60_000 })
      .toEqual(["Fractions.pdf", "Whiteboard 1.svg", "Whiteboard 2.svg", "Whiteboard 3.svg"])
  })

  await test.step("afterwards the class's page shows the board, and to nobody else", async () => {
    await asha.getByRole("link", { name: "See what was shared" }).click()
    await expect(asha).toHaveURL(`${product.address}/class/${id}#from-room`)
    const picture = asha.getByAltText(/^Page 2 of the whiteboard/)
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1_600)
    await expect(asha.locator("[data-from-room] [data-slides]").getByText("Fractions.pdf")).toBeVisible()
    await expect(asha.getByText("Pie.png")).toHaveCount(0)
    const other = await signedIn(browser, product, "arjun")
    const page = await (await other.request.get(`/class/${id}`)).text()
    expect(page).not.toContain("Shared in class")
    expect((await other.request.get(`/class/${id}/whiteboard/3`)).status()).toBe(404)
  })
})

test("ROOM-08 ROOM-07 the check before class says what will work, and how to mend the rest", async ({
  browser,
  product,
}) => {
  await waitForVideo(product.address)
  const zoya = await signedIn(browser, product, "zoya", true)
  await zoya.goto("/student-dashboard")
  await zoya.getByRole("link", { name: "Check your device" }).click()
  await zoya.getByRole("button", { name: "Start the check" }).click()
  const found = (name: string) => zoya.locator(`[data-checked=${name}]`)
  await expect(found("connection")).toHaveAttribute("data-path", "udp", { timeout: 30_000 })
  await expect(zoya.locator("[data-check]")).toHaveAttribute("data-check", "done", { timeout: 30_000 })
  await expect(found("camera")).toHaveAttribute("data-standing", "good")
  await expect(found("microphone")).toHaveAttribute("data-standing", /good|weak/)
  await expect(zoya.locator("[data-verdict]")).toHaveAttribute("data-verdict", /all|one-picture/)
  await zoya.getByRole("button", { name: "Play a sound" }).click()
  await zoya.getByRole("button", { name: "Yes" }).click()
  await expect(found("speaker")).toHaveAttribute("data-standing", "good")

  // When the microphone is denied, the page says how to allow it in this browser, and why this person needs
  // it.
  await zoya.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException("no", "NotAllowedError")
    }
  })
  const again = async () => {
    await zoya.reload()
    await zoya.getByRole("button", { name: "Start the check" }).click()
    await expect(zoya.locator("[data-verdict]")).toHaveAttribute("data-verdict", "listen", {
      timeout: 30_000,
    })
  }
  await again()
  await expect(found("microphone")).toContainText("Microphone blocked")
  await expect(found("microphone")).not.toContainText("attendance")
  const data = { given: true, notice_version: 1, language: "en" }
  const consent = await zoya.request.put("/api/v1/account/consents/voice_evidence", { data })
  expect(consent.ok(), await consent.text()).toBe(true)
  await again()
  await expect(found("microphone")).toContainText("Please allow microphone access for voice-based attendance")
  await expect(found("microphone")).toContainText("left of the address")
})
