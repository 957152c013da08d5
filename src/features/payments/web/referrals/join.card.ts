import { ORPCError } from "@orpc/client"
import { ReferralReason } from "#contract/referrals.ts"
import type { PageRequest, Toast } from "#ui/api.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { referralsTexts } from "./referrals.texts.ts"

/** Notes that the viewer came by this link, and returns what to say about it. */
export async function joinByLink(page: PageRequest, code: string): Promise<Toast> {
  const text = referralsTexts[page.language]
  try {
    const { first_name } = await page.api.referrals.join({ code })
    return { tone: "success", title: text.accepted(first_name), description: text.acceptedText }
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    if (error.code === "NOT_FOUND")
      return { tone: "error", title: text.unknown, description: text.unknownText }
    if (error.code === "FORBIDDEN")
      return { tone: "error", title: text.notAccepted, description: text.studentsOnly }
    if (error.code !== "REFERRAL_REFUSED") return { tone: "error", ...errorTextIn(page.language, error.code) }
    const { reason } = error.data as { reason: unknown }
    const known = ReferralReason.safeParse(reason).data
    return { tone: "error", title: text.notAccepted, ...(known && { description: text.why[known] }) }
  }
}
