import { useTexts } from "#ui/messages/use-messages.ts"
import { classTexts } from "./texts/class.texts.ts"

/** How the reader's language names a class's subject. */
export function useSubjectName(): (subject: string) => string {
  return useTexts(classTexts).names.subject
}
