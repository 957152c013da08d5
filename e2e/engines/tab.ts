import { setTimeout as delay } from "node:timers/promises"

/** What a driver does with an element that a page's script returned. */
export type Found = { click(): Promise<void>; type(words: string): Promise<void> }

/** Forgets the element after what is done with it, which the page would otherwise keep. */
export function usedOnce(element: { dispose(): Promise<void> }, { click, type }: Found): Found {
  // A click may lead to another page, where the element is forgotten already.
  const forget = () => element.dispose().catch(() => undefined)
  return { click: () => click().finally(forget), type: (words) => type(words).finally(forget) }
}

/** What each driver does in its own way. Scripts are expressions, which may be promises. */
export type Driver = {
  goto(address: string): Promise<void>
  run<T>(expression: string): Promise<T>
  find(expression: string): Promise<Found | null>
  /** Draws with the mouse through places of the window. */
  draw(places: [x: number, y: number][]): Promise<void>
  resize(width: number, height: number): Promise<void>
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** An engine that runs. Each of its tabs has cookies and storage of its own. */
export type Browser = { open(width: number, height: number): Promise<Driver>; close(): Promise<void> }

const WAIT_MS = 30_000
const LOOK_MS = 100

/** Finds the first element at a place that people can see, and brings it into the window. */
const visibleAt = (place: string) => `(() => {
  const all = document.evaluate(${JSON.stringify(place)}, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null)
  for (let at = 0; at < all.snapshotLength; at += 1) {
    const element = all.snapshotItem(at)
    const { width, height } = element.getBoundingClientRect()
    if (width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })) return element
  }
  return null
})()`

/** A tab of any engine, in which journeys wait for what they look for. */
export class Tab {
  private readonly driver: Driver
  private readonly address: string

  constructor(driver: Driver, address: string) {
    this.driver = driver
    this.address = address
  }

  /** Opens a page of the product and waits until its scripts have taken over. */
  async open(path: string): Promise<void> {
    await this.driver.goto(new URL(path, this.address).href)
    await this.until(`${path} is ready`, () => this.run("document.documentElement.dataset.ready === 'true'"))
  }

  async click(place: string): Promise<void> {
    await this.until(`click on ${place}`, async () => {
      const found = await this.reach(place)
      await found?.click()
      return found !== null
    })
  }

  /** Types into an empty field. */
  async fill(place: string, words: string): Promise<void> {
    await this.until(`type into ${place}`, async () => {
      const found = await this.reach(place)
      await found?.type(words)
      return found !== null
    })
  }

  async see(place: string, seconds?: number): Promise<void> {
    await this.until(`see ${place}`, () => this.isSeen(place), seconds)
  }

  async seeNoMore(place: string): Promise<void> {
    await this.until(`see no more of ${place}`, async () => !(await this.isSeen(place)))
  }

  /** Draws a line over the element, between places that are shares of its width and height. */
  async draw(place: string, ends: [x: number, y: number][]): Promise<void> {
    await this.see(place)
    const box = await this.run<{ x: number; y: number; width: number; height: number }>(
      `${visibleAt(place)}.getBoundingClientRect().toJSON()`,
    )
    await this.driver.draw(ends.map(([x, y]) => [box.x + box.width * x, box.y + box.height * y]))
  }

  /** Waits until the page's address has these words. */
  async arrive(words: string): Promise<void> {
    await this.until(`arrive at ${words}`, () =>
      this.run<boolean>(`location.href.includes(${JSON.stringify(words)})`),
    )
  }

  /** Waits until an expression is true in the page. */
  holds(expression: string, seconds?: number): Promise<void> {
    return this.until(expression, () => this.run<boolean>(expression), seconds)
  }

  run<T>(expression: string): Promise<T> {
    return this.driver.run(expression)
  }

  resize(width: number, height: number): Promise<void> {
    return this.driver.resize(width, height)
  }

  picture(): Promise<Buffer> {
    return this.driver.picture()
  }

  close(): Promise<void> {
    return this.driver.close()
  }

  /** Without the element itself: the page would keep it, and all around it, for as long as the driver knows it. */
  private isSeen(place: string): Promise<boolean> {
    return this.run(`${visibleAt(place)} !== null`)
  }

  private async reach(place: string): Promise<Found | null> {
    const seen = visibleAt(place)
    await this.run(`${seen}?.scrollIntoView({ block: "center", behavior: "instant" })`)
    return this.driver.find(seen)
  }

  /** Tries until it comes true: a page that changes meanwhile takes elements away from under a driver. */
  private async until(
    what: string,
    isTrue: () => Promise<boolean>,
    seconds = WAIT_MS / 1_000,
  ): Promise<void> {
    const end = Date.now() + seconds * 1_000
    let reason: unknown
    while (Date.now() < end) {
      try {
        if (await isTrue()) return
        reason = undefined
      } catch (error) {
        reason = error
      }
      await delay(LOOK_MS)
    }
    const page = await this.run<string>("location.pathname + ': ' + document.body.innerText").catch(String)
    throw new Error(`didn't ${what} within ${seconds} s. ${page.slice(0, 1_500)}`, { cause: reason })
  }
}
