import { MIMEType } from "node:util"
import { DEEPEST } from "./request-limits.ts"

/* Counts the values in a body before anything parses it, in one pass over its bytes: the work of parsers
   on a form with thousands of fields grows with their square. */

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/** Whether a body of this content type contains more than `fields` values, or is nested too deeply. */
export function isOverFull(body: Buffer, contentType: string | undefined, fields: number): boolean {
  const type = contentType?.toLowerCase() ?? ""
  if (type.startsWith("multipart/")) return isOverFullMultipart(body, contentType ?? "", fields)
  if (type.startsWith("application/x-www-form-urlencoded")) return isOverFullQuery(body.toString(), fields)
  // A body without a content type is read as JSON.
  return isOverFullJson(body, fields)
}

function isOverFullJson(body: Buffer, fields: number): boolean {
  let [depth, values, isText] = [0, 1, false]
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (isText) {
      if (byte === BACKSLASH) at += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (byte === COMMA) values += 1
    else if (OPENING.has(byte)) [depth, values] = [depth + 1, values + 1]
    else if (CLOSING.has(byte)) depth -= 1
    if (depth > DEEPEST || values > fields) return true
  }
  return false
}

/** The same for the query of an address, or a form encoded as one. */
export function isOverFullQuery(query: string, fields: number): boolean {
  let seen = 1
  for (let at = query.indexOf("&"); at !== -1; at = query.indexOf("&", at + 1)) {
    seen += 1
    if (seen > fields) return true
  }
  // Only a bracket or a dot in a name nests.
  if (!/\[|%5b|\./i.test(query)) return false
  return areOverFullNames([...new URLSearchParams(query).keys()], fields)
}

function isOverFullMultipart(body: Buffer, contentType: string, fields: number): boolean {
  const boundary = boundaryOf(contentType)
  // Without a boundary nothing can be parsed.
  if (!boundary) return false
  const mark = Buffer.from(`--${boundary}`)
  const names: string[] = []
  let parts = 0
  for (let at = body.indexOf(mark); at !== -1; ) {
    const next = body.indexOf(mark, at + mark.length)
    parts += 1
    // The mark at the end begins no part.
    if (parts > fields + 1) return true
    names.push(nameOf(body.subarray(at, next === -1 ? undefined : next)))
    at = next
  }
  return areOverFullNames(names, fields)
}

function boundaryOf(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get("boundary")
  } catch {
    return null
  }
}

const LONGEST_PART_HEAD = 4_096

function nameOf(part: Buffer): string {
  const head = part.subarray(0, LONGEST_PART_HEAD).toString("latin1").split("\r\n\r\n", 1)[0] ?? ""
  return /[;\s]name="([^"]*)"/i.exec(head)?.[1] ?? ""
}

/** `a[5000]=1` makes a list of 5,001 positions, so the positions of all lists count as fields. */
function areOverFullNames(names: readonly string[], fields: number): boolean {
  const lists = new Map<string, number>()
  let places = 0
  for (const name of names) {
    let depth = 1
    for (const char of name) if (char === "[" || char === ".") depth += 1
    if (depth > DEEPEST) return true
    for (const { index, 1: at } of name.matchAll(/\[(\d+)\]/g)) {
      const list = name.slice(0, index)
      const before = lists.get(list) ?? 0
      const now = Math.max(before, Number(at) + 1)
      lists.set(list, now)
      places += now - before
    }
    if (places > fields) return true
  }
  return false
}
