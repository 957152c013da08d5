import {
  type BrowserContext,
  type ElementHandle,
  type LaunchOptions,
  launch,
  type Page,
} from "puppeteer-core"
import config from "../../playwright.config.ts"
import { programOf } from "./installed.ts"
import { type Browser, type Driver, usedOnce } from "./tab.ts"

/** Firefox with a camera and microphone that need no permission, on a machine that may have no network. */
const FIREFOX_PREFERENCES = {
  "media.navigator.streams.fake": true,
  "media.navigator.permission.disabled": true,
  "media.peerconnection.ice.loopback": true,
  "media.peerconnection.ice.obfuscate_host_addresses": false,
  "media.autoplay.default": 0,
  "intl.accept_languages": "en-IN, en",
}

export function launchChromium(): Promise<Browser> {
  const executablePath = programOf("chromium", "browser")
  return opened({
    browser: "chrome",
    executablePath,
    headless: executablePath.endsWith("headless-shell") ? "shell" : true,
    args: [...(config.use?.launchOptions?.args ?? []), "--lang=en-IN"],
  })
}

/**
 * Firefox as Debian packages it, by WebDriver BiDi, which needs no driver of its own. `script` runs in each page before
 * the page's own.
 */
export function launchFirefox(options: LaunchOptions = {}, script?: string): Promise<Browser> {
  const firefox: LaunchOptions = {
    browser: "firefox",
    executablePath: programOf("firefox", "browser"),
    headless: true,
    extraPrefsFirefox: FIREFOX_PREFERENCES,
  }
  return opened({ ...firefox, ...options }, script)
}

async function opened(options: LaunchOptions, script?: string): Promise<Browser> {
  const browser = await launch({ ...options, env: { ...process.env, TZ: "Asia/Kolkata" } })
  return {
    async open(width, height) {
      const context = await browser.createBrowserContext()
      const page = await context.newPage()
      await page.setViewport({ width, height })
      if (script) await page.evaluateOnNewDocument(script)
      return driverOf(page, context)
    },
    close: () => browser.close(),
  }
}

function driverOf(page: Page, context: BrowserContext): Driver {
  return {
    async goto(address) {
      await page.goto(address, { waitUntil: "domcontentloaded" })
    },
    run: <T>(expression: string) => page.evaluate(expression) as Promise<T>,
    async find(expression) {
      const element = (await page.evaluateHandle(expression)).asElement() as ElementHandle<Element> | null
      return (
        element && usedOnce(element, { click: () => element.click(), type: (words) => element.type(words) })
      )
    },
    async draw([start, ...others]) {
      if (!start) return
      await page.mouse.move(...start)
      await page.mouse.down()
      for (const place of others) await page.mouse.move(...place, { steps: 8 })
      await page.mouse.up()
    },
    async resize(width, height) {
      await page.setViewport({ width, height })
    },
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => context.close(),
  }
}
