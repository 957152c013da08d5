import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import type { Browser, Page } from "@playwright/test"
import { freePort } from "../tests/free-port.ts"
import { type OidcProvider, startOidcProvider } from "../tests/gateways/oidc.ts"
import { ADULT, CHILD, fillBirthDate } from "./birth-date.ts"
import { expect, type Product, startProduct, trialFolder, test as withProduct } from "./product.ts"

const projectRoot = resolve(import.meta.dirname, "..")
const PASSWORD = "marigold garden 7"

/**
 * A product with a test provider configured as Google. The callback's address contains its port, chosen
 * beforehand.
 */
const test = withProduct.extend<object, { product: Product; google: OidcProvider }>({
  google: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern
    async ({}, use) => {
      const provider = await startOidcProvider()
      await use(provider)
      await provider.close()
    },
    { scope: "worker" },
  ],
  product: [
    async ({ google }, use) => {
      const port = await freePort()
      const env = {
        PORT: String(port),
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
        GOOGLE_ISSUER: google.issuer,
      }
      const started = await startProduct(env, trialFolder())
      await google.open(started.address)
      await use(started)
      await started.stop()
      rmSync(started.dataFolder, { recursive: true, force: true })
    },
    { scope: "worker", timeout: 600_000 },
  ],
})

type PageOptions = { javaScriptEnabled?: boolean; locale?: string }

async function openPage(browser: Browser, product: Product, options: PageOptions = {}) {
  return (await browser.newContext({ baseURL: product.address, ...options })).newPage()
}

/** Returns the newest mail to an address, once it is in the outbox of the trial. */
async function mailTo(page: Page, email: string, subject: string): Promise<string> {
  const outbox = await page.context().newPage()
  const mail = outbox
    .locator("[data-message]")
    .filter({ hasText: email })
    .filter({ hasText: subject })
    .first()
  await expect(async () => {
    await outbox.goto("/dev/outbox")
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
  const text = (await mail.locator("p.whitespace-pre-wrap").textContent()) ?? ""
  await outbox.close()
  return text
}

const linkIn = (text: string) => /http\S+/.exec(text)?.[0] ?? ""

async function registerAt(page: Page, email: string, child: object = {}): Promise<void> {
  const person = {
    first_name: "Devika",
    last_name: "Pillai",
    email,
    phone: "98765 43210",
    date_of_birth: "2001-04-12",
    password: PASSWORD,
  }
  const answer = await page.request.post("/api/v1/accounts/students", {
    data: { ...person, ...child, terms: true },
  })
  expect(answer.ok()).toBe(true)
}

test("ACC-03 ACC-06 ACC-11 NAV-03 a code from the mail signs in, in both tabs, and the banner sends its mail again", async ({
  browser,
  product,
}) => {
  const page = await openPage(browser, product)
  await registerAt(page, "devika@example.com")
  await page.goto("/student-dashboard")
  await expect(page.getByText("Confirm your e-mail.")).toBeVisible()
  await page.getByRole("button", { name: "Send again" }).click()
  await expect(page.getByText("E-mail sent")).toBeVisible()

  const other = await page.context().newPage()
  await other.goto("/courses")
  await other.waitForSelector("html[data-ready]")
  await page.getByRole("button", { name: "Sign out" }).click()
  await expect(page.getByText("Successfully logged out!")).toBeVisible()
  await expect(other.getByRole("banner").getByRole("link", { name: "Login / Sign Up" })).toBeVisible()

  await page.goto("/auth")
  await expect(page.getByRole("button", { name: "Get OTP" })).toBeDisabled()
  await page.getByLabel("Email").fill("devika@example.com")
  await page.getByRole("button", { name: "Get OTP" }).click()
  await expect(page.getByText("OTP Sent!")).toBeVisible()
  await expect(page.getByText("Check your email for the verification code.")).toBeVisible()
  const code = /^\d{6}$/m.exec(await mailTo(page, "devika@example.com", "Your sign-in code"))?.[0] ?? ""
  const field = page.getByLabel("Verification code")
  await field.fill(`a${code.slice(0, 3)} ${code.slice(3, 5)}`)
  await expect(field).toHaveValue(code.slice(0, 5))
  await expect(page.getByRole("button", { name: "Verify" })).toBeDisabled()
  await field.fill(String((Number(code) + 1) % 1_000_000).padStart(6, "0"))
  await page.getByRole("button", { name: "Verify" }).click()
  await expect(page.getByText("Verification Error").first()).toBeVisible()
  await field.fill(code)
  await page.getByRole("button", { name: "Verify" }).click()
  await expect(page).toHaveURL(/student-dashboard/)
  await expect(page.getByText("Welcome back! Successfully logged in!")).toBeVisible()
  await expect(page.getByText("Confirm your e-mail.")).toHaveCount(0)
  await expect(other.getByRole("banner").getByText("Devika").first()).toBeVisible()
})

test("ACC-02 ACC-03 NAV-07 a visitor's forms answer in place with two small scripts: what was typed stays, also the password", async ({
  browser,
  product,
}) => {
  const page = await openPage(browser, product)
  const scripts: string[] = []
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url())
  })
  await page.goto("/auth")
  await page.waitForSelector("html[data-ready]")
  await page.evaluate(() => {
    document.documentElement.dataset.kept = "true"
  })
  const password = page.getByLabel("Password", { exact: true })
  await page.getByLabel("Email").fill("nobody@example.com")
  await password.fill("not the password")
  await page.getByRole("button", { name: "Show password" }).click()
  await expect(password).toHaveAttribute("type", "text")
  await page.getByRole("button", { name: "Hide password" }).click()
  await expect(password).toHaveAttribute("type", "password")
  await page.route("**/auth", async (route) => {
    await new Promise((later) => page.once("console", later))
    await route.continue()
  })
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(page.getByRole("button", { name: "Signing in..." })).toBeVisible()
  await page.evaluate(() => console.info("answer now"))
  await expect(page.getByRole("alert")).toBeFocused()
  await expect(page.getByRole("alert")).toContainText("The e-mail or the password is wrong.")
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeEnabled()
  await expect(password).toHaveValue("not the password")
  await page.unroute("**/auth")

  await page.getByRole("link", { name: "Sign Up", exact: true }).click()
  const create = page.getByRole("button", { name: "Create Account" })
  await expect(create).toBeDisabled()
  await page.getByLabel("First name").fill("Zara")
  await page.getByLabel("Last name").fill("Ali")
  await page.getByLabel("Email").fill("zara.in.place@example.com")
  await page.getByLabel("Phone", { exact: true }).fill("12345")
  await page.getByLabel("Grade").fill("10")
  const guardian = page.getByLabel("Parent's or guardian's name")
  await expect(guardian).toBeHidden()
  await fillBirthDate(page, CHILD)
  await expect(guardian).toBeVisible()
  await fillBirthDate(page, ADULT)
  await expect(guardian).toBeHidden()
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("checkbox").check()
  await create.click()
  await expect(page.getByText("Enter a ten-digit mobile number")).toBeVisible()
  await expect(page.getByLabel("Phone", { exact: true })).toBeFocused()
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue(PASSWORD)
  await expect(page.getByRole("checkbox")).toBeChecked()
  await expect(page.locator("html")).toHaveAttribute("data-kept", "true")
  expect(scripts).toHaveLength(2)
  await page.getByLabel("Phone", { exact: true }).fill("98765 43210")
  await create.click()
  await expect(page).toHaveURL(/student-dashboard/)
  await expect(page.getByText("Account created successfully! You are now logged in.")).toBeVisible()
})

