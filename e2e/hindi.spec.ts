import type { Browser, Page } from "@playwright/test"
import { expectNoLatin, readNames } from "./latin-words.ts"
import { expect, type Product, test } from "./product.ts"

async function openHindi(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address, locale: "hi-IN" })
  return context.newPage()
}

async function signInAs(page: Page, email: string, at: string): Promise<void> {
  await page.goto(at)
  await page.locator(`button[value="${email}"]`).click()
  await page.waitForURL(/dashboard|family/)
}

// A product of its own: on one that others used, what people typed in English stands among the Hindi.
test.use({ productEnv: { LOG_LEVEL: "info" } })

/** Opens pages one after the other, each as a document of its own, and reads them. */
async function expectHindi(page: Page, names: Set<string>, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await page.locator("html[data-ready][lang=hi-IN]").waitFor()
    await expectNoLatin(page, names)
  }
}

/** Sends a form as it is, past the browser's own checks. */
async function sendUnchecked(page: Page, button: string): Promise<void> {
  await page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true
  })
  await page.getByRole("button", { name: button, exact: true }).first().click()
}

const SIGN_IN = [
  ...["/auth", "/login", "/student-auth", "/teacher-auth", "/guardian", "/second-step"],
  ...["/register", "/auth?tab=signup", "/auth?tab=signup&role=teacher", "/teacher-auth?tab=signup"],
  ...["/forgot-password", "/reset-password", "/verify-email"],
]

test("NAV-11 ACC-01 the pages to sign in and sign up say everything in Hindi, refusals as well", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const page = await openHindi(browser, product)
  await expectHindi(page, names, SIGN_IN)

  await page.goto("/login")
  await page.getByLabel("ई-मेल").fill("nobody@example.com")
  await page.getByLabel("पासवर्ड", { exact: true }).fill("not the password")
  await page.getByRole("button", { name: "साइन इन करें", exact: true }).click()
  await expect(page.getByRole("alert").first()).toContainText("साइन इन नहीं हुआ")
  await expectNoLatin(page, names)
  await page.getByRole("button", { name: "ई-मेल पर कोड पाएँ" }).click()
  await expect(page.getByLabel("ई-मेल पर आया कोड")).toBeVisible()
  await expectNoLatin(page, names)

  await page.goto("/auth?tab=signup&role=teacher")
  await page.locator("html[data-ready]").waitFor()
  // The browser's own words would be English here.
  await page.locator("[name=first_name]").fill("विजय")
  await page.getByRole("button", { name: "खाता बनाएँ", exact: true }).click()
  const browserSays = (name: string) =>
    page.locator(`[name=${name}]`).evaluate((control: HTMLInputElement) => control.validationMessage)
  await expect.poll(() => browserSays("last_name")).toBe("यह जानकारी भरें")
  await page.locator("[name=last_name]").fill("शर्मा")
  await expect.poll(() => browserSays("last_name")).toBe("")
  await sendUnchecked(page, "खाता बनाएँ")
  await expect(page.getByText("पासवर्ड चुनें")).toBeVisible()
  await expectNoLatin(page, names)

  await page.goto("/guardian")
  await page.locator("html[data-ready]").waitFor()
  await sendUnchecked(page, "SMS से कोड भेजें")
  await expect(page.getByText("अपना फ़ोन नंबर भरें")).toBeVisible()
  await page.getByLabel("आपका फ़ोन नंबर").fill("91234 56700")
  await page.getByRole("button", { name: "SMS से कोड भेजें" }).click()
  await page.getByLabel("कोड", { exact: true }).fill("123456")
  await page.getByRole("button", { name: "साइन इन करें", exact: true }).click()
  await expect(page.getByRole("alert").first()).toContainText("पुष्टि नहीं हुई")
  await expectNoLatin(page, names)
})

test("NAV-11 DASH-04 a parent reads the whole dashboard and the account in Hindi, and what each choice did", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const page = await openHindi(browser, product)
  await signInAs(page, "sunita@demo.kaksha.example", "/guardian")
  await expectHindi(page, names, [
    "/family",
    "/guardian-dashboard",
    "/guardian-dashboard?tab=attendance",
    "/guardian-dashboard?tab=recordings",
    "/guardian-dashboard?tab=notices",
    "/guardian-dashboard?tab=consent",
    "/guardian-dashboard?tab=data",
    "/account",
    "/account?tab=security",
    "/account?tab=privacy",
  ])
  await page.goto("/guardian-dashboard?tab=consent")
  await page.getByRole("button", { name: "वापस लें: लाइव क्लास" }).click()
  await expect(page.getByText("सहमति वापस ले ली गई। यह अभी से लागू है।")).toBeVisible()
  await page.getByRole("button", { name: "सहमति दें: लाइव क्लास" }).click()
  await expect(page.getByText("सहमति दर्ज हो गई")).toBeVisible()
  await expectNoLatin(page, names)
  await page.goto("/guardian-dashboard?tab=data")
  await page.getByRole("button", { name: "बंद करें", exact: true }).click()
  await expect(page.getByText("सेव हो गया")).toBeVisible()
  await expectNoLatin(page, names)
})

