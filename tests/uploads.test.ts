import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest"
import { answerToken, openAnswers } from "#features/attendance/server/notices/answer-links.ts"
import { attendanceVerdicts } from "#features/attendance/server/table.ts"
import { readClass } from "#features/classes/server/service.ts"
import { writeClass } from "#features/rooms/server/test-room.ts"
import type { SignedIn } from "#platform/context.ts"
import { USUAL_PATIENCE } from "#platform/patience.ts"
import { HOUR } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"

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

/** What proves an illness: of what other doors take as well, only PDFs and pictures that phones take. */
const NO_PROOF = /^FILE_EMPTY$|^PROOF_KIND$/
/** Slides are what of these can be looked at. */
const NO_SLIDES = /^FILE_EMPTY$|^SLIDES_KIND$/

let product: HttpProduct
let guardian: SignedIn
let absence: Awaited<ReturnType<typeof missClass>>
let teacher: SignedIn
let office: SignedIn
let doors: { who: SignedIn; path: string }[]
let slides: { who: SignedIn; path: string }

/** A class that a student missed, whose parent got the link. */
async function missClass(child?: SignedIn) {
  const { ctx } = product
  const now = ctx.clock.now()
  const held = { status: "completed", starts_at: new Date(now.getTime() - HOUR), ended_at: now } as const
  const { id: class_id } = await createClass(ctx, teacher, held)
  const student = child ?? (await createStudent(ctx, { parent_phone: "+919812300099", parent_name: "Lata" }))
  const { user_id: student_id } = student
  await seat(ctx, class_id, student)
  const counted = { present_seconds: 0, minimum_seconds: 600, rule: 2, settled_at: now }
  await ctx.db
    .insert(attendanceVerdicts)
    .values({ class_id, student_id, verdict: "absent", reasons: [{ kind: "never-came" }], ...counted })
  const row = await readClass(ctx, class_id)
  if (row) await openAnswers(ctx, row, new Map([["+919812300099", [student_id]]]))
  return { class_id, student, student_id, token: answerToken(ctx, class_id, "+919812300099") }
}

/** The ways in which a family sends a proof. */
function proofDoors({ class_id, student_id, token }: typeof absence) {
  return [
    { who: guardian, path: `/api/v1/guardian/children/${student_id}/absences/${class_id}/proof` },
    { who: null, path: `/api/v1/absences/${token}/proof`, fields: { student_id } },
  ]
}

beforeAll(async () => {
  product = await startHttpProduct()
  ;[teacher, office] = [await createInstructor(product.ctx), await createAdmin(product.ctx)]
  const classId = await writeClass(product.ctx, teacher)
  const draft = { title: "Tabla", instructor: "Zakir Khan", curriculum: "General", service: "Music" }
  const made = await product.call(office, "POST", "/api/v1/admin/programs", draft)
  const program = ((await made.json()) as { id: string }).id
  absence = await missClass()
  guardian = await createGuardian(product.ctx, absence.student)
  slides = { who: teacher, path: `/api/v1/classes/${classId}/slides` }
  doors = [
    { who: teacher, path: `/api/v1/classes/${classId}/room/files` },
    { who: office, path: `/api/v1/programs/${program}/materials` },
  ]
})
afterAll(() => product.close())

/** Byte for byte, so that beginnings stay as they are. */
const fileOf = (name: string, content: string, type = "text/html") =>
  new File([Buffer.from(content, "latin1")], name, { type })

type Door = { who: SignedIn | null; path: string; fields?: Record<string, string> }

async function send({ who, path, fields = {} }: Door, body: FormData): Promise<Response> {
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers: Record<string, string> = who ? { cookie: await product.cookieOf(who) } : {}
  return fetch(product.address + path, { method: "POST", headers, body })
}

function formOf(file: File, id: string = randomUUID()): FormData {
  const body = new FormData()
  body.set("id", id)
  body.set("file", file)
  return body
}

