import { expect, test } from "vitest"
import { kindOfFile, safeFileName } from "./files.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

test("ROOM-05 a file's kind is by its extension, and its first bytes must agree", () => {
  expect(kindOfFile("a.PDF", bytes("%PDF-1.4"))).toEqual({ extension: "pdf", contentType: "application/pdf" })
  expect(kindOfFile("a.pdf", bytes("<html>"))).toBeNull()
  for (const name of ["a.html", "a.svg", "a.js", "a.exe", "a", ".pdf.html", "a.constructor", "a.pdf "])
    expect(kindOfFile(name, bytes("%PDF"))).toBeNull()
})

test("ROOM-05 a file's name keeps its words and loses paths, marks that turn it round, and a second extension's power", () => {
  const pdf = { extension: "pdf" }
  expect(safeFileName("C:\\notes\\भिन्न, part 1.pdf", pdf)).toBe("भिन्न, part 1.pdf")
  expect(safeFileName("../../etc/passwd.pdf", pdf)).toBe("passwd.pdf")
  expect(safeFileName("invoice\u202Efdp.exe.pdf", pdf)).toBe("invoicefdp.exe.pdf")
  expect(safeFileName('a"\r\nb.pdf', pdf)).toBe("ab.pdf")
  expect(safeFileName(`${"x".repeat(500)}.pdf`, pdf)).toHaveLength(120)
  expect(safeFileName(".pdf", pdf)).toBe("file.pdf")
})
