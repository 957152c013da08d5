import { ORPCError } from "@orpc/client"
import { data, redirectDocument } from "react-router"
import { isId } from "#shared/ids.ts"
import { type PageRequest, redirectWithToast, type Toast } from "#ui/api.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { finishPath, keepPressed } from "#ui/pressed.ts"
import { checkoutPath, programPath } from "../paths.ts"
import type { Enrolled, EnrolReply } from "./enrol-button.tsx"
import { enrollableBy, isEnrollable, offerTo } from "./may-enrol.ts"
import { serverTexts } from "./texts/server.texts.ts"

/** A program that somebody enrols in, and the batch that they chose. */
type Choice = { slug: string; batch?: string | undefined }

/**
 * Enrols the viewer in the program whose slug was posted. Visitors are redirected to sign in, then enrolled,
 * and then redirected to `backTo(slug)`. What is paid for first leads to its checkout.
 */
export async function enrolByForm(request: Request, page: PageRequest, backTo: (slug: string) => string) {
  const text = serverTexts[page.language]
  const choice = readChoice(await request.formData())
  const signIn = () => {
    const key = keepPressed(page, { what: "enrol-in-program", ...choice })
    const search = new URLSearchParams({ to: finishPath(key, backTo(choice.slug)) })
    return redirectWithToast(`/auth?${search}`, {
      tone: "error",
      title: text.signInTitle,
      description: text.signInText,
    })
  }
  try {
    const unchosen = await needsBatch(page, choice)
    if (unchosen) return unchosen
    if (!page.viewer) return signIn()
    return data<EnrolReply>({ enrolled: await enrol(page, choice), toast: null })
  } catch (error) {
    if (codeOf(error) === "UNAUTHENTICATED") return signIn()
    if (await isPaidFirst(error, page, choice))
      return redirectDocument(checkoutPath(choice.slug, choice.batch))
    return data<EnrolReply>(
      { enrolled: null, toast: explain(error, page, choice) },
      { status: statusOf(error) },
    )
  }
}

/**
 * Enrols a person in the program that they pressed as a visitor, and returns what to say about it. Throws a redirect to
 * the checkout of what is paid for first.
 */
export async function enrolAfterSignIn(page: PageRequest, choice: Choice): Promise<Toast> {
  const text = serverTexts[page.language]
  try {
    const { points_awarded } = await enrol(page, choice)
    const description = points_awarded > 0 ? `${text.enrolled} +${points_awarded} XP` : text.enrolled
    return { tone: "success", title: text.enrolledTitle, description }
  } catch (error) {
    if (await isPaidFirst(error, page, choice))
      throw redirectDocument(checkoutPath(choice.slug, choice.batch))
    return explain(error, page, choice)
  }
}

/** Whether it has to be paid for before, also by a parent, whom enrolling without an order refuses. */
async function isPaidFirst(error: unknown, page: PageRequest, { slug }: Choice): Promise<boolean> {
  const code = codeOf(error)
  if (code === "PAYMENT_NEEDED") return true
  if (code !== "FORBIDDEN") return false
  const enrollable = await enrollableBy(page)
  return enrollable === "paid" && isEnrollable(enrollable, await page.api.programs.get({ slug }))
}

function readChoice(form: FormData): Choice {
  const batch = form.get("batch")
  return {
    slug: String(form.get("program") ?? "").slice(0, 120),
    ...(typeof batch === "string" && isId(batch) && { batch }),
  }
}

/** Redirects to the program's page if it has several batches and none was chosen, as on a card. */
async function needsBatch(page: PageRequest, { slug, batch }: Choice): Promise<Response | null> {
  if (batch) return null
  const program = await page.api.programs.get({ slug })
  const [offered] = await offerTo(page, [program])
  const { id } = program
  if (offered?.enrolled || (await page.api.classes.batches({ course_id: id })).length < 2) return null
  const { chooseTitle: title, chooseText: description } = serverTexts[page.language]
  return redirectWithToast(`${programPath(slug)}#batches`, { tone: "info", title, description })
}

async function enrol(page: PageRequest, { slug, batch }: Choice): Promise<Enrolled> {
  const { id, title } = await page.api.programs.get({ slug })
  const { points_awarded } = await (batch
    ? page.api.classes.enrolInBatch({ course_id: id, batch_id: batch })
    : page.api.programs.enrol({ course_id: id }))
  const { points } = await page.api.programs.myPoints()
  return { slug, title, points_awarded, points }
}

function codeOf(error: unknown): string {
  return error instanceof ORPCError ? error.code : ""
}

function explain(error: unknown, page: PageRequest, { batch }: Choice): NonNullable<EnrolReply["toast"]> {
  const code = codeOf(error)
  const text = serverTexts[page.language]
  const failed = { tone: "error" as const, title: text.failedTitle }
  if (code === "ALREADY_ENROLLED_IN_PROGRAM") return { tone: "error", ...errorTextIn(page.language, code) }
  if (code === "FORBIDDEN") return { ...failed, description: text.studentsOnly }
  if (code === "NOT_FOUND") return { ...failed, description: batch ? text.batchGone : text.noLonger }
  page.log.error({ err: error }, "a student could not be enrolled in a program")
  return { ...failed, description: text.failedText }
}

function statusOf(error: unknown): number {
  return error instanceof ORPCError ? error.status : 500
}