test.each(REFUSED)(
  "ROOM-05 ROOM-10 DASH-03 %s (%j) is refused at its field",
  async (_what, name, content) => {
    for (const door of doors) {
      const answer = await send(door, formOf(fileOf(name, content)))
      expect(answer.status, door.path).toBe(422)
      const { code, data } = (await answer.json()) as { code: string; data: { fields: { file: string } } }
      expect([code, data.fields.file]).toEqual(["FIELD_ERRORS", expect.stringMatching(/^FILE_(KIND|EMPTY)$/)])
    }
    const others = [
      ...proofDoors(absence).map((door) => [door, NO_PROOF] as const),
      [slides, NO_SLIDES] as const,
    ]
    for (const [door, codes] of others) {
      const answer = await send(door, formOf(fileOf(name, content)))
      expect(answer.status, door.path).toBe(422)
      const { data } = (await answer.json()) as { data: { fields: { file: string } } }
      expect(data.fields.file, door.path).toMatch(codes)
    }
  },
)

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

/** The names that PDFs and pictures have when they are saved: none of the family's. */
const SAVED: Record<string, string> = {
  "application/pdf": "proof-1.pdf",
  "image/png": "proof-1.png",
}

test("PAY-02 ROOM-05 a proof is kept by a type and name of ours, and staff save or see it while nothing in it runs", async () => {
  for (const [what, name, content, , type] of KEPT) {
    const missed = await missClass(absence.student)
    for (const door of proofDoors(missed)) {
      const sent = await send(door, formOf(fileOf(name, content)))
      expect(sent.status, `${what}: ${door.path}`).toBe(SAVED[type] ? 200 : 422)
    }
    const opened = `/api/v1/classes/${missed.class_id}/attendance/${missed.student_id}/proof/links`
    const shown = await product.call(teacher, "POST", opened, {})
    expect(shown.status, what).toBe(SAVED[type] ? 200 : 404)
    if (!SAVED[type]) continue
    const proof = (await shown.json()) as { opened: { url: string }[] }
    expect(proof.opened).toHaveLength(1)
    const answer = await fetch(product.address + proof.opened[0]?.url)
    expect(answer.headers.get("content-type")).toBe(type)
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
    expect(answer.headers.get("cache-control")).toBe("no-store")
    expect(answer.headers.get("content-security-policy")).toMatch(/default-src 'none'.*sandbox/)
    expect(answer.headers.get("content-disposition")).toContain(`attachment; filename="${SAVED[type]}"`)
    expect(Buffer.from(await answer.arrayBuffer()).toString("latin1")).toBe(content)
  }
})

test("PAY-02 OPS-04 a photo of megabytes arrives by the link and by page, one that is too large or sent with another link doesn't", async () => {
  const missed = await missClass(absence.student)
  const [, byLink] = proofDoors(missed)
  if (!byLink) throw new Error("no link")
  const photo = (bytes: number, first = "a") => fileOf("a.png", PNG + first.repeat(bytes - PNG.length))
  const sent = await send(byLink, formOf(photo(10 * 2 ** 20)))
  expect(sent.status, await sent.clone().text()).toBe(200)
  const over = await send(byLink, formOf(photo(10 * 2 ** 20 + 1)))
  expect(await over.json()).toMatchObject({ data: { fields: { file: "PROOF_TOO_LARGE" } } })
  expect((await send(byLink, formOf(photo(11 * 2 ** 20)))).status).toBe(413)
  const guessed = { ...byLink, path: "/api/v1/absences/guessed/proof" }
  expect((await send(guessed, formOf(photo(2 ** 20)))).status).toBe(403)
  const child = (await missClass()).student
  const stranger = { ...byLink, fields: { student_id: child.user_id } }
  expect((await send(stranger, formOf(photo(2 ** 20, "b")))).status).toBe(404)
})

test("LAW-03 a guardian sees who looked at a proof", async () => {
  const missed = await missClass(absence.student)
  for (const door of proofDoors(missed)) await send(door, formOf(fileOf("a.pdf", PDF)))
  const { student_id, class_id } = missed
  await product.call(teacher, "POST", `/api/v1/classes/${class_id}/attendance/${student_id}/proof/links`, {})
  await product.runtime.seen.flush()
  const views = await product.call(guardian, "GET", `/api/v1/students/${student_id}/views`)
  const { items } = (await views.json()) as { items: { kind: string; viewer_name: string }[] }
  expect(items).toContainEqual(expect.objectContaining({ kind: "medical", viewer_name: "Meera Iyer" }))
})

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
