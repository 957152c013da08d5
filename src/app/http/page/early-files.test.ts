import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { findEarlyFiles } from "./early-files.ts"

test("NAV-10 the head asks for a document's frame with all that it imports", () => {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-early-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, "assets"))
  const files = {
    "frame-work-shell-a1.js": 'import{a}from"./shell-b2.js";import"./icon-c3.js";export{a}',
    "frame-site-shell-d4.js": "export{}",
    "messages-hi-e5.js": 'import{f}from"./frame-f6.js"',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "assets", name), text)
  expect(findEarlyFiles(folder)).toEqual({
    messages: { en: [], hi: ["/assets/messages-hi-e5.js", "/assets/frame-f6.js"] },
    frames: {
      site: ["/assets/frame-site-shell-d4.js"],
      work: ["/assets/frame-work-shell-a1.js", "/assets/shell-b2.js", "/assets/icon-c3.js"],
    },
  })
})
