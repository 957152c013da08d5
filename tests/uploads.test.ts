import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { writeClass } from "#features/rooms/server/test-room.ts"
import type { SignedIn } from "#platform/context.ts"
import { USUAL_PATIENCE } from "#platform/patience.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createAdmin, createInstructor } from "#tests/people.ts"

const SCRIPT = "<script>alert(document.domain)</script>"
const VECTOR = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`
const PNG = "\u0089PNG\r\n\u001a\n"
const PDF = "%PDF-1.7\n"

/**
 * What every upload refuses with an error of the file's field: other types, under any name, and contents that
 * begin wrongly.
 */
const REFUSED: [what: string, name: string, content: string][] = [
  ["a page", "notes.html", SCRIPT],
  ["a page in capitals", "NOTES.HTM", SCRIPT],
  ["a page in XML", "notes.xhtml", `<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`],
  ["a drawing with scripts", "figure.svg", VECTOR],
  ["a style sheet of transformations", "notes.xsl", "<?xml version='1.0'?>"],
  ["a script", "sum.mjs", "alert(1)"],
  ["a web archive", "notes.mht", "MIME-Version: 1.0"],
  ["a program", "worksheet.exe", "MZ\u0090"],
  ["a program that follows a document's ending", "worksheet.pdf.exe", `${PDF}MZ`],
  ["a page that follows a document's ending", "worksheet.pdf.html", PDF + SCRIPT],
  ["a shell's script", "sum.sh", "#!/bin/sh\nid"],
  ["a shortcut", "worksheet.lnk", "L\u0000\u0000\u0000"],
  ["an archive", "worksheets.zip", "PK\u0003\u0004"],
  ["a Java archive", "worksheet.jar", "PK\u0003\u0004"],
  ["a document with macros", "worksheet.docm", "PK\u0003\u0004"],
  ["an ending of the prototype", "worksheet.constructor", PDF],
  ["no ending", "worksheet", PDF],
  ["an ending alone", "worksheet.", PDF],
  ["an ending with a space", "worksheet.pdf ", PDF],
  ["an ending behind a zero", "worksheet.html\u0000.pdf\u0000", PDF],
  ["an ending in look-alikes", "worksheet.рdf", PDF],
  ["a stream of another file", "worksheet.pdf::$DATA", PDF],
  ["a page that calls itself a picture", "figure.png", SCRIPT],
  ["a drawing that calls itself a picture", "figure.jpg", VECTOR],
  ["a page that calls itself a document", "worksheet.pdf", SCRIPT],
  ["a document that begins late", "worksheet.pdf", `\n${PDF}`],
  ["a program that calls itself a document", "worksheet.docx", "MZ\u0090"],
  ["less than a beginning", "figure.png", PNG.slice(0, 2)],
  ["nothing", "worksheet.pdf", ""],
]

/** What is kept under a name and type of ours, whatever else is in it. */
const KEPT: [what: string, name: string, content: string, saved: string, type: string][] = [
  ["a document that is a page, too", "a.pdf", PDF + SCRIPT, "a.pdf", "application/pdf"],
  ["a picture that is a page, too", "a.png", PNG + SCRIPT, "a.png", "image/png"],
  ["a picture that is a script, too", "a.gif", "GIF89a=1;alert(1)", "a.gif", "image/gif"],
  ["a text that is a page", "a.txt", SCRIPT, "a.txt", "text/plain; charset=utf-8"],
  ["a page in another encoding", "a.txt", "\u00ff\u00fe<\u0000s\u0000", "a.txt", "text/plain; charset=utf-8"],
  ["a table that a spreadsheet would run", "a.csv", "=cmd|' /C calc'!A0", "a.csv", "text/csv; charset=utf-8"],
  ["a path up", "../../../etc/passwd.pdf", PDF, "passwd.pdf", "application/pdf"],
  ["a path of another system", "C:\\temp\\..\\evil.pdf", PDF, "evil.pdf", "application/pdf"],
  ["an ending written backwards", "sum\u202efdp.exe.pdf", PDF, "sumfdp.exe.pdf", "application/pdf"],
  ["a header's end", 'a"\r\nSet-Cookie: stolen=1.pdf', PDF, "aSet-Cookie stolen=1.pdf", "application/pdf"],
  ["marks of the file system", "a<b>:c|d?e*.pdf", PDF, "abcde.pdf", "application/pdf"],
  ["a name of another script", "भिन्न 😀.pdf", PDF, "भिन्न 😀.pdf", "application/pdf"],
  ["a name without end", `${"é".repeat(400)}.pdf`, PDF, `${"é".repeat(116)}.pdf`, "application/pdf"],
  ["a hidden file", ".pdf", PDF, "file.pdf", "application/pdf"],
]

let product: HttpProduct
let teacher: SignedIn
let office: SignedIn
let doors: { who: SignedIn; path: string }[]

beforeAll(async () => {
  product = await startHttpProduct()
  ;[teacher, office] = [await createInstructor(product.ctx), await createAdmin(product.ctx)]
  const classId = await writeClass(product.ctx, teacher)
  const draft = { title: "Tabla", instructor: "Zakir Khan", curriculum: "General", service: "Music" }
  const made = await product.call(office, "POST", "/api/v1/admin/programs", draft)
  const program = ((await made.json()) as { id: string }).id
  doors = [
    { who: teacher, path: `/api/v1/classes/${classId}/room/files` },
    { who: office, path: `/api/v1/programs/${program}/materials` },
  ]
})
afterAll(() => product.close())

/** Byte for byte, so that beginnings stay as they are. */
const fileOf = (name: string, content: string, type = "text/html") =>
  new File([Buffer.from(content, "latin1")], name, { type })

async function send({ who, path }: (typeof doors)[number], body: FormData): Promise<Response> {
  const headers = { cookie: await product.cookieOf(who) }
  return fetch(product.address + path, { method: "POST", headers, body })
}

function formOf(file: File, id: string = randomUUID()): FormData {
  const body = new FormData()
  body.set("id", id)
  body.set("file", file)
  return body
}

test.each(REFUSED)("ROOM-05 DASH-03 %s (%j) is refused at its field", async (_what, name, content) => {
  for (const door of doors) {
    const answer = await send(door, formOf(fileOf(name, content)))
    expect(answer.status, door.path).toBe(422)
    const { code, data } = (await answer.json()) as { code: string; data: { fields: { file: string } } }
    expect([code, data.fields.file]).toEqual(["FIELD_ERRORS", expect.stringMatching(/^FILE_(KIND|EMPTY)$/)])
  }
})

test.each(KEPT)(
  "ROOM-05 DASH-03 %s is saved by a name and a type of ours, and never shown",
  async (...row) => {
    const [, name, content, saved, type] = row
    for (const door of doors) {
      const id = randomUUID()
      const kept = await send(door, formOf(fileOf(name, content), id))
      expect(kept.status, await kept.clone().text()).toBe(200)
      const { url } = (await (
        await product.call(door.who, "POST", `${door.path}/${id}/link`, {})
      ).json()) as {
        url: string
      }
      const answer = await fetch(product.address + url)
      expect(answer.headers.get("content-type")).toBe(type)
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
      expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/)
      expect(answer.headers.get("set-cookie")).toBeNull()
      const disposition = answer.headers.get("content-disposition") ?? ""
      expect(disposition).toMatch(/^attachment; filename=/)
      const written = /filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1]
      const plain = /filename="((?:[^"\\]|\\.)*)"/.exec(disposition)?.[1]
      expect(written ? decodeURIComponent(written) : plain).toBe(saved)
      expect(Buffer.from(await answer.arrayBuffer()).toString("latin1")).toBe(content)
    }
  },
)

test("REC-03 a recorder whose session can't be read for a moment is told to try again, not that it is signed out", async () => {
  const hurried = await startHttpProduct({}, undefined, undefined, undefined, undefined, {
    patience: { ...USUAL_PATIENCE, statement: 300 },
  })
  onTestFinished(() => hurried.close())
  const recorder = await createInstructor(hurried.ctx)
  const path = `/uploads/recordings/${randomUUID()}`
  expect((await hurried.call(recorder, "HEAD", path)).status).toBe(404)
  await hurried.ctx.db.transaction(async (tx) => {
    await tx.execute(sql`lock table sessions in access exclusive mode`)
    expect((await hurried.call(recorder, "HEAD", path)).status).toBe(503)
  })
  expect((await hurried.call(recorder, "HEAD", path)).status).toBe(404)
})
