import type { Browser, Page } from "@playwright/test"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { expect, test } from "./product.ts"

// A product of its own, because an admin's settings apply to everybody.
test.use({ productEnv: { CLASS_GRACE_MINUTES: "14" } })

async function office(browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: address, viewport: { width: 1280, height: 900 } })
  const answer = await context.request.post("/api/v1/demo-people/session", {
    data: { email: "noor@demo.kaksha.example" },
  })
  expect(answer.ok()).toBe(true)
  return context.newPage()
}

async function hydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator("html[data-ready]").waitFor()
}

test("CAT-09 CLS-07 the office moves a student to another batch on the student's page", async ({
  browser,
  product,
}) => {
  const page = await office(browser, product.address)
  const student = await browser.newContext({ baseURL: product.address })
  const email = "zoya@demo.kaksha.example"
  const session = await student.request.post("/api/v1/demo-people/session", { data: { email } })
  expect(session.ok()).toBe(true)
  const { id } = await (await student.request.get("/api/v1/programs/learn-to-swim")).json()
  const batches = await (await student.request.get(`/api/v1/programs/${id}/batches`)).json()
  const [first, second] = batches as { id: string }[]
  expect(first && second).toBeTruthy()
  const enrolled = await student.request.post(`/api/v1/programs/${id}/batches/${first?.id}/enrolments`, {
    data: {},
  })
  expect(enrolled.ok()).toBe(true)
  const { items } = await (await page.request.get("/api/v1/admin/students?q=zoya")).json()
  await hydrated(page, `/admin-dashboard/students/${items[0].user_id}`)
  const row = page.getByRole("listitem").filter({ hasText: "Swim" })
  await row.getByText("Change batch").first().click()
  await expect(row.getByRole("combobox", { name: "Batch" })).toHaveValue(first?.id ?? "")
  await expectAccessibleInBothThemes(page)
  await row.getByRole("combobox", { name: "Batch" }).selectOption(second?.id ?? "")
  await row.getByRole("button", { name: "Change batch" }).click()
  await expect(page.getByText(/batch changed$/).first()).toBeVisible()
  await row.getByText("Change batch").first().click()
  await expect(row.getByRole("combobox", { name: "Batch" })).toHaveValue(second?.id ?? "")
  await row.getByRole("combobox", { name: "Batch" }).selectOption("All classes")
  await row.getByRole("button", { name: "Change batch" }).click()
  await expect(row.locator("select")).toHaveValue("")
  await student.close()
  await page.context().close()
})

test("DASH-03 a course needs its required fields, stands in the catalogue, and can be archived and brought back", async ({
  browser,
  product,
}) => {
  const page = await office(browser, product.address)
  await hydrated(page, "/admin-dashboard")
  await page.getByRole("link", { name: "Create course" }).click()
  await page.getByLabel("Title").fill("Mridangam, the first year")
  await page.getByRole("button", { name: "Create course" }).click()
  await expect(page.getByText("Please fill in all required fields").first()).toBeVisible()
  await expect(page.getByLabel("Instructor")).toHaveAccessibleDescription(/Say who teaches it/)
  await expect(page.getByLabel("Title")).toHaveValue("Mridangam, the first year")
  await page.getByLabel("Instructor").fill("Umayalpuram Ganesan")
  await page.getByLabel("Curriculum").selectOption("General")
  await page.getByRole("button", { name: "Create course" }).click()
  await expect(page.getByText("Mridangam, the first year is now in the catalogue")).toBeVisible()
  expect((await page.request.get("/courses/mridangam-the-first-year")).status()).toBe(200)

  await page.getByRole("link", { name: "Mridangam, the first year", exact: true }).click()
  await page.getByLabel("File").setInputFiles({
    name: "sollu.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.7 ta dhi thom nam"),
  })
  await page.getByRole("button", { name: "Upload" }).click()
  await expect(page.getByText("sollu uploaded")).toBeVisible()
  await page.getByRole("button", { name: "Remove sollu" }).click()
  await expect(page.getByText("You can restore it for 30 days.")).toBeVisible()
  await page.getByText("Removed in the last 30 days (1)").click()
  await page.getByRole("button", { name: "Restore sollu" }).click()
  await expect(page.getByText("sollu restored")).toBeVisible()
  await expect(page.getByRole("link", { name: "Download sollu" })).toBeVisible()

  await hydrated(page, "/admin-dashboard/courses?q=mridangam")
  await page.getByRole("button", { name: "Archive Mridangam, the first year" }).click()
  await expect(page.getByText("The program is hidden from the catalogue.")).toBeVisible()
  expect((await page.request.get("/courses/mridangam-the-first-year")).status()).toBe(404)
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(page.getByText("is offered again")).toBeVisible()
})

