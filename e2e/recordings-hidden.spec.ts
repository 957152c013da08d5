import { waitForVideo } from "../tests/wait-for-video.ts"
import { findComing } from "./in-room.ts"
import { openPlainChromium } from "./plain-chromium.ts"
import { demoPassword, expect, test } from "./product.ts"
import { newest, signedInWith, watch } from "./recording.ts"

/** How often the browser draws the page in two seconds: some sixty times a second in a tab in front. */
const DRAWN = `new Promise((tell) => {
  let drawn = 0
  const draw = () => { drawn += 1; requestAnimationFrame(draw) }
  requestAnimationFrame(draw)
  setTimeout(() => tell(drawn), 2000)
})`
const RECORDING = `document.querySelector("[data-control=recording]")`
const PHASE = `${RECORDING}?.dataset.phase`
const SECONDS = `Number(/0:(\\d\\d)/.exec(${RECORDING}?.textContent)?.[1] ?? 0)`
const STOP = `(() => {
  const stop = [...document.querySelectorAll("[data-recording-panel] button")]
    .find((button) => button.textContent.includes("Stop and Save"))
  stop?.click()
  return stop !== undefined
})()`

// A product of its own: the class that is about to start is run here.
test.use({ productEnv: { CLASS_GRACE_MINUTES: "9" } })

test("REC-01 a recording goes on while its tab is hidden: others still move in it", async ({
  product,
  browser,
}) => {
  await waitForVideo(product.address)
  const office = await signedInWith(browser, product, "meera", { colour: "black", tone: 440 })
  const classId = await findComing(office)
  expect((await office.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)
  const asha = await signedInWith(browser, product, "asha", { colour: "rgb(20,20,230)", tone: 1_130 })
  await asha.goto(`/class/${classId}/room`)

  const email = "meera@demo.kaksha.example"
  const body = JSON.stringify({ email, password: demoPassword(product, email) })
  const tab = await openPlainChromium()
  try {
    await tab.goto(`${product.address}/auth`)
    await expect.poll(() => tab.run("location.pathname + document.readyState")).toBe("/authcomplete")
    const headers = `{ "content-type": "application/json" }`
    const signIn = `fetch("/api/v1/session", { method: "POST", headers: ${headers}, body: ${JSON.stringify(body)} })`
    expect(await tab.run(`${signIn}.then((answer) => answer.status)`)).toBe(200)
    await tab.goto(`${product.address}/class/${classId}/room`)
    await expect.poll(() => tab.run(PHASE), { timeout: 40_000 }).toBe("recording")
    // Told at once, and asked for twice a minute where the message was missed.
    await expect(asha.locator("[data-recording]")).toBeVisible({ timeout: 40_000 })
    await tab.hide()
    await expect.poll(() => tab.run("document.visibilityState")).toBe("hidden")
    expect(await tab.run(DRAWN)).toBe(0)
    const before = await tab.run<number>(SECONDS)
    await expect.poll(() => tab.run(SECONDS), { timeout: 20_000 }).toBeGreaterThan(before + 6)
    expect(await tab.run("document.visibilityState")).toBe("hidden")
    await tab.run(`${RECORDING}.click()`)
    await expect.poll(() => tab.run(STOP)).toBe(true)
    await expect.poll(async () => (await newest(office))?.file_path, { timeout: 30_000 }).toBeTruthy()
  } finally {
    tab.close()
  }
  const recording = await newest(office)
  await office.goto(`/recordings/${recording?.id}`)
  await expect(office.locator("video")).toHaveJSProperty("readyState", 4, { timeout: 20_000 })
  // Its last seconds, while the tab was hidden.
  const seen = await watch(office, [1_130])
  expect(seen.blue).toBeGreaterThan(500)
  expect(seen.blueShapes).toBeGreaterThan(6)
  expect(seen.loudness[0]).toBeGreaterThan(-60)
})
