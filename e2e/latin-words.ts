import type { Page } from "@playwright/test"
import brand from "../content/brand.json" with { type: "json" }
import lessons from "../content/lessons.json" with { type: "json" }
import { TIMETABLE } from "../src/features/classes/server/trial/timetable.ts"
import { expect, type Product } from "./product.ts"

/** What is written in Latin letters in Hindi, too. */
const KEPT = [
  ...[
    "Google",
    "WhatsApp",
    "SMS",
    "QR",
    "JSON",
    "UTC",
    "MP4",
    "WebM",
    "WebVTT",
    "MB",
    "CSV",
    "PDF",
    "JPEG",
    "PNG",
    "WebP",
    "Authenticator",
    "Aegis",
    "FAS",
  ],
  ...["CBSE", "ICSE", "IB", "REC", "MB", "IGCSE", "PUC", "NEET", "JEE", "CAT", "CET", "IPMAT", "CUET", "XP"],
  // The names of the server's settings, and what is typed into an English field of the catalogue.
  ...["batch", "paid_until", "student_name"],
  ...["SMTP_HOST", "MAIL_FROM", "SMS_PROVIDER", "OFFICE_EMAIL", "Office", "All", "months", "hours"],
  ...["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET", "Chrome", "Linux", "Ctrl", "English"],
  ...["UPI", "UTR", "Cr", "Dr", "GST", "GSTIN", "PAN", "Meta"],
  ...["IST", "Asia", "Kolkata", "Meet", "Calendar", "Apple", "Outlook", "DLT"],
]

const wordsOf = (text: string) => text.match(/[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ_'’-]+/g) ?? []

/** Returns the words of a product's own names: its brand, its people, and what their programs, classes and videos are called. */
export async function readNames({ address }: Product): Promise<Set<string>> {
  const office = await fetch(`${address}/api/v1/demo-people/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "noor@demo.kaksha.example" }),
  })
  const cookie = office.headers.getSetCookie().map((header) => header.split(";")[0])
  const headers = { cookie: cookie.join("; ") }
  const read = async (path: string) => {
    const answer = await fetch(`${address}/api/v1${path}`, { headers })
    expect(answer.ok, path).toBe(true)
    return answer.text()
  }
  const lists = [
    ...["/demo-people", "/classes?limit=50", "/programs?limit=48"],
    ...["/admin/students?limit=50", "/admin/programs?limit=100"],
  ]
  const named = [
    JSON.stringify([brand, lessons, TIMETABLE.map(({ title }) => title)]),
    ...(await Promise.all(lists.map(read))),
  ]
  return new Set([...named, ...KEPT].flatMap(wordsOf))
}

/** Expects that a page says nothing in Latin letters but names, e-mails, addresses, what people wrote, and what is marked as English. */
export async function expectNoLatin(page: Page, names: Set<string>): Promise<void> {
  const said = await page.evaluate(() => {
    const foreign = (element: Element | null) =>
      element?.closest("script, noscript, style, code, textarea, [lang^=en]:not(html), [lang='']") != null
    const found = [document.title]
    for (const meta of document.querySelectorAll("meta[name=description]"))
      found.push(meta.getAttribute("content") ?? "")
    /** An avatar shows the first letters of a name. */
    const isInitials = (element: Element | null) =>
      element?.closest("[aria-hidden=true]") != null && /^[A-Z]{1,2}$/.test(element.textContent ?? "")
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode())
      if (!foreign(texts.currentNode.parentElement) && !isInitials(texts.currentNode.parentElement))
        found.push(texts.currentNode.textContent ?? "")
    for (const element of document.body.querySelectorAll("[aria-label], [placeholder], [title], [alt]"))
      if (!foreign(element))
        for (const name of ["aria-label", "placeholder", "title", "alt"])
          found.push(element.getAttribute(name) ?? "")
    return found
  })
  const latin = said
    .map((text) => text.replace(/\S+@\S+|https?:\S+|\/[a-z-]+/g, ""))
    .filter((text) => wordsOf(text).some((word) => !names.has(word)))
  expect(latin, page.url()).toEqual([])
}
