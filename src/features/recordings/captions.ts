/** The largest file of captions in bytes. */
export const LARGEST_CAPTIONS_BYTES = 1_000_000

type Cue = { start: number; end: number; settings: string; text: string }
type Read = { cues: Cue[] } | { problem: string }

const TIME = String.raw`((?:\d{2,4}:)?[0-5]\d:[0-5]\d\.\d{3})`
const TIMING = new RegExp(`^${TIME}[ \\t]+-->[ \\t]+${TIME}(?:[ \\t]+(.*))?$`)
/** The settings that position a caption. Any others in a file are dropped. */
const SETTING = /^(vertical|line|position|size|align):[\w%,.-]{1,24}$/
const EXAMPLE = "00:01:02.500 --> 00:01:05.000"

/**
 * Reads a WebVTT file. Anything but captions, such as styles and notes, is left out. `problem` is a code of
 * the field messages, or a sentence that names the line.
 */
export function readCaptions(bytes: Uint8Array): Read {
  if (bytes.length > LARGEST_CAPTIONS_BYTES) return { problem: "CAPTIONS_TOO_LARGE" }
  const text = decode(bytes)
  if (text === null || !/^WEBVTT(?:[ \t\n]|$)/.test(text)) return { problem: "CAPTIONS_KIND" }
  const lines = text.split("\n")
  const cues: Cue[] = []
  // The header is a block of its own.
  let at = endOfBlock(lines, 0)
  while (at < lines.length) {
    const end = endOfBlock(lines, at)
    const read = readBlock(lines, at, end)
    if (read && "problem" in read) return read
    if (read) cues.push(read)
    at = end + 1
  }
  return cues.length === 0 ? { problem: "CAPTIONS_EMPTY" } : { cues }
}

/** Returns the text, or null if the bytes are no UTF-8 text. A file may begin with a byte order mark. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r\n?/g, "\n")
  } catch {
    return null
  }
}

/** Returns the index of the empty line after a block, or of the end. */
function endOfBlock(lines: readonly string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at] !== "") at += 1
  return at
}

/** Returns the caption in some lines, or null if there is none. */
function readBlock(lines: readonly string[], from: number, to: number): Cue | { problem: string } | null {
  const block = lines.slice(from, to)
  if (block.length === 0 || /^(NOTE|STYLE|REGION)(?:[ \t]|$)/.test(block[0] ?? "")) return null
  // A caption may begin with its own identifier.
  const timedAt = block.findIndex((line) => line.includes("-->"))
  const number = from + Math.max(timedAt, 0) + 1
  if (timedAt < 0 || timedAt > 1) return { problem: `Line ${number} should be a time such as ${EXAMPLE}` }
  const match = TIMING.exec(block[timedAt] ?? "")
  if (!match) return { problem: `Line ${number} should be a time such as ${EXAMPLE}` }
  const [start, end] = [toSeconds(match[1] ?? ""), toSeconds(match[2] ?? "")]
  if (end <= start) return { problem: `Line ${number}: the caption ends before it begins` }
  const text = block.slice(timedAt + 1)
  const second = text.findIndex((line) => line.includes("-->"))
  if (second >= 0) return { problem: `Line ${number + second + 1}: leave an empty line before each caption` }
  const settings = (match[3] ?? "").split(/[ \t]+/).filter((setting) => SETTING.test(setting))
  return { start, end, settings: settings.join(" "), text: text.join("\n") }
}

function toSeconds(time: string): number {
  return time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Returns the captions as a new WebVTT file, which contains nothing of the upload but what was parsed. */
export function writeCaptions(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, settings, text }) =>
    [`${toTime(start)} --> ${toTime(end)}${settings && ` ${settings}`}`, text].join("\n"),
  )
  return `${["WEBVTT", ...blocks].join("\n\n")}\n`
}

function toTime(seconds: number): string {
  const ms = Math.round(seconds * 1_000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0")
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1_000) % 60)}.${String(ms % 1_000).padStart(3, "0")}`
}
