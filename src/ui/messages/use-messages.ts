import { createContext, use } from "react"
import type { Language } from "../language.ts"
import type { Messages } from "./en.ts"

/* The loaded catalogues. The server has all of them (all.server.ts); a browser loads only its page's
   before React takes over (entry.client.tsx), so that no page pays for a language it does not show. */
const catalogues = new Map<Language, Messages>()

export function provideMessages(messages: Messages): void {
  catalogues.set(messages.language, messages)
}

/** Returns the catalogue of a language. Throws if it is not loaded. */
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