test("NAV-11 ACC-10 a student reads the account, the month's attendance and one-on-one in Hindi", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const student = await openHindi(browser, product)
  await signInAs(student, "asha@demo.kaksha.example", "/auth")
  await expectHindi(student, names, [
    ...["/account", "/account?tab=security", "/account?tab=privacy"],
    ...["/account/two-step", "/account/guardian", "/notifications", "/account/notifications"],
    ...["/attendance", "/attendance?month=2026-01", "/one-on-one"],
  ])
})

/** Returns the id of the first coming class that `fits`. */
async function findClass(
  product: Product,
  fits: (one: { id: string; class_type: string; instructor_name: string; status: string }) => boolean,
): Promise<string> {
  const { items } = await (await fetch(`${product.address}/api/v1/classes?limit=50`)).json()
  return items.find(fits).id
}

test("NAV-11 CLS-05 visitors and students read the class list in Hindi, with its questions and answers", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const demo = await findClass(product, (one) => one.class_type === "demo" && one.status === "scheduled")
  const visitor = await openHindi(browser, product)
  await expectHindi(visitor, names, [
    ...["/live-classes", "/live-classes?class_type=demo", "/live-classes?curriculum=CBSE"],
    ...["/live-classes?date=2030-01-01", `/class/${demo}`, `/class/${demo}?enrol=${demo}`],
  ])

  const student = await openHindi(browser, product)
  await signInAs(student, "asha@demo.kaksha.example", "/auth")
  await expectHindi(student, names, ["/live-classes", `/class/${demo}`])
  const card = student.locator(`[data-class="${demo}"]`)
  await card.getByRole("button", { name: "डेमो माँगें" }).click()
  await expect(student.getByText("अनुरोध भेज दिया गया", { exact: true })).toBeVisible()
  await expectNoLatin(student, names)
  await card.getByRole("link", { name: "अनुरोध वापस लें" }).click()
  await expect(student.getByRole("alertdialog")).toContainText("अपना अनुरोध वापस लें?")
  await expectNoLatin(student, names)
  await student.getByRole("alertdialog").getByRole("button", { name: "अनुरोध वापस लें" }).click()
  await expect(student.getByText("अनुरोध वापस ले लिया गया")).toBeVisible()
})

test("NAV-11 DASH-01 a student reads the dashboard, the calendar and the check before class in Hindi", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const student = await openHindi(browser, product)
  await signInAs(student, "asha@demo.kaksha.example", "/auth")
  await expectHindi(student, names, [
    ...["/student-dashboard", "/student-dashboard?tab=programs", "/student-dashboard?tab=recordings"],
    ...["/calendar", "/check"],
  ])
})

test("NAV-11 CLS-03 a teacher schedules a class in Hindi, and reads the timetable and what was refused", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const teacher = await openHindi(browser, product)
  await signInAs(teacher, "meera@demo.kaksha.example", "/teacher-auth")
  const own = await findClass(
    product,
    (one) => one.instructor_name.startsWith("Meera") && one.status === "scheduled",
  )
  await expectHindi(teacher, names, [
    ...["/schedule-class", `/schedule-class?edit=${own}`],
    ...["/teacher-dashboard", "/teacher-dashboard?tab=classes", "/teacher-dashboard?tab=classes&show=past"],
    ...["/teacher-dashboard?tab=classes&bin=true", "/teacher-dashboard?tab=recordings"],
    ...["/teacher-dashboard?tab=analytics", "/teacher-timetable", "/teacher-timetable?week=2030-01-07"],
    ...["/live-classes", "/hall"],
  ])
  await teacher.goto("/teacher-timetable")
  await expect(teacher.locator(".timetable").getByText("सुबह 7", { exact: true })).toBeVisible()
  await expectNoLatin(teacher, names)
  await teacher.goto("/live-classes")
  await teacher.getByRole("button", { name: "नई क्लास रखें" }).first().click()
  await expect(teacher.getByRole("dialog").getByLabel("क्लास का नाम")).toBeVisible()
  await expectNoLatin(teacher, names)

  await teacher.goto("/schedule-class")
  await teacher.locator("html[data-ready]").waitFor()
  await teacher.getByLabel("दोहराव").selectOption("weeks")
  await teacher.getByLabel("कितने हफ़्ते").fill("2")
  await expect(teacher.getByText(/^2 क्लास, हर .+वार को/)).toBeVisible()
  await sendUnchecked(teacher, "क्लास रखें")
  await expect(teacher.getByText("क्लास का नाम लिखें")).toBeVisible()
  await expectNoLatin(teacher, names)
})

test("NAV-11 the office reads the settings of text messages in Hindi", async ({ browser, product }) => {
  const names = await readNames(product)
  const office = await openHindi(browser, product)
  await signInAs(office, "noor@demo.kaksha.example", "/auth")
  await expectHindi(office, names, ["/admin/sms?tab=identity", "/admin/sms?tab=messages"])
})

