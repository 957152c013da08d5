import { mkdtempSync, rmSync } from "node:fs"
import { connect, createServer, type Server } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "@playwright/test"
import config from "../playwright.config.ts"
import { lanAddress } from "../src/app/http/lan.ts"
import { freePort } from "../tests/free-port.ts"
import { expectAccessible } from "./axe.ts"
import { SELLING, startProduct } from "./product.ts"

const { launchOptions } = config.use ?? {}
test.use({
  ignoreHTTPSErrors: true,
  // Told of each certificate only after it failed, Chromium opens the page anew, and gives up when that happens too often.
  launchOptions: { ...launchOptions, args: [...(launchOptions?.args ?? []), "--ignore-certificate-errors"] },
})

/** Simulates another device: requests to it reach the product from another address. */
async function startDevice(target: number): Promise<{ address: string; server: Server }> {
  const server = createServer((inner) => {
    const outer = connect({ host: "127.0.0.1", port: target, localAddress: "127.0.0.2" })
    for (const socket of [inner, outer]) socket.on("error", () => socket.destroy())
    inner.pipe(outer).pipe(inner)
  })
  const port = await freePort()
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready))
  return { address: `https://127.0.0.1:${port}`, server }
}

function isInNetwork(): boolean {
  try {
    return lanAddress() !== ""
  } catch {
    return false
  }
}

test("OPS-05 a phone of the network fills in the PIN once, and then joins in as anybody", async ({
  page,
}) => {
  test.skip(!isInNetwork(), "this machine is in no network")
  const folder = mkdtempSync(join(tmpdir(), "kaksha-lan-"))
  const product = await startProduct({ LAN: "true", ...SELLING }, folder, "start", "none")
  const device = await startDevice(Number(new URL(product.address).port))
  try {
    await expect.poll(() => product.output()).toMatch(/PIN: \d{3} \d{3} \d{4}\n/)
    const pin = /PIN: ([\d ]+)/.exec(product.output())?.[1] ?? ""
    await page.goto(`${device.address}/courses?subject=music`)
    await expect(page.getByRole("heading", { name: "Enter the PIN" })).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel("PIN").fill("12345")
    await page.getByRole("button", { name: "Continue" }).click()
    await expect(page.getByText("This PIN is wrong")).toBeVisible()
    const refused = await page.request.post(`${device.address}/api/v1/demo-people/session`, { data: {} })
    expect(refused.status()).toBe(401)
    await page.getByLabel("PIN").fill(pin)
    await page.getByRole("button", { name: "Continue" }).click()
    await expect(page).toHaveURL(`${device.address}/courses?subject=music`)
    await page.goto(`${device.address}/auth`)
    await page.locator("section[aria-labelledby=demo-people] button").first().click()
    await expect(page).not.toHaveURL(/\/auth/)
    // The trial's gateway runs on this machine alone, and its pages reach the phone all the same.
    await page.goto(`${device.address}/dev/gateway`)
    await expect(page.getByRole("heading", { name: "Payments of this trial" })).toBeVisible()
  } finally {
    device.server.close()
    await product.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
