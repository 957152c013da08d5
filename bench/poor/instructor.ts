import { createHash, randomUUID, X509Certificate } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type BrowserContext, chromium, type Page } from "@playwright/test"
import { busySlides } from "#tests/slide-files.ts"
import playwrightConfig from "../../playwright.config.ts"
import type { LiveClass } from "../rig/live-class.ts"
import { browserCookies, type Cookie } from "../rig/people.ts"
import type { Product } from "../rig/product.ts"
import { cacheFolder, type World } from "../rig/world.ts"

const VOICE = { rate: 48_000, seconds: 12 }
const WINDOW = { width: 1_280, height: 720 }

/** Writes what a microphone hears of somebody who goes on talking: syllables of one voice. Returns the file. */
function writeVoice(): string {
  const { rate, seconds } = VOICE
  const bytes = Buffer.alloc(44 + rate * seconds * 2)
  bytes.write("RIFF")
  bytes.writeUInt32LE(bytes.length - 8, 4)
  bytes.write("WAVEfmt ", 8)
  bytes.writeUInt32LE(16, 16)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    bytes.writeUInt16LE(value, at)
  bytes.writeUInt32LE(rate, 24)
  bytes.writeUInt32LE(rate * 2, 28)
  bytes.write("data", 36)
  bytes.writeUInt32LE(bytes.length - 44, 40)
  for (let at = 0; at < rate * seconds; at += 1) {
    const time = at / rate
    const pitch = 2 * Math.PI * (130 + 25 * Math.sin(time * 2.1)) * time
    const voice = [1, 2, 3, 5, 8, 13].reduce(
      (sum, harmonic) => sum + Math.sin(pitch * harmonic) / harmonic,
      0,
    )
    const syllable = Math.max(0.08, Math.sin(Math.PI * ((time * 4.3) % 1)) ** 0.7)
    bytes.writeInt16LE(Math.round(5_500 * voice * syllable), 44 + at * 2)
  }
  const file = join(cacheFolder, "voice.wav")
  writeFileSync(file, bytes)
  return file
}

function fingerprintOf(cert: string): string {
  const key = new X509Certificate(cert).publicKey.export({ type: "spki", format: "der" })
  return createHash("sha256").update(key).digest("base64")
}

/** A browser of somebody who talks, or who attends from where `program` starts it. */
export async function openPerson(
  world: World,
  { cert, program, voice = false }: { cert: string; program?: string; voice?: boolean },
) {
  const options = playwrightConfig.use?.launchOptions
  const browser = await chromium.launch({
    ...options,
    ...(program && { executablePath: program }),
    args: [
      ...(options?.args ?? []),
      // Files of a server whose certificate is wrong aren't kept by the browser; this one is right.
      `--ignore-certificate-errors-spki-list=${fingerprintOf(cert)}`,
      "--disable-features=WebRtcHideLocalIpsWithMdns",
      ...(voice ? [`--use-file-for-fake-audio-capture=${writeVoice()}`] : []),
    ],
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  })
  world.own(() => browser.close())
  return browser
}

export async function signIn(context: BrowserContext, address: string, cookie: Cookie): Promise<void> {
  await context.addCookies(browserCookies(cookie, address))
}

/** Brings the instructor into the room, talking and with the camera on. */
export async function startTeaching(
  world: World,
  { address, cert }: { address: string; cert: string },
  { id, instructor }: LiveClass,
): Promise<Page> {
  const browser = await openPerson(world, { cert, voice: true })
  const context = await browser.newContext({ viewport: WINDOW })
  await signIn(context, address, instructor)
  const page = await context.newPage()
  await page.goto(`${address}/class/${id}/room`)
  await page.locator("[data-connection-state=connected]").waitFor()
  await page.locator("[data-control=camera][data-on=true]").waitFor()
  return page
}

/** Adds slides to the class and waits until they can be shown. Returns their id. */
export async function addSlides(
  { address }: Product,
  { id, instructor }: LiveClass,
  pages: number,
): Promise<string> {
  const deck = randomUUID()
  const form = new FormData()
  form.set("id", deck)
  form.set(
    "file",
    new File([new Uint8Array(busySlides(pages))], "Fractions.pdf", { type: "application/pdf" }),
  )
  const url = `${address}/api/v1/classes/${id}/slides`
  const added = await fetch(url, { method: "POST", headers: { cookie: instructor }, body: form })
  if (!added.ok) throw new Error(`${url} answered ${added.status}: ${await added.text()}`)
  for (;;) {
    const listed = await fetch(url, { headers: { cookie: instructor } })
    const { decks } = (await listed.json()) as { decks: { id: string; status: string }[] }
    const status = decks.find((one) => one.id === deck)?.status
    if (status === "ready") return deck
    if (status === "failed") throw new Error("the slides could not be drawn")
    await new Promise((later) => setTimeout(later, 200))
  }
}
