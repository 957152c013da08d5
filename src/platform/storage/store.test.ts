import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { buffer } from "node:stream/consumers"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { MINUTE, SECOND } from "#shared/time.ts"
import { type S3Gateway, startS3Gateway } from "#tests/gateways/s3.ts"
import { openKeys } from "../keys.ts"
import { diskStore } from "./disk.ts"
import { fileLinks } from "./links.ts"
import { FileExists, FileMissing, type FileStore } from "./port.ts"
import { s3Store } from "./s3.ts"
import { serveFile } from "./serve.ts"

let gateway: S3Gateway
let folder: string
beforeAll(async () => {
  gateway = await startS3Gateway()
  folder = await mkdtemp(join(tmpdir(), "kaksha-store-"))
})
afterAll(async () => {
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
})

/** Larger than one part of an upload in parts. */
const LARGE = Buffer.alloc(6 * 1024 * 1024, "kaksha")

async function keysOf(store: FileStore, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of store.list(prefix)) keys.push(key)
  return keys
}

describe.each([
  ["disk", () => diskStore(folder)],
  ["s3", () => s3Store(gateway.settings)],
] as [string, () => FileStore][])("on %s", (_name, open) => {
  test("REC-04 what is kept is read back whole and in parts, and is never written over", async () => {
    const store = open()
    await store.put(
      "p1/r1-720p-1.webm",
      Readable.from([LARGE.subarray(0, 1_000_000), LARGE.subarray(1_000_000)]),
      "video/webm",
    )
    expect(await store.size("p1/r1-720p-1.webm")).toBe(LARGE.length)
    expect((await buffer(await store.read("p1/r1-720p-1.webm"))).equals(LARGE)).toBe(true)
    const part = await buffer(await store.read("p1/r1-720p-1.webm", { start: 6, end: 11 }))
    expect(part.toString()).toBe("kaksha")
    await expect(store.put("p1/r1-720p-1.webm", Buffer.from("other"), "video/webm")).rejects.toBeInstanceOf(
      FileExists,
    )
    expect(await store.size("p1/r1-720p-1.webm")).toBe(LARGE.length)
  })

  test("REC-04 a source that breaks leaves no file behind", async () => {
    const store = open()
    const breaking = Readable.from(
      (async function* () {
        yield LARGE
        throw new Error("the source broke")
      })(),
    )
    await expect(store.put("broken/file.webm", breaking, "video/webm")).rejects.toThrow("the source broke")
    expect(await store.size("broken/file.webm")).toBeNull()
    expect(await keysOf(store, "broken/")).toEqual([])
  })

  test("REC-04 files are listed by their folder, and removing one twice is fine", async () => {
    const store = open()
    for (const key of ["list/a.txt", "list/deep/b.txt", "listed.txt"])
      await store.put(key, Buffer.from(key), "text/plain")
    expect((await keysOf(store, "list/")).sort()).toEqual(["list/a.txt", "list/deep/b.txt"])
    await store.remove("list/a.txt")
    await store.remove("list/a.txt")
    expect(await store.size("list/a.txt")).toBeNull()
    await expect(store.read("list/a.txt")).rejects.toBeInstanceOf(FileMissing)
  })

  test("REC-05 a link opens one file in parts until it runs out, and can't be turned to another", async () => {
    const store = open()
    const key = `links/${_name}.webm`
    await store.put(key, Buffer.from("0123456789"), "video/webm")
    let now = new Date("2026-11-20T10:30:00Z")
    const links = fileLinks({ kept: store, spool: store }, openKeys("a-secret"), { now: () => now })
    const address = await links.make(key, {
      seconds: 3_600,
      contentType: "video/webm",
      downloadAs: "Fractions ½.webm",
    })
    const get = async (headers: Record<string, string>) => {
      if (!address.startsWith("/files/")) return fetch(address, { headers })
      const link = links.open(address.slice("/files/".length))
      if (!link) return new Response(null, { status: 403 })
      return serveFile(link, new Request(`http://localhost${address}`, { headers }))
    }
    const whole = await get({})
    expect(await whole.text()).toBe("0123456789")
    expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''Fractions%20%C2%BD.webm")
    const part = await get({ range: "bytes=4-6" })
    expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
      206,
      "456",
      "bytes 4-6/10",
    ])
    expect((await get({ range: "bytes=10-" })).status).toBe(416)
    if (_name === "s3") return
    now = new Date(now.getTime() + 60 * MINUTE - SECOND)
    expect((await get({})).status).toBe(200)
    now = new Date(now.getTime() + SECOND)
    expect((await get({})).status).toBe(403)
    now = new Date("2026-11-20T10:30:00Z")
    const [, payload = "", signature = ""] = /\/files\/(.+)\.(.+)$/.exec(address) ?? []
    const turned = Buffer.from(payload, "base64url").toString().replace(key, "links/other.webm")
    expect(links.open(`${Buffer.from(turned).toString("base64url")}.${signature}`)).toBeNull()
    expect(links.open("nonsense")).toBeNull()
  })

  test("REC-04 a key can't lead out of the store", async () => {
    for (const key of ["../secrets.json", "/etc/passwd", "a/../../b", "a//b", ""]) {
      await expect(async () => open().put(key, Buffer.from("x"), "text/plain")).rejects.toThrow("not a key")
    }
  })
})
