import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"
import { slidesOf } from "./slide-files.ts"

/** Lines that do as LibreOffice does: the file that is named last is saved in the folder of `--outdir`. */
export const OFFICE_SAVES = `
  while [ $# -gt 1 ]; do
    [ "$1" = --outdir ] && out=$2
    [ "$1" = --convert-to ] && kind=$2
    shift
  done
  [ -s "$1" ] && cp "$(dirname "$0")/answer.$kind" "$out/sent.$kind"`

/** A page with a note of two lines, as LibreOffice 7.4 writes it, and the notes of its master page before it. */
const NOTED = `<?xml version="1.0" encoding="UTF-8"?>
<office:document><office:master-styles><style:master-page><presentation:notes>
  <draw:frame presentation:class="notes"><draw:text-box><text:p>Of the master page</text:p></draw:text-box></draw:frame>
</presentation:notes></style:master-page></office:master-styles>
<office:body><office:presentation><draw:page draw:name="page1">
  <draw:frame presentation:class="title"><draw:text-box><text:p>Fractions</text:p></draw:text-box></draw:frame>
  <presentation:notes>
    <draw:page-thumbnail presentation:class="page"/>
    <draw:frame presentation:class="notes"><draw:text-box>
      <text:p><text:span>Ask</text:span><text:s/>Kabir &amp; &lt;b&gt;Asha</text:p>
      <text:p>पहले आधा</text:p>
    </draw:text-box></draw:frame>
    <draw:frame presentation:class="page-number"><draw:text-box><text:p>1</text:p></draw:text-box></draw:frame>
  </presentation:notes>
</draw:page></office:presentation></office:body></office:document>`

/**
 * Returns a folder with a program of LibreOffice's name, for the time of a test, that runs these lines of a shell. The
 * page that it has ready says "Saved by the office", with a note.
 */
export async function officeThat(lines: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kaksha-office-test-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, "answer.pdf"), slidesOf(["Saved by the office"]))
  await writeFile(join(folder, "answer.fodp"), NOTED)
  await writeFile(join(folder, "soffice"), `#!/bin/sh\n${lines}\n`)
  await chmod(join(folder, "soffice"), 0o755)
  return folder
}
