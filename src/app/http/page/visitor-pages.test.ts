import { brotliDecompressSync } from "node:zlib"
import { Hono } from "hono"
import { beforeEach, expect, test } from "vitest"
import type { Language } from "#ui/language.ts"
import { keepVisitorPages, speak } from "./visitor-pages.ts"

type Variables = { language: Language; staticPage: boolean; keepSeconds: number | null }

let rendered: string[]
let clock = 0
let app: Hono<{ Variables: Variables }>

beforeEach(() => {
  rendered = []
  app = new Hono<{ Variables: Variables }>()
  app.use(speak(false))
  app.use(keepVisitorPages("https://kaksha.example", { keep: true, now: () => clock }))
  app.get("/lively", (c) => c.html("<p>lively</p>"))
  app.get("/gone", (c) => {
    c.set("staticPage", true)
    return c.html("<p>gone</p>", 404)
  })
  app.get("/counted", (c) => {
    c.set("staticPage", true)
    c.header("set-cookie", "seen=1; Path=/")
    return c.html("<p>counted</p>")
  })
  app.all("*", (c) => {
    c.set("staticPage", true)
    if (c.req.path === "/home") c.set("keepSeconds", 60)
    if (c.req.path === "/failing") c.set("keepSeconds", 0)
    rendered.push(`${c.req.path} ${c.get("language")}`)
    const who = c.req.header("cookie")?.includes("session") ? "Asha" : "visitor"
    return c.html(`<p>${c.req.path} in ${c.get("language")} for ${who}</p>`)
  })
})

async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await app.request(path, { headers })
  return { answer, text: await answer.clone().text(), cache: answer.headers.get("cache-control") }
}

test("NAV-08 a visitor's page is rendered once, may be cached, and is 304 to who has it", async () => {
  const first = await get("/about")
  const second = await get("/about")
  expect(rendered).toEqual(["/about en"])
  expect(second.text).toBe(first.text)
  for (const { cache, answer } of [first, second]) {
    expect(cache).toMatch(/^public, max-age=\d+, stale-while-revalidate=\d+$/)
    expect(answer.headers.get("vary")).toBe("Accept-Encoding, Accept-Language, Cookie")
  }
  const tag = second.answer.headers.get("etag") ?? ""
  expect((await get("/about", { "if-none-match": tag })).answer.status).toBe(304)
  expect((await get("/about", { "if-none-match": `W/${tag}` })).answer.status).toBe(304)
  expect((await get("/about", { "if-none-match": '"other"' })).answer.status).toBe(200)
})

test("NAV-08 the kept page goes out compressed as the browser takes it", async () => {
  const plain = await get("/about")
  const answer = await app.request("/about", { headers: { "accept-encoding": "gzip, br" } })
  expect(answer.headers.get("content-encoding")).toBe("br")
  expect(brotliDecompressSync(await answer.arrayBuffer()).toString()).toBe(plain.text)
  expect(answer.headers.get("etag")).not.toBe(plain.answer.headers.get("etag"))
  const refused = await app.request("/about", { headers: { "accept-encoding": "br;q=0, gzip" } })
  expect(refused.headers.get("content-encoding")).toBe("gzip")
})

test("D1 OPS-04 a request with a cookie neither fills nor gets the kept pages of visitors, and its browser keeps nothing", async () => {
  const asha = { cookie: "theme=dark; kaksha.session=abc" }
  expect(await get("/about", asha)).toMatchObject({ cache: "private, no-store" })
  expect((await get("/about")).text).toContain("for visitor")
  expect((await get("/about", asha)).text).toContain("for Asha")
  const flash = await get("/about", { cookie: "kaksha.flash=x" })
  expect(flash.cache).toBe("private, no-store")
  expect(rendered).toHaveLength(4)
})

test("D1 a page that sets a cookie is for its one reader, and is neither shared nor kept", async () => {
  for (const { cache, answer } of [await get("/counted"), await get("/counted")]) {
    expect(cache).toBe("private, no-cache")
    expect(answer.headers.get("set-cookie")).toContain("seen=1")
  }
})

test("NAV-07 each language and theme has its own kept page, and the address's language is remembered", async () => {
  const hindi = await get("/about?lang=hi")
  expect(hindi.text).toContain("in hi")
  expect(hindi.answer.headers.get("set-cookie")).toContain("kaksha.lang=hi")
  expect(hindi.cache).toBe("private, no-cache")
  const later = await get("/about", { cookie: "kaksha.lang=hi" })
  expect(later.text).toContain("in hi")
  expect(later.answer.headers.get("set-cookie")).toBeNull()
  expect((await get("/about", { "accept-language": "en" })).text).toContain("in en")
  await get("/about", { cookie: "theme=dark" })
  expect(rendered).toEqual(["/about hi", "/about en", "/about en"])
})

test("NAV-08 pages with scripts, failures, posts and searches are not kept", async () => {
  expect((await get("/lively")).cache).toBe("private, no-cache")
  expect((await get("/gone")).cache).toBe("private, no-cache")
  expect((await app.request("/about", { method: "POST" })).headers.get("cache-control")).toBe(
    "private, no-store",
  )
  await get("/blog?q=a")
  await get("/blog?q=a")
  expect(rendered.filter((one) => one.startsWith("/blog"))).toHaveLength(2)
})

test("HOME-01 NAV-08 a page that shows the next classes is kept for a minute, one that failed in part not at all", async () => {
  const first = await get("/home")
  clock += 59_000
  expect((await get("/home")).text).toBe(first.text)
  expect(rendered).toEqual(["/home en"])
  expect(first.cache).toBe("public, max-age=60")
  clock += 2_000
  await get("/home")
  expect(rendered).toEqual(["/home en", "/home en"])
  expect((await get("/failing")).cache).toBe("private, no-cache")
  await get("/failing")
  expect(rendered).toHaveLength(4)
})
