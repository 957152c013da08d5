import { useTexts } from "#ui/messages/use-messages.ts"
import { cardTexts } from "./texts/program-card.texts.ts"

/** Returns how services, levels, curricula and grades of programs are called in the reader's language. */
export function useProgramNames() {
  return useTexts(cardTexts)
}
