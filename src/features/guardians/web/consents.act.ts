import { z } from "zod"
import { Language } from "#contract/accounts/accounts.ts"
import { ConsentPurpose } from "#contract/guardians/consents.ts"
import { serveForm } from "#ui/api.ts"
import type { Args } from "#ui/form-request.ts"
import { consentsTexts } from "./consents.texts.ts"

/** A choice for one purpose, as the list of consents posts it. */
export const ConsentChoice = z.object({
  student_id: z.uuid(),
  purpose: ConsentPurpose,
  given: z.boolean().default(false),
  notice_version: z.coerce.number().int(),
  language: Language,
})

/** Serves an adult student's own choice. */
export function serveOwnConsent(args: Args) {
  return serveForm(args, ConsentChoice, async ({ student_id: _, ...choice }, { api, language }) => {
    await api.account.setConsent(choice)
    return { tone: "success", title: consentsTexts[language].changed }
  })
}
