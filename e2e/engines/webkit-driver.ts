import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import type { Readable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import { Builder, Capabilities, Origin, type WebElement } from "selenium-webdriver"
import { freePort } from "../../tests/free-port.ts"
import { programOf } from "./installed.ts"
import type { Browser, Driver } from "./tab.ts"

const BROWSER_ARGS = ["--automation", "--enable-media-stream=true", "--enable-mock-capture-devices=true"]
const START_MS = 20_000

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  await ended
}

/** A screen that nobody sees, because WebKitGTK has no headless mode. Returns its name. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    programOf("webkit", "screen"),
    ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "ignore", "ignore", "pipe"] },
  )
  for await (const number of createInterface(screen.stdio[3] as Readable)) {
    return { screen, display: `:${number}` }
  }
  throw new Error("Xvfb didn't start")
}

async function isReady(address: string): Promise<boolean> {
  try {
    return (await fetch(`${address}/status`)).ok
  } catch {
    return false
  }
}

/** Starts WebKitGTK's own WebDriver, which has one tab at a time. */
async function startDriver(display: string): Promise<{ driver: ChildProcess; address: string }> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const driver = spawn(programOf("webkit", "driver"), [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display,
      TZ: "Asia/Kolkata",
      LANG: "C.UTF-8",
      // Its sandbox needs user namespaces, which containers rarely allow.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
    },
    stdio: "ignore",
  })
  for (const end = Date.now() + START_MS; !(await isReady(address)); await delay(100)) {
    if (Date.now() > end) throw new Error("WebKitWebDriver didn't start")
  }
  return { driver, address }
}

/** WebKitGTK as Debian packages it. Each tab is a browser of its own. */
export async function launchWebKit(): Promise<Browser> {
  const { screen, display } = await startScreen()
  return {
    async open(width, height) {
      const { driver, address } = await startDriver(display)
      const tab = await openTab(address, width, height)
      return {
        ...tab,
        async close() {
          await tab.close()
          await stop(driver)
        },
      }
    },
    close: () => stop(screen),
  }
}

async function openTab(address: string, width: number, height: number): Promise<Driver> {
  const browser = await new Builder()
    .usingServer(address)
    .withCapabilities(
      new Capabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": { binary: programOf("webkit", "browser"), args: BROWSER_ARGS },
      }),
    )
    .build()
  const resize = async (wide: number, high: number) => {
    const window = browser.manage().window()
    await window.setRect({ x: 0, y: 0, width: wide, height: high })
    // The window's own bars are not part of the page.
    const [inner = wide, tall = high] = await browser.executeScript<number[]>(
      "return [innerWidth, innerHeight]",
    )
    await window.setRect({ x: 0, y: 0, width: 2 * wide - inner, height: 2 * high - tall })
  }
  await resize(width, height)
  return {
    goto: (url) => browser.get(url),
    run: <T>(expression: string) => browser.executeScript<T>(`return ${expression}`),
    async find(expression) {
      const element = await browser.executeScript<WebElement | null>(`return ${expression}`)
      return element && { click: () => element.click(), type: (words) => element.sendKeys(words) }
    },
    async draw([start, ...others]) {
      if (!start) return
      const at = ([x, y]: [number, number]) => ({
        x: Math.round(x),
        y: Math.round(y),
        origin: Origin.VIEWPORT,
      })
      const mouse = browser.actions().move(at(start)).press()
      for (const place of others) mouse.move(at(place))
      await mouse.release().perform()
    },
    resize,
    picture: async () => Buffer.from(await browser.takeScreenshot(), "base64"),
    close: () => browser.quit(),
  }
}
