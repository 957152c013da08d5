import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { LANGUAGES, type Language } from "#ui/language.ts"

/** The addresses of the browser's catalogues of messages in a build, by language (named in vite.config.ts). */
export function findMessagesFiles(clientFolder: string): Record<Language, string | null> {
  const assets = join(clientFolder, "assets")
  const names = existsSync(assets) ? readdirSync(assets) : []
  const fileOf = (language: Language) => {
    const name = names.find((file) => file.startsWith(`messages-${language}-`) && file.endsWith(".js"))
    return name ? `/assets/${name}` : null
  }
  return Object.fromEntries(LANGUAGES.map((language) => [language, fileOf(language)])) as Record<
    Language,
    string | null
  >
}