test("ACC-07 without scripts, a mailed link sets a new password, once, and the old one and other sessions are gone", async ({
  browser,
  product,
}) => {
  const elsewhere = await openPage(browser, product)
  await registerAt(elsewhere, "rohan@example.com")
  const page = await openPage(browser, product, { javaScriptEnabled: false })
  await page.goto("/login")
  await page.getByRole("link", { name: "Forgot Password?" }).click()
  await page.getByLabel("Email").fill("rohan@example.com")
  await page.getByRole("button", { name: "Send the link" }).click()
  await expect(page.getByText("If this e-mail has an account")).toBeVisible()
  const link = linkIn(await mailTo(elsewhere, "rohan@example.com", "Set a new password"))

  await page.goto(link)
  const password = page.getByLabel("New password", { exact: true })
  await password.fill("password123")
  await page.getByLabel("Confirm password", { exact: true }).fill("password123")
  await page.getByRole("button", { name: "Save the new password" }).click()
  await expect(page.getByText("This password appears in lists of stolen passwords")).toBeVisible()
  await password.fill("a tamarind tree")
  await page.getByLabel("Confirm password", { exact: true }).fill("a tamarind tree")
  await page.getByRole("button", { name: "Save the new password" }).click()
  await expect(page.getByText("Password changed")).toBeVisible()

  await elsewhere.goto("/student-dashboard")
  await expect(elsewhere).toHaveURL(/\/auth\?to=/)
  await page.getByLabel("Email").fill("rohan@example.com")
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(page.getByText("The e-mail or the password is wrong.").first()).toBeVisible()
  await page.getByLabel("Password", { exact: true }).fill("a tamarind tree")
  await page.getByRole("button", { name: "Sign In", exact: true }).click()
  // The first proof of this e-mail came from another browser than the account was made in: the profile is asked anew.
  await expect(page).toHaveURL(/complete-profile/)
  await page.goto(link)
  await expect(page.getByRole("heading", { name: "This link no longer works" })).toBeVisible()
})

