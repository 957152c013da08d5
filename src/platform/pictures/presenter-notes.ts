import { createReadStream } from "node:fs"
import { Parser } from "htmlparser2"

/**
 * Reads what a presentation's author noted on each page, from a file that LibreOffice saved as one piece of XML
 * (OpenDocument 1.3, part 3, sections 9.1.5 and 10.4.2). `longest` is the most characters of a note.
 */
export async function readPresenterNotes(path: string, longest: number): Promise<string[]> {
  const notes: string[] = []
  // How deep the element lies that is being read, and the frame of notes around it, if any.
  let depth = 0
  let frame: number | null = null
  let paragraphs = 0
  const add = (text: string) => {
    const at = notes.length - 1
    // The notes of a master page come before any page.
    if (frame !== null && at >= 0) notes[at] = `${notes[at]}${text}`.slice(0, longest * 2)
  }
  const parser = new Parser(
    {
      onopentag(name, { "presentation:class": part }) {
        depth += 1
        if (name === "draw:page") notes.push("")
        if (name === "draw:frame" && part === "notes") frame ??= depth
        if (name === "text:p") paragraphs += 1
        if (name === "text:line-break") add("\n")
        if (name === "text:tab" || name === "text:s") add(" ")
      },
      ontext(text) {
        if (paragraphs > 0) add(text.replace(/\s+/g, " "))
      },
      onclosetag(name) {
        if (name === "text:p") {
          paragraphs -= 1
          add("\n")
        }
        if (frame === depth) frame = null
        depth -= 1
      },
    },
    { xmlMode: true },
  )
  for await (const part of createReadStream(path, { encoding: "utf8" })) parser.write(part)
  parser.end()
  return notes.map((note) =>
    note
      .replace(/[^\P{Cc}\n]/gu, "")
      .trim()
      .slice(0, longest),
  )
}
