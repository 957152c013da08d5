import { expect } from "@playwright/test"
import { button, field, heading, link, marked, text } from "./places.ts"
import type { Tab } from "./tab.ts"
import { test } from "./test.ts"

/** The share of rows of the ruled paper that a line is drawn in, counted on a picture of the tab. */
async function linedRows(tab: Tab): Promise<number> {
  const picture = (await tab.picture()).toString("base64")
  return tab.run<number>(`(async () => {
    const bytes = Uint8Array.from(atob("${picture}"), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }))
    const pen = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height })
      .getContext("2d")
    pen.drawImage(image, 0, 0)
    const { right, top, bottom } = document.querySelector(".ruled").getBoundingClientRect()
    const from = Math.max(0, Math.ceil(top)), rows = Math.floor(Math.min(innerHeight, bottom)) - from
    const { data } = pen.getImageData(Math.floor(right) - 4, from, 1, rows)
    const counts = new Map()
    for (let at = 0; at < data.length; at += 4) {
      const colour = data.slice(at, at + 3).join()
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
    return 1 - Math.max(...counts.values()) / rows
  })()`)
}

const PROGRAM = "Science by Experiment, Class 7"

test("NAV-09 CAT-09 ACC-01 a visitor browses, reads a program, presses its free demo, signs up and has asked for it", async ({
  openTab,
  keepPicture,
}) => {
  const tab = await openTab()
  await test.step("from the home page to the catalogue, whose search narrows while one types", async () => {
    await tab.open("/")
    await keepPicture(tab, "home")
    // A line every 36 px: where colours are mixed in another way, paper and lines change places.
    const lined = await linedRows(tab)
    expect(lined).toBeGreaterThan(0.02)
    expect(lined).toBeLessThan(0.1)
    await tab.click(link("Courses"))
    await tab.see(heading("47 Programs Found"))
    await tab.holds("document.documentElement.dataset.ready === 'true'")
    await keepPicture(tab, "catalogue")
    await tab.fill('//input[@type="search"]', "science by experiment")
    await tab.see(heading("1 Program Found"))
  })

  await test.step("a card opens its details, which lead to the program's page", async () => {
    await tab.click(`//article${link(PROGRAM)}`)
    await tab.click(`//*[self::dialog or @role="dialog"]${link("See the full page")}`)
    await tab.arrive("/courses/science-by-experiment-class-7")
    await tab.see(`//h1[normalize-space(.)="${PROGRAM}"]`)
    await tab.see("//*[@data-class]")
    await keepPicture(tab, "program")
  })

  await test.step("the free demo asks for an account, and is requested once there is one", async () => {
    await tab.click('//button[starts-with(normalize-space(.), "Free demo")]')
    const sheet = '//*[self::dialog or @role="dialog"]'
    await tab.see(`${sheet}${text("Please log in to enroll in classes")}`)
    await tab.click(`${sheet}${link("Sign Up")}`)
    await tab.fill(`${sheet}${field("First name")}`, "Zara")
    await tab.fill(`${sheet}${field("Last name")}`, "Ali")
    await tab.fill(`${sheet}${field("Email")}`, "zara@example.com")
    for (const [label, number] of [
      ["Day", "12"],
      ["Month", "4"],
      ["Year", "2001"],
    ] as const)
      await tab.fill(`${sheet}${field(label)}`, number)
    await tab.fill(`${sheet}${field("Password")}`, "marigold garden 7")
    await tab.click(`${sheet}//input[@type="checkbox"]`)
    await tab.click(`${sheet}${button("Create Account")}`)
    await tab.see(text("Your demo class request has been sent"))
    await tab.arrive("/class/")
    await tab.see(button("Request Pending"))
  })

  await test.step("the sign-in page stands for itself", async () => {
    const other = await openTab()
    await other.open("/auth")
    await other.see(field("Email"))
    await keepPicture(other, "sign-in")
  })

  await test.step("and nothing in it is wider than a phone", async () => {
    await tab.resize(460, 800)
    for (const path of ["/", "/courses", "/courses/science-by-experiment-class-7", "/live-classes"]) {
      await tab.open(path)
      await tab.holds("document.documentElement.scrollWidth <= innerWidth")
    }
    await tab.see(marked("data-class"))
  })
})
