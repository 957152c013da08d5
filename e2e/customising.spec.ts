import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, test } from "@playwright/test"
import { chooseClass, isKept, seatIn, sendAll, waiting } from "./in-hall.ts"
import { signedIn } from "./people.ts"
import { startProduct, trialFolder } from "./product.ts"

const projectRoot = resolve(import.meta.dirname, "..")
const PARTS = [
  "src",
  "content",
  "migrations",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
]

/** The project with other content, which its first start builds. */
let copy = ""

test.beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "kaksha-copy-"))
  for (const part of PARTS) cpSync(join(projectRoot, part), join(copy, part), { recursive: true })
  symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"))
  change(join(copy, "content/brand.json"), { name: "Nalanda", contactPhoneDisplay: "+91 99 0000 0001" })
  const policies = join(copy, "content/policies.json")
  change(policies, { uniform: { ...read(policies).uniform, pricePaise: 123_400 } })
})

test.afterAll(() => rmSync(copy, { recursive: true, force: true }))

test("D11 an academy that changes its content files sees its own name and figures, without touching code", async ({
  page,
}) => {
  const product = await startProduct({}, mkdtempSync(join(tmpdir(), "kaksha-e2e-")), "start", "none", copy)
  try {
    await page.goto(product.address)
    await expect(page).toHaveTitle(/^Nalanda: /)
    await expect(page.getByRole("heading", { name: "Why Choose Nalanda" })).toBeVisible()
    await expect(page.getByRole("contentinfo").getByRole("link", { name: "+91 99 0000 0001" })).toBeVisible()
    await page.goto(`${product.address}/terms`)
    await expect(page.getByRole("main")).toContainText("uniform set costs ₹1,234")
    await page.goto(`${product.address}/about-learning-kit`)
    await expect(page.getByRole("main")).toContainText("₹1,234")
  } finally {
    await product.stop()
    rmSync(product.dataFolder, { recursive: true, force: true })
  }
})

test("ATT-08 a phone in a hall goes on through an update: its old page sends to the new version, and nothing keeps it in the old one", async ({
  browser,
}) => {
  let product = await startProduct({}, trialFolder(), "start", "none")
  try {
    const coach = await signedIn(browser, product, "meera")
    const [asha, zoya] = [await signedIn(browser, product, "asha"), await signedIn(browser, product, "zoya")]
    const class_id = await seatIn(coach, asha, zoya)
    const phone = await signedIn(browser, product, "meera", {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    const marked = async () => {
      type Register = { entries: { marks: object[] }[] }
      const answer = await coach.request.get(`/api/v1/classes/${class_id}/attendance`)
      return ((await answer.json()) as Register).entries.flatMap(({ marks }) => marks).length
    }
    await phone.goto("/hall")
    await chooseClass(phone, class_id)
    await isKept(phone)
    await phone.context().setOffline(true)
    await phone.getByRole("button", { name: "Mark Asha Rao late" }).tap()
    await expect(waiting(phone)).toHaveAttribute("data-unsent", "1")

    await product.stop()
    const { port } = new URL(product.address)
    product = await startProduct({ PORT: port }, product.dataFolder, "start", "none", copy)
    await phone.context().setOffline(false)
    await sendAll(phone)
    expect(await marked()).toBe(1)

    const isNew = () => expect(phone.getByRole("link", { name: "Nalanda, home" })).toBeVisible()
    await phone.goto("/hall")
    await isNew()
    await chooseClass(phone, class_id)
    for (const kept of ["/hall", "/offline"])
      await expect
        .poll(() => phone.evaluate(async (path) => (await caches.match(path))?.text(), kept))
        .toContain("Nalanda")
    await phone.context().setOffline(true)
    await phone.goto("/hall")
    await isNew()
    await chooseClass(phone, class_id)
    await expect(phone.locator('[data-state="late"]')).toHaveCount(1)
    await phone.getByRole("button", { name: "Mark Zoya Ahmed late" }).tap()
    await expect(waiting(phone)).toHaveAttribute("data-unsent", "1")
    await phone.context().setOffline(false)
    await sendAll(phone)
    expect(await marked()).toBe(2)
  } finally {
    await product.stop()
    rmSync(product.dataFolder, { recursive: true, force: true })
  }
})

type Content = Record<string, Record<string, unknown>>

function read(file: string): Content {
  return JSON.parse(readFileSync(file, "utf8")) as Content
}

function change(file: string, values: object): void {
  writeFileSync(file, JSON.stringify({ ...read(file), ...values }, null, 2))
}