test("DASH-03 a setting is refused by name, holds at once, and reaches pages that are kept for visitors", async ({
  browser,
  product,
  page: visitor,
}) => {
  await visitor.goto("/about")
  await expect(visitor).toHaveTitle(/Kaksha/)
  const page = await office(browser, product.address)
  await hydrated(page, "/admin/settings")
  await page.getByLabel("Contact phone").fill("12345")
  await page.getByLabel("Academy name").fill("Vidya International Academy")
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByLabel("Contact phone")).toHaveAccessibleDescription(/Give a phone number/)
  await expect(page.getByLabel("Academy name")).toHaveValue("Vidya International Academy")
  await page.getByLabel("Contact phone").fill("98765 00000")
  await page.getByRole("button", { name: "Save settings" }).click()
  await expect(page.getByText("Settings saved")).toBeVisible()
  // Another visitor: a browser keeps such a page for a minute, the product must not.
  const next = await (await browser.newContext({ baseURL: product.address })).newPage()
  await next.goto("/about")
  await expect(next).toHaveTitle(/Vidya International Academy/)
  await expect(next.getByRole("contentinfo")).toContainText("+91 98765 00000")
  for (const width of [390, 768, 1280]) {
    await next.setViewportSize({ width, height: 800 })
    expect(await next.evaluate(() => document.documentElement.scrollWidth), `a long name at ${width}`).toBe(
      width,
    )
  }
  await page.goto("/admin/audit?what=settings")
  await expect(page.getByText("Noor Khan changed a setting").first()).toBeVisible()

  await hydrated(page, "/admin/settings")
  const [name, phone] = [page.getByLabel("Academy name"), page.getByLabel("Contact phone")]
  await phone.fill("98765 00001")
  await phone.press("Enter")
  await expect(page.getByText("Settings saved")).toBeVisible()
  await expect(name).toHaveValue("Vidya International Academy")
  await expect(phone).toHaveValue("+919876500001")
  await page.locator("html[data-ready]").waitFor()
  await phone.fill("98765 00002")
  await page.locator('button[value="reset:academy_name"]').click()
  await expect(page.getByText("Reset: Academy name")).toBeVisible()
  await expect(name).toHaveValue("Kaksha")
  await expect(page.getByRole("link", { name: /Kaksha/ }).first()).toBeVisible()
  await expect(phone).toHaveValue("98765 00002")
  await page.locator('button[value="reset:contact_phone"]').click()
  await expect(page.getByText("Reset: Contact phone")).toBeVisible()
  await expect(phone).not.toHaveValue("98765 00002")
  // Closing one by the keyboard lets the clock of the others go on.
  await page.locator("section[aria-live]").getByRole("button", { name: "Close" }).last().press("Enter")
  await expect(page.getByText("Reset: Contact phone")).toHaveCount(0)
  await expect(page.getByText("Reset: Academy name")).toHaveCount(0)
})

test("DASH-03 after Back the filters are those of the list that is shown", async ({ browser, product }) => {
  const page = await office(browser, product.address)
  await hydrated(page, "/admin-dashboard/students")
  const main = page.getByRole("main")
  const [name, grade] = [main.getByRole("searchbox", { name: "Search" }), main.getByLabel("Grade")]
  await name.fill("Asha")
  await name.press("Enter")
  await expect(page).toHaveURL(/q=Asha/)
  await expect(name).toBeFocused()
  await name.fill("Kabir")
  await grade.selectOption({ index: 1 })
  await main.getByRole("button", { name: "Show" }).click()
  await expect(page).toHaveURL(/q=Kabir&grade=./)
  await page.goBack()
  await expect(page).toHaveURL(/q=Asha/)
  await expect(name).toHaveValue("Asha")
  await expect(grade).toHaveValue("")
  await page.context().close()
})

