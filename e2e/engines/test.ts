import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { demoPassword, type Product, productTest } from "../product.ts"
import type { EngineName } from "./installed.ts"
import { launchChromium, launchFirefox } from "./puppeteer-driver.ts"
import { signInAs } from "./sign-in.ts"
import { type Browser, Tab } from "./tab.ts"
import { launchWebKit } from "./webkit-driver.ts"

const PICTURES = resolve(import.meta.dirname, "../../test-results/pictures")
const WINDOW = { width: 1280, height: 720 }

const launchers: Record<EngineName, () => Promise<Browser>> = {
  chromium: launchChromium,
  firefox: launchFirefox,
  webkit: launchWebKit,
}

type PerTest = {
  /** Opens a tab with cookies of its own in the engine of the project, or in another. */
  openTab(name?: EngineName, size?: typeof WINDOW): Promise<Tab>
  /** Keeps a picture of a tab, to compare the engines by eye. */
  keepPicture(tab: Tab, screen: string): Promise<void>
}
type PerWorker = { engineName: EngineName; browserOf(name: EngineName): Promise<Browser> }

/** A test in the engine of its project. Tabs are closed at its end, because open pages go on following changes. */
export const test = productTest.extend<PerTest, PerWorker>({
  engineName: ["chromium", { option: true, scope: "worker" }],
  browserOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants this form
    async ({}, use) => {
      const launched = new Map<EngineName, Promise<Browser>>()
      await use((name) => {
        const browser = launched.get(name) ?? launchers[name]()
        launched.set(name, browser)
        return browser
      })
      for (const browser of launched.values()) await (await browser).close()
    },
    { scope: "worker" },
  ],
  openTab: async ({ browserOf, engineName, product }, use) => {
    const opened: Tab[] = []
    await use(async (name = engineName, { width, height } = WINDOW) => {
      const tab = new Tab(await (await browserOf(name)).open(width, height), product.address)
      opened.push(tab)
      return tab
    })
    for (const tab of opened) await tab.close()
  },
  keepPicture: async ({ engineName }, use) => {
    mkdirSync(PICTURES, { recursive: true })
    await use(async (tab, screen) => {
      writeFileSync(join(PICTURES, `${screen}-${engineName}.png`), await tab.picture())
    })
  },
})

/** Signs a demo person in by the form, as they do. */
export async function signIn(tab: Tab, product: Product, name: string): Promise<void> {
  const email = `${name}@demo.kaksha.example`
  await signInAs(tab, email, demoPassword(product, email))
}