test("NAV-11 ATT-05 a teacher reads attendance, messages to parents and a missing recording in Hindi", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const teacher = await openHindi(browser, product)
  await signInAs(teacher, "meera@demo.kaksha.example", "/teacher-auth")
  await expectHindi(teacher, names, [
    ...["/attendance?q=nobody", "/attendance/messages", "/attendance/messages?tab=held"],
    ...["/recordings/00000000-0000-7000-8000-000000000000", "/attendance"],
  ])
  // On the first of a month no class of it has been held, so this reads the month before.
  await teacher.getByRole("navigation", { name: "महीना" }).getByRole("link").first().click()
  await teacher.getByRole("table").getByRole("link").first().click()
  await expect(teacher.getByRole("link", { name: "हाज़िरी पर लौटें" })).toBeVisible()
  await expectNoLatin(teacher, names)
  const { items } = await (await fetch(`${product.address}/api/v1/classes?limit=50`)).json()
  const taught = items.filter((one: { instructor_name: string }) => one.instructor_name.startsWith("Meera"))
  await expectHindi(teacher, names, [`/class/${taught[0].id}/register`])
})

test("NAV-11 DASH-03 an admin reads the office's screens in Hindi, and what is wrong in each form", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const admin = await openHindi(browser, product)
  await signInAs(admin, "noor@demo.kaksha.example", "/auth")
  const office = "/admin-dashboard"
  await expectHindi(admin, names, [
    ...[office, `${office}/courses`, `${office}/courses?state=archived`, `${office}/courses?for=material`],
    ...[`${office}/courses?q=nobody`, `${office}/courses/new`, `${office}/analytics`],
    ...[`${office}/students`, `${office}/students?q=nobody`],
    ...["", "?state=live", "?state=past", "?state=cancelled", "?state=deleted"].map(
      (state) => `${office}/classes${state}`,
    ),
    ...["/admin/people", "/admin/people?tab=approval", "/admin/people?tab=numbers"],
    ...["/admin/people?tab=invite", "/admin/people?q=nobody"],
    ...["instructors", "students", "guardians", "courses", "timetable"].map(
      (kind) => `/admin/import?kind=${kind}`,
    ),
    ...["/admin/settings", "/admin/upi", "/admin/upi/statement", "/admin/audit", "/admin/audit?who=nobody"],
    ...["/admin/money", "/admin/money/settlements", "/admin/money/settlements?which=unmatched"],
    ...["/admin/money/unexplained", "/admin/money/unexplained?tab=decided"],
  ])
  await admin.goto(`${office}/students`)
  await admin.getByRole("table").getByRole("link").first().click()
  await expect(admin.getByRole("link", { name: "भूमिका और खाता" })).toBeVisible()
  await expectNoLatin(admin, names)
  await admin.goto(`${office}/courses`)
  await admin.getByRole("table").getByRole("link", { name: "बदलें" }).first().click()
  await expect(admin.getByRole("button", { name: "बदलाव सेव करें" })).toBeVisible()
  await expectNoLatin(admin, names)

  await admin.goto(`${office}/courses/new`)
  await admin.locator("html[data-ready]").waitFor()
  await admin.getByLabel("अवधि").fill("long")
  await sendUnchecked(admin, "प्रोग्राम बनाएँ")
  await expect(admin.getByText("कृपया सभी ज़रूरी जानकारी भरें").first()).toBeVisible()
  await expectNoLatin(admin, names)
  await admin.goto("/admin/settings")
  await admin.locator("html[data-ready]").waitFor()
  await admin.getByLabel("संपर्क के लिए फ़ोन").fill("12345")
  await admin.getByLabel(/^तस्वीरें कितने दिन रखें/).fill("0")
  await sendUnchecked(admin, "सेटिंग सेव करें")
  await expect(admin.getByText("फ़ोन नंबर लिखें, जैसे 98765 43210 या 080 4718 2200").first()).toBeVisible()
  await expect(admin.getByText("1 से 365 तक की पूरी संख्या लिखें").first()).toBeVisible()
  await expectNoLatin(admin, names)
})

test("NAV-11 ADM-01 an admin reads in Hindi what is wrong with a list, by line and column", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const admin = await openHindi(browser, product)
  await signInAs(admin, "noor@demo.kaksha.example", "/auth")
  await admin.goto("/admin/import?kind=students")
  await admin.locator("html[data-ready]").waitFor()
  const check = async (list: string) => {
    await admin.getByLabel("या यहाँ पेस्ट करें").fill(list)
    await admin.getByRole("button", { name: "सूची जाँचें" }).click()
  }
  await check("email,first_name\nasha@family.example,Asha")
  await expect(admin.getByText("ये कॉलम नहीं हैं: last_name।").first()).toBeVisible()
  await check(
    "email,first_name,last_name,date_of_birth,phone\nasha.new@family.example,Asha,Rao,12/04/2016,12",
  )
  const preview = admin.locator("[data-preview]")
  await expect(preview.getByRole("heading", { name: "1 पंक्ति में ग़लती है" })).toBeVisible()
  await expect(preview).toContainText("पंक्ति 2")
  await expect(preview).toContainText("phone: दस अंकों का मोबाइल नंबर लिखें")
  await expectNoLatin(admin, names)
})