function studentList(count: number, break_: boolean): string {
  const rows = Array.from({ length: count }, (_, n) => {
    const phone = break_ && n === 41 ? "123" : `90000${String(n).padStart(5, "0")}`
    return `child${n}@family.example,Child,No ${n},8,12/04/2016,Parent ${n},${phone}`
  })
  return ["email,first_name,last_name,grade,date_of_birth,parent_name,parent_phone", ...rows].join("\n")
}

test("ADM-01 500 students are refused by row and column, then imported; the export comes back as nothing new", async ({
  browser,
  product,
}) => {
  const page = await office(browser, product.address)
  await hydrated(page, "/admin/import?kind=students")
  await page.getByLabel("Or paste it").fill(studentList(500, true))
  await page.getByRole("button", { name: "Check the list" }).click()
  const preview = page.locator("[data-preview]")
  await expect(preview.getByRole("heading", { name: "1 row has errors" })).toBeVisible()
  await expect(preview).toContainText("Line 43")
  await expect(preview).toContainText("parent_phone: Enter a ten-digit mobile number")
  const file = { name: "students.csv", mimeType: "text/csv" }
  const faulty = studentList(500, true).replace(",123\n", ",1234\n")
  await page.getByLabel("CSV file").setInputFiles({ ...file, buffer: Buffer.from(faulty) })
  await page.getByRole("button", { name: "Check the list" }).click()
  // What is in the file can be corrected where it is shown.
  await expect(page.getByLabel("CSV file")).toHaveValue("")
  await expect(page.getByLabel("Or paste it")).toHaveValue(faulty)
  await page.getByLabel("Or paste it").fill(studentList(500, false))
  await page.getByRole("button", { name: "Check the list" }).click()
  await page.getByRole("button", { name: "Import 500" }).click()
  await expect(page.getByText("500 imported")).toBeVisible()
  const exported = await (await page.request.get("/admin/export/students.csv")).body()
  expect(exported.toString()).toContain("child499@family.example")
  await hydrated(page, "/admin/import?kind=students")
  await page.getByLabel("CSV file").setInputFiles({ name: "s.csv", mimeType: "text/csv", buffer: exported })
  await page.getByRole("button", { name: "Check the list" }).click()
  await expect(preview.getByRole("heading", { name: "Everything is already there" })).toBeVisible()
  await page.getByRole("button", { name: "Undo" }).click()
  await expect(page.getByText("The import is being undone")).toBeVisible()
  await expect(page.getByText("500 students").locator("..")).toContainText("Undone", { timeout: 60_000 })
})