test("ACC-11 LAW-03 NAV-11 in Hindi, the owner of an e-mail confirms it in a fresh browser, which signs the stranger out, and who was a child asks the office", async ({
  browser,
  product,
}) => {
  const stranger = await openPage(browser, product)
  const email = "meena@example.com"
  const child = { date_of_birth: "2016-04-12", parent_name: "Mallory", parent_phone: "98765 43299" }
  await registerAt(stranger, email, child)
  await stranger.goto("/student-dashboard")
  const link = linkIn(await mailTo(stranger, email, "Confirm your e-mail"))

  const page = await openPage(browser, product, { locale: "hi-IN" })
  await page.goto(link)
  await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN")
  await page.getByRole("button", { name: "मेरे ई-मेल की पुष्टि करें" }).click()
  await expect(page.getByRole("heading", { name: "एक आख़िरी बात: क्या यह खाता आपका है?" })).toBeVisible()
  await page.getByLabel("आपका पासवर्ड", { exact: true }).fill("not the password")
  await page.getByRole("button", { name: "अपने पासवर्ड से पुष्टि करें" }).click()
  await expect(page.getByText("यह आपका पासवर्ड नहीं है।").first()).toBeVisible()
  const chosen = page.getByLabel("नया पासवर्ड", { exact: true })
  await chosen.fill("password123")
  await page.getByRole("button", { name: "नए पासवर्ड से पुष्टि करें" }).click()
  await expect(page.getByText("चोरी हुए पासवर्डों की सूची में है")).toBeVisible()
  await chosen.fill("a tamarind tree")
  await page.getByRole("button", { name: "नए पासवर्ड से पुष्टि करें" }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText("आपका नया पासवर्ड बन गया है। अब उसी से साइन इन करें।")).toBeVisible()
  await stranger.goto("/student-dashboard")
  await expect(stranger).toHaveURL(/\/auth\?to=/)

  await page.getByLabel("ई-मेल").fill(email)
  await page.getByLabel("पासवर्ड", { exact: true }).fill("a tamarind tree")
  await page.getByRole("button", { name: "साइन इन करें", exact: true }).click()
  await expect(page).toHaveURL(/complete-profile/)
  await page.getByLabel("फ़ोन", { exact: true }).fill("98765 43298")
  await fillBirthDate(page, ADULT, ["दिन", "महीना", "साल"])
  await page.getByRole("checkbox", { name: /सहमत/ }).check()
  await page.getByRole("button", { name: "सेव करें और आगे बढ़ें" }).click()
  await expect(page.getByRole("heading", { name: "ऑफ़िस से अपनी जन्मतिथि की पुष्टि करवाएँ" })).toBeVisible()
  await page.getByRole("link", { name: "आगे बढ़ें" }).click()
  await expect(page).toHaveURL(/student-dashboard/)
})

test("NAV-04 a visitor signs up, and the next one in, beside the class they want, and has the seat without pressing again", async ({
  browser,
  product,
}) => {
  const classes = (await (await fetch(`${product.address}/api/v1/classes?limit=50`)).json()) as {
    items: { id: string; status: string; class_type: string; title: string }[]
  }
  const wanted = classes.items.find((one) => one.status === "scheduled" && one.class_type === "regular")
  const page = await openPage(browser, product)
  await page.goto(`/class/${wanted?.id}`)
  await page.waitForSelector("html[data-ready]")
  const card = page.locator(`[data-class="${wanted?.id}"]`)
  await card.getByRole("button", { name: "Sign in and enroll" }).click()
  const dialog = page.getByRole("dialog")
  await expect(dialog.getByText("Please log in to enroll in classes")).toBeVisible()
  await expect(dialog.getByLabel("Email")).toBeFocused()
  await dialog.getByLabel("Email").fill("zara@example.com")
  await dialog.getByLabel("Password", { exact: true }).fill("not the password")
  await dialog.getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(dialog.getByText("The e-mail or the password is wrong.").first()).toBeVisible()

  await dialog.getByRole("link", { name: "Sign Up" }).click()
  const create = dialog.getByRole("button", { name: "Create Account" })
  await expect(create).toBeDisabled()
  await dialog.getByLabel("First name").fill("Zara")
  await dialog.getByLabel("Last name").fill("Ali")
  await dialog.getByLabel("Email").fill("zara@example.com")
  await fillBirthDate(dialog, ADULT)
  await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await dialog.getByRole("checkbox").check()
  await create.click()
  await expect(page.getByText("Account created successfully! You are now logged in.")).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText("Successfully enrolled in the class!")).toBeVisible()
  await expect(card.getByRole("button", { name: "Enrolled" })).toBeVisible()

  const next = await openPage(browser, product)
  await next.goto(`/class/${wanted?.id}?enrol=${wanted?.id}`)
  await registerAt(await openPage(browser, product), "meher@example.com")
  // Scripts have taken the dialog over, which the server sent open.
  await expect(next.locator("dialog:modal")).toBeVisible()
  await next.getByRole("dialog").getByLabel("Email").fill("meher@example.com")
  await next.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD)
  await next.getByRole("dialog").getByRole("button", { name: "Sign In", exact: true }).click()
  await expect(next.getByText("Successfully logged in!")).toBeVisible()
  await expect(
    next.locator(`[data-class="${wanted?.id}"]`).getByRole("button", { name: "Enroll Now" }),
  ).toBeFocused()
})

