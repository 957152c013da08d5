import fc from "fast-check"
import { expect, test } from "vitest"
import { LARGEST_CAPTIONS_BYTES, readCaptions, writeCaptions } from "./captions.ts"

const read = (text: string) => readCaptions(new TextEncoder().encode(text))

const FILE = `\uFEFFWEBVTT - Fractions\r
Language: en\r
\r
STYLE\r
::cue { background: url(https://elsewhere.example/pixel) }\r
\r
NOTE nobody should see this\r
\r
1\r
00:01.000 --> 00:03.500 align:start onclick:alert(1)\r
<v Meera>A half is\r
two quarters.</v>\r
\r
01:00:00.000 --> 01:00:02.000\r
Goodbye\r
`

test("REC-06 captions are read as a player would, and what is no caption is left out", () => {
  const captions = read(FILE)
  expect(captions).toEqual({
    cues: [
      { start: 1, end: 3.5, settings: "align:start", text: "<v Meera>A half is\ntwo quarters.</v>" },
      { start: 3_600, end: 3_602, settings: "", text: "Goodbye" },
    ],
  })
  const kept = writeCaptions("cues" in captions ? captions.cues : [])
  expect(kept).toContain("01:00:00.000 --> 01:00:02.000\nGoodbye")
  expect(kept).not.toMatch(/elsewhere|onclick|nobody/)
  expect(read(kept)).toEqual(captions)
})

test("REC-06 what can't be read as captions is refused with the line and what would be right", () => {
  const problem = (text: string) => (read(text) as { problem?: string }).problem
  expect(problem("1\n00:00:01,000 --> 00:00:02,000\nHello\n")).toBe("CAPTIONS_KIND")
  expect(problem("<!doctype html><script>alert(1)</script>")).toBe("CAPTIONS_KIND")
  expect(problem("WEBVTTS\n\n00:01.000 --> 00:02.000\nHello")).toBe("CAPTIONS_KIND")
  expect(readCaptions(Uint8Array.of(0xff, 0xfe, 0x57))).toEqual({ problem: "CAPTIONS_KIND" })
  expect(problem("WEBVTT\n\nNOTE nothing more\n")).toBe("CAPTIONS_EMPTY")
  expect(readCaptions(new Uint8Array(LARGEST_CAPTIONS_BYTES + 1))).toEqual({ problem: "CAPTIONS_TOO_LARGE" })
  const example = "00:01:02.500 --> 00:01:05.000"
  expect(problem("WEBVTT\n\n00:01 --> 00:02\nHello")).toBe(`Line 3 should be a time such as ${example}`)
  expect(problem("WEBVTT\n\nHello")).toBe(`Line 3 should be a time such as ${example}`)
  expect(problem("WEBVTT\n\n00:05.000 --> 00:02.000\nHello")).toBe(
    "Line 3: the caption ends before it begins",
  )
  expect(problem("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n00:03.000 --> 00:04.000\nBye")).toBe(
    "Line 5: leave an empty line before each caption",
  )
})

test("REC-06 captions come out of our file as they went in", () => {
  const line = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .filter((text) => !/[\r\n\0]|-->/.test(text) && text === text.normalize())
  const cue = fc
    .tuple(fc.integer({ min: 0, max: 40_000_000 }), fc.integer({ min: 1, max: 60_000 }), line)
    .map(([start, length, text]) => ({
      ...{ start: start / 1_000, end: (start + length) / 1_000 },
      ...{ settings: "", text },
    }))
  fc.assert(
    fc.property(fc.array(cue, { minLength: 1, maxLength: 20 }), (cues) => {
      const again = read(writeCaptions(cues)) as { cues: typeof cues }
      expect(again.cues.map(({ text }) => text)).toEqual(cues.map(({ text }) => text))
      for (const [at, { start, end }] of again.cues.entries()) {
        expect(start).toBeCloseTo(cues[at]?.start ?? -1, 3)
        expect(end).toBeCloseTo(cues[at]?.end ?? -1, 3)
      }
    }),
  )
})
