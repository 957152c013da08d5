import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import { type PageRequest, redirectWithToast } from "#ui/api.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { catalogueTexts } from "./catalogue.texts.ts"
import type { EnrolReply } from "./enrol-button.tsx"

/**
 * Enrols the viewer in the program whose slug was posted. Visitors are sent to sign in, and from there to
 * `backTo(slug)`.
 */
export async function enrolByForm(request: Request, page: PageRequest, backTo: (slug: string) => string) {
  const text = catalogueTexts[page.language]
  const slug = String((await request.formData()).get("program") ?? "").slice(0, 120)
  const signIn = () =>
    redirectWithToast(`/auth?to=${encodeURIComponent(backTo(slug))}`, {
      tone: "error",
      title: text.signInTitle,
      description: text.signInText,
    })
  if (!page.viewer) return signIn()
  try {
    const { id, title } = await page.api.programs.get({ slug })
    const { points_awarded } = await page.api.programs.enrol({ course_id: id })
    const { points } = await page.api.programs.myPoints()
    return data<EnrolReply>({ enrolled: { slug, title, points_awarded, points }, toast: null })
  } catch (error) {
    const code = error instanceof ORPCError ? error.code : ""
    if (code === "UNAUTHENTICATED") return signIn()
    return data<EnrolReply>(
      { enrolled: null, toast: explain(code, error, page) },
      { status: statusOf(error) },
    )
  }
}

function explain(code: string, error: unknown, page: PageRequest): EnrolReply["toast"] {
  const text = catalogueTexts[page.language]
  const failed = { tone: "error" as const, title: text.failedTitle }
  if (code === "ALREADY_ENROLLED_IN_PROGRAM") return { tone: "error", ...errorTextIn(page.language, code) }
  if (code === "FORBIDDEN") return { ...failed, description: text.studentsOnly }
  if (code === "NOT_FOUND") return { ...failed, description: text.noLonger }
  page.log.error({ err: error }, "a student could not be enrolled in a program")
  return { ...failed, description: text.failedText }
}

function statusOf(error: unknown): number {
  return error instanceof ORPCError ? error.status : 500
}
