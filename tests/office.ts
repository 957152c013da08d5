import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { slidesOf } from "./slide-files.ts"

/** Lines that do as LibreOffice does: the file that is named last becomes a PDF in the folder of `--outdir`. */
export const OFFICE_SAVES = `
  while [ $# -gt 1 ]; do [ "$1" = --outdir ] && out=$2; shift; done
  [ -s "$1" ] && cp "$(dirname "$0")/answer.pdf" "$out/sent.pdf"`

/**
 * Returns a folder with a program of LibreOffice's name, for the time of a test, that runs these lines of a shell. The
 * PDF that it has ready says "Saved by the office".
 */
export async function officeThat(lines: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kaksha-office-test-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, "answer.pdf"), slidesOf(["Saved by the office"]))
  await writeFile(join(folder, "soffice"), `#!/bin/sh\n${lines}\n`)
  await chmod(join(folder, "soffice"), 0o755)
  return folder
}