test("ADM-01 an invited instructor chooses a password and is in", async ({ browser, product }) => {
  const page = await office(browser, product.address)
  await hydrated(page, "/admin/people?tab=invite")
  await page.getByLabel("First name").fill("Leela")
  await page.getByLabel("Last name").fill("Samson")
  await page.getByLabel("E-mail").fill("leela@academy.example")
  await page.getByLabel("How").selectOption("link")
  await page.getByRole("button", { name: "Invite", exact: true }).click()
  const url = await page.getByLabel("Link").inputValue()
  // It is shown only once, so a change made elsewhere must not take it away.
  for (const first_name of ["Nurjahan", "Noor"]) {
    expect((await page.request.patch("/api/v1/account", { data: { first_name } })).ok()).toBe(true)
    await expect(page.getByText(first_name, { exact: true }).first()).toBeVisible()
    await expect(page.getByLabel("Link")).toHaveValue(url)
  }
  const guest = await (await browser.newContext({ baseURL: product.address })).newPage()
  await hydrated(guest, url)
  await guest.getByLabel("Password", { exact: true }).fill("three random words")
  await guest.getByLabel(/Confirm/).fill("three random words")
  await guest.getByRole("checkbox").check()
  await guest.getByRole("button", { name: "Create password" }).click()
  await expect(guest).toHaveURL(/\/teacher-dashboard/)
  await guest.goto(url)
  await expect(guest.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible()
})

test("ACC-09 ADM-01 who forgot the password and gets no e-mail sets a new one by a link from the office", async ({
  browser,
  product,
}) => {
  const page = await office(browser, product.address)
  await hydrated(page, "/admin/people?q=zoya@demo")
  const zoya = page.locator("[data-person]")
  await expect(zoya).toHaveCount(1)
  await zoya.getByText("Change", { exact: true }).click()
  await zoya.getByLabel("I have checked who asked for this").check()
  await expectAccessibleInBothThemes(page)
  await zoya.getByRole("button", { name: "Link for a new password" }).click()
  const url = await page.getByLabel("Link", { exact: true }).inputValue()
  const guest = await (await browser.newContext({ baseURL: product.address })).newPage()
  await hydrated(guest, url)
  await guest.getByLabel("New password", { exact: true }).fill("three random words")
  await guest.getByLabel(/Confirm/).fill("three random words")
  await guest.getByRole("button", { name: "Save the new password" }).click()
  await expect(guest).toHaveURL(/\/login/)
  await guest.getByLabel("Email").fill("zoya@demo.kaksha.example")
  await guest.getByLabel("Password", { exact: true }).fill("three random words")
  await guest.getByRole("button", { name: /^(Log|Sign) in$/i }).click()
  await expect(guest).toHaveURL(/dashboard/)
  await guest.goto(url)
  await expect(guest.getByRole("heading", { name: "This link no longer works" })).toBeVisible()
})

test("DASH-03 ADM-01 an admin's screen begins with what is next, and what the academy has done is ticked off", async ({
  browser,
  product,
}) => {
  const page = await office(browser, product.address)
  await hydrated(page, "/admin-dashboard")
  const main = page.getByRole("main")
  await expect(
    main
      .locator("[data-next-class]")
      .or(main.getByText("Live now", { exact: true }))
      .first(),
  ).toBeVisible()
  const headings = await main.getByRole("heading", { level: 2 }).allTextContents()
  const at = (name: string) => headings.findIndex((heading) => heading.startsWith(name))
  expect(at("Needs you")).toBeLessThan(at("Recent activity"))
  expect(at("Recent activity")).toBeLessThan(at("Ready for the first class"))
  for (const step of ["instructors", "program", "timetable", "students", "test_class"]) {
    await expect(main.locator(`[data-step=${step}]`)).toHaveAttribute("data-done", "true")
  }
  for (const step of ["mail", "sms"]) {
    await expect(main.locator(`[data-step=${step}]`)).not.toHaveAttribute("data-done", "true")
  }
  await page.getByRole("button", { name: "Dismiss" }).click()
  await expect(main.getByText("Ready for the first class")).toHaveCount(0)
  await page.getByRole("button", { name: /Show the checklist/ }).click()
  await expect(main.getByText("Ready for the first class")).toBeVisible()
  await page.context().close()
})

test("ADM-01 the checklist ends with a test class that the admin is in after one click", async ({
  browser,
  product,
}) => {
  await waitForVideo(product.address)
  const page = await office(browser, product.address)
  await hydrated(page, "/admin-dashboard")
  await page.getByRole("button", { name: "Start now" }).click()
  await expect(page).toHaveURL(/\/class\/[^/]+\/room$/)
  await expect(page.getByRole("heading", { name: "Test class" }).first()).toBeVisible()
  // A room that stays open keeps its camera, and the machine, busy.
  await page.context().close()
})

test("NAV-07 the admin's pages pass axe in both themes", async ({ browser, product }) => {
  const page = await office(browser, product.address)
  await page.emulateMedia({ reducedMotion: "reduce" })
  const paths = ["-dashboard", "-dashboard/courses/new", "/import?kind=students", "/settings"]
  for (const path of paths) {
    await hydrated(page, `/admin${path}`)
    await expectAccessibleInBothThemes(page, path)
  }
})
