import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { LANGUAGES, type Language } from "#ui/language.ts"
import type { FrameName } from "#ui/layout/frames.tsx"

/** The addresses of what a browser needs before React takes over: messages by language, and frames. */
type EarlyFiles = {
  messages: Record<Language, string[]>
  frames: Record<FrameName, string[]>
}

/** The files that a built file imports from its own folder: `from"./name-hash.js"`. */
const IMPORTED = /(?:from|import)\s*"\.\/([^"]+\.js)"/g

/** Finds these files in a build (named in vite.config.ts). Without one, as in development, there are none. */
export function findEarlyFiles(clientFolder: string | null): EarlyFiles {
  const assets = join(clientFolder ?? "", "assets")
  const names = clientFolder !== null && existsSync(assets) ? readdirSync(assets) : []

  /** A file and what it imports, which a browser would ask for only once it has read it. */
  function filesOf(start: string): string[] {
    const name = names.find((file) => file.startsWith(`${start}-`) && file.endsWith(".js"))
    if (!name) return []
    const imported = [...readFileSync(join(assets, name), "utf8").matchAll(IMPORTED)].map(([, file]) => file)
    return [name, ...imported].map((file) => `/assets/${file}`)
  }
  return {
    messages: Object.fromEntries(
      LANGUAGES.map((language) => [language, filesOf(`messages-${language}`)]),
    ) as EarlyFiles["messages"],
    frames: { site: filesOf("frame-site-shell"), work: filesOf("frame-work-shell") },
  }
}
