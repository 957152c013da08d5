import { createContext, use } from "react"
import type { Language } from "../language.ts"
import type { Messages } from "./en.ts"

/*
 * Which catalogues are at hand. The server has all of them (all.server.ts); a browser loads the one of its page
 * before React takes over (entry.client.tsx), so that no page pays for a language it does not show.
 */
const catalogues = new Map<Language, Messages>()

export function provideMessages(messages: Messages): void {
  catalogues.set(messages.language, messages)
}

/** The catalogue of a language. Throws where none was provided. */
export function messagesIn(language: Language): Messages {
  const messages = catalogues.get(language) ?? [...catalogues.values()][0]
  if (!messages) throw new Error("no catalogue of messages was provided")
  return messages
}

/** The viewer's language; English unless a provider says otherwise. */
export const LanguageContext = createContext<Language>("en")

/** The shell's and the components' texts in the viewer's language. */
export function useMessages(): Messages {
  return messagesIn(use(LanguageContext))
}

export function useLanguage(): Language {
  return use(LanguageContext)
}

/** A page's own texts in the viewer's language; on pages with scripts, those that `pageTexts` made: others send both. */
export function useTexts<T>(texts: Record<Language, T>): T {
  return texts[use(LanguageContext)]
}
