import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { extractProgram } from "./archive.ts"

const PROGRAM = '#!/bin/sh\necho "livekit-server version 1.13.5"\n'.repeat(4)
/** As Python's zipfile writes it: a stored file, the packed program in a folder, and a comment behind. */
const ZIP = Buffer.from(
  "UEsDBBQAAAAAAAAAIVwXMycRCwAAAAsAAAAHAAAATElDRU5TRUFwYWNoZS0yLjAKUEsDBBQAAAAIAAAAIVzBtg2lMwAAALwAAAAaAAAAbGl2ZWtpdC9saXZla2l0LXNlcnZlci5leGVTVtRPyszTL87gSk3OyFdQysksS83OLNEtTi0qSy1SAOLizPw8BUM9Q2M9UyUu5cGkHABQSwECFAMUAAAAAAAAACFcFzMnEQsAAAALAAAABwAAAAAAAAAAAAAAgAEAAAAATElDRU5TRVBLAQIUAxQAAAAIAAAAIVzBtg2lMwAAALwAAAAaAAAAAAAAAAAAAACAATAAAABsaXZla2l0L2xpdmVraXQtc2VydmVyLmV4ZVBLBQYAAAAAAgACAH0AAACbAAAADgBtYWRlIGVsc2V3aGVyZQ==",
  "base64",
)

test("OPS-01 the program is taken out of a zip that another program made, packed or not", async () => {
  expect((await extractProgram(ZIP, "livekit.zip", "livekit-server.exe")).toString()).toBe(PROGRAM)
  expect((await extractProgram(ZIP, "livekit.zip", "LICENSE")).toString()).toBe("Apache-2.0\n")
  await expect(extractProgram(ZIP, "livekit.zip", "livekit-server")).rejects.toThrow(
    "livekit.zip holds no livekit-server",
  )
  await expect(extractProgram(ZIP.subarray(0, 200), "livekit.zip", "LICENSE")).rejects.toThrow("damaged")
})

test.each(["gnu", "ustar", "pax"])(
  "OPS-01 the program is taken out of a tar of the %s format",
  async (format) => {
    const folder = mkdtempSync(join(tmpdir(), "kaksha-archive-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    // Names beyond a header's hundred bytes come in entries of their own.
    const long = `${"notes-".repeat(15)}/livekit-server-${"x".repeat(20)}`
    mkdirSync(join(folder, "notes-".repeat(15)))
    writeFileSync(join(folder, long), "not the program")
    writeFileSync(join(folder, "livekit-server"), PROGRAM)
    const path = join(folder, "livekit.tar.gz")
    execFileSync("tar", ["-C", folder, `--format=${format}`, "-czf", path, long, "livekit-server"])
    const archive = readFileSync(path)
    expect((await extractProgram(archive, path, "livekit-server")).toString()).toBe(PROGRAM)
    await expect(extractProgram(archive, path, "server")).rejects.toThrow("holds no server")
    await expect(extractProgram(archive.subarray(0, 100), path, "livekit-server")).rejects.toThrow()
  },
)