test("ACC-08 ACC-05 Google signs in somebody new, who completes a profile first; the teacher portal denies them", async ({
  browser,
  product,
  google,
}) => {
  const person = { sub: "g-1", email: "ila@example.com", email_verified: true }
  await google.letIn({ ...person, given_name: "Ila", family_name: "Bose" })
  const page = await openPage(browser, product)
  await page.goto("/login")
  await page.getByRole("link", { name: "Continue with Google" }).click()
  await expect(page).toHaveURL(/complete-profile/)
  await expect(page.getByLabel("First name")).toHaveValue("Ila")
  await expect(page.getByLabel("Last name")).toHaveValue("Bose")
  await page.goto("/student-dashboard")
  await expect(page).toHaveURL(/complete-profile/)
  await page.getByLabel("Phone", { exact: true }).fill("98765 43210")
  await fillBirthDate(page, ADULT)
  await page.getByRole("checkbox").check()
  await page.getByRole("button", { name: "Save and continue" }).click()
  await expect(page).toHaveURL(/student-dashboard/)
  await expect(page.getByText("Your profile is complete")).toBeVisible()

  const again = await openPage(browser, product)
  await again.goto("/auth")
  await again.getByRole("link", { name: "Continue with Google" }).click()
  await expect(again.getByText("Welcome back! Successfully logged in!")).toBeVisible()
  expect(new URL(again.url()).pathname).toBe("/")

  const portal = await openPage(browser, product)
  await portal.goto("/teacher-auth")
  await portal.getByRole("link", { name: "Continue with Google" }).click()
  await expect(portal.getByText("Access denied. This portal is for teachers only.")).toBeVisible()
  await expect(portal).toHaveURL(/teacher-auth/)
  for (const [error, told] of Object.entries({
    access_denied: "Google sign-in was cancelled.",
    temporarily_unavailable: "We can't reach Google.",
    invalid_scope: "Google refused the sign-in because it isn't set up correctly here.",
  })) {
    await google.refuse(error)
    await portal.goto("/teacher-auth?to=%2Fschedule-class")
    await portal.getByRole("link", { name: "Continue with Google" }).click()
    await expect(portal.getByText(told)).toBeVisible()
    await expect(portal).toHaveURL("/teacher-auth?to=%2Fschedule-class")
  }
  await portal.goto("/login?to=%2Fmy%2Frecordings&lang=hi")
  await google.refuse("access_denied")
  await portal.getByRole("link", { name: /Google/ }).click()
  await expect(portal.getByText("Google से साइन इन रद्द कर दिया गया।")).toBeVisible()
  await expect(portal).toHaveURL("/auth?to=%2Fmy%2Frecordings")
})

const run = promisify(execFile)

/** The command as the README has it. */
async function makeAdmin(dataFolder: string, email: string): Promise<string> {
  const { stdout } = await run("npm", ["run", "-s", "kaksha", "--", "make-admin", "--email", email], {
    cwd: projectRoot,
    env: { ...process.env, KAKSHA_DATA: dataFolder },
  })
  return stdout
}

test("ACC-12 the documented command makes an admin beside a running product, who sets a password by its link", async ({
  browser,
  product,
}) => {
  const said = await makeAdmin(product.dataFolder, "office@academy.example")
  const link = new URL(linkIn(said))
  const page = await openPage(browser, product)
  await page.goto(link.pathname + link.search)
  await page.getByLabel("New password", { exact: true }).fill("a tamarind tree")
  await page.getByLabel("Confirm password", { exact: true }).fill("a tamarind tree")
  await page.getByRole("button", { name: "Save the new password" }).click()
  await expect(page.getByText("Password changed")).toBeVisible()
  const answer = await page.request.post("/api/v1/session", {
    data: { email: "office@academy.example", password: "a tamarind tree" },
  })
  expect(await answer.json()).toMatchObject({ role: "admin" })
})

test("ACC-12 the same command works before the product ever ran", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-admin-"))
  try {
    expect(await makeAdmin(dataFolder, "office@academy.example")).toContain("is an admin now")
    expect(await makeAdmin(dataFolder, "office@academy.example")).toContain("was an admin already")
  } finally {
    rmSync(dataFolder, { recursive: true, force: true })
  }
})
