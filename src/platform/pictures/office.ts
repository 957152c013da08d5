import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { LONGEST_SLIDE_NOTE } from "#shared/slides.ts"
import { SECOND } from "#shared/time.ts"
import { findOnPath } from "../find-on-path.ts"
import { Unreadable } from "./page-work.ts"
import { readPresenterNotes } from "./presenter-notes.ts"

/** What saving one presentation may cost, each of two times: time, address space, and the size of what it writes. */
export const OFFICE_LIMITS = { seconds: 180, addressMegabytes: 8_192, fileMegabytes: 256 }

/** A font for Hindi, which most servers lack: without one, a presentation's Hindi would be boxes. */
const FONTS = dirname(
  createRequire(import.meta.url).resolve("@expo-google-fonts/noto-sans-devanagari/package.json"),
)

/** The machine's own fonts, and ours after them. */
const FONT_SETTINGS = `<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${["400Regular", "700Bold"].map((weight) => `<dir>${join(FONTS, weight)}</dir>`).join("\n")}
</fontconfig>
`

/** Returns the program of LibreOffice where it is installed, else null. */
export async function findOffice(path: string = process.env.PATH ?? ""): Promise<string | null> {
  return (await findOnPath("soffice", path)) ?? findOnPath("libreoffice", path)
}

/**
 * Saves a presentation as PDF with LibreOffice, in a folder, a profile and an environment of its own: without macros,
 * and with a proxy that leads nowhere, so that nothing in it calls out. Returns it with what the author noted on each
 * page; without any where that can't be read. Throws Unreadable.
 */
export async function openPresentation(
  program: string,
  file: Uint8Array,
  extension: string,
  limits = OFFICE_LIMITS,
): Promise<{ pdf: Uint8Array; notes: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "kaksha-office-"))
  try {
    const profile = join(folder, "profile")
    await mkdir(join(profile, "user"), { recursive: true })
    await writeFile(join(profile, "user", "registrymodifications.xcu"), SETTINGS)
    await writeFile(join(folder, "fonts.conf"), FONT_SETTINGS)
    await writeFile(join(folder, `sent.${extension}`), file)
    const saveAs = (kind: string) =>
      convert(
        [
          program,
          `-env:UserInstallation=${pathToFileURL(profile)}`,
          ...["--headless", "--norestore", "--nolockcheck", "--convert-to", kind, "--outdir", folder],
          join(folder, `sent.${extension}`),
        ],
        folder,
        limits,
      )
    await saveAs("pdf")
    const pdf = new Uint8Array(await readFile(join(folder, "sent.pdf")))
    const notes = await saveAs("fodp")
      .then(() => readPresenterNotes(join(folder, "sent.fodp"), LONGEST_SLIDE_NOTE))
      // The slides can be shown all the same.
      .catch(() => [])
    return { pdf, notes }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new Unreadable("DAMAGED", "no PDF was written")
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same command with limits, which only a shell sets, and below the classes that run beside it. */
function bounded(
  command: string[],
  { addressMegabytes, fileMegabytes, seconds }: typeof OFFICE_LIMITS,
): string[] {
  if (process.platform === "win32") return command
  const limits = `ulimit -t ${seconds}; ulimit -v ${addressMegabytes * 1_024} 2>/dev/null; ulimit -f ${fileMegabytes * 2_048}`
  return ["/bin/sh", "-c", `${limits}; exec nice -n 10 "$@"`, "sh", ...command]
}

async function convert(command: string[], folder: string, limits: typeof OFFICE_LIMITS): Promise<void> {
  const [program = "", ...args] = bounded(command, limits)
  const child = spawn(program, args, {
    cwd: folder,
    // Of ours it sees where programs are.
    env: {
      PATH: process.env.PATH ?? "",
      HOME: folder,
      TMPDIR: folder,
      LANG: "C.UTF-8",
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
    },
    stdio: "ignore",
    // A group of its own, which ends with all it started.
    detached: process.platform !== "win32",
  })
  let overdue = false
  const stop = () => {
    if (child.pid === undefined) return
    try {
      if (process.platform === "win32") child.kill("SIGKILL")
      else process.kill(-child.pid, "SIGKILL")
    } catch {
      // It has ended.
    }
  }
  const timer = setTimeout(() => {
    overdue = true
    stop()
  }, limits.seconds * SECOND)
  try {
    const [code] = (await once(child, "exit")) as [number | null]
    if (overdue) throw new Unreadable("TOO_SLOW")
    if (code === null) throw new Unreadable("TOO_COMPLEX", "LibreOffice was ended by the system")
  } finally {
    clearTimeout(timer)
    stop()
  }
}

const setting = (path: string, name: string, value: string) =>
  `<item oor:path="/org.openoffice.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`

const SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${[
  setting("Office.Common/Security/Scripting", "MacroSecurityLevel", "3"),
  setting("Office.Common/Security/Scripting", "DisableMacrosExecution", "true"),
  setting("Office.Common/Security/Scripting", "DisableActiveContent", "true"),
  setting("Office.Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
  setting("Inet/Settings", "ooInetProxyType", "2"),
  setting("Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
  setting("Inet/Settings", "ooInetHTTPProxyPort", "9"),
  setting("Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
  setting("Inet/Settings", "ooInetHTTPSProxyPort", "9"),
].join("\n")}
</oor:items>
`
