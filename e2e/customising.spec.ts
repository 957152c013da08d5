import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, test } from "@playwright/test"
import { startProduct } from "./product.ts"

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

test("D11 an academy that changes its content files sees its own name and figures, without touching code", async ({
  page,
}) => {
  const copy = mkdtempSync(join(tmpdir(), "kaksha-copy-"))
  for (const part of PARTS) cpSync(join(projectRoot, part), join(copy, part), { recursive: true })
  symlinkSync(join(projectRoot, "node_modules"), join(copy, "node_modules"))
  change(join(copy, "content/brand.json"), { name: "Nalanda", contactPhoneDisplay: "+91 99 0000 0001" })
  const policies = join(copy, "content/policies.json")
  change(policies, { uniform: { ...read(policies).uniform, pricePaise: 123_400 } })

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
    for (const folder of [copy, product.dataFolder]) rmSync(folder, { recursive: true, force: true })
  }
})

type Content = Record<string, Record<string, unknown>>

function read(file: string): Content {
  return JSON.parse(readFileSync(file, "utf8")) as Content
}

function change(file: string, values: object): void {
  writeFileSync(file, JSON.stringify({ ...read(file), ...values }, null, 2))
}
