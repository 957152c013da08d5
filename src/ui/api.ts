import type { SubmissionResult } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { ORPCError } from "@orpc/client"
import type { ContractRouterClient } from "@orpc/contract"
import { createContext, data, type RouterContextProvider, redirect, redirectDocument } from "react-router"
import type { z } from "zod"
import type { Contract } from "#contract/index.ts"
import type { Brand } from "#shared/brand.ts"
import type { Role } from "#shared/roles.ts"
import { dateInZone } from "#shared/time.ts"
import { missingText } from "./forms/missing-text.ts"
import { PROOF_NEEDED, PROOF_PAGE } from "./forms/proof-asked.ts"
import type { Language } from "./language.ts"
import type { FrameName } from "./layout/frames.tsx"
import { errorMessages } from "./messages/errors.en.ts"
import { errorTextIn, fieldTextIn } from "./messages/in-language.ts"
import { messagesIn } from "./messages/use-messages.ts"
import type { Flash } from "./toast.tsx"

/** The typed client of the contract. In loaders and actions it runs in this process, for this request's viewer. */
export type Api = ContractRouterClient<Contract>

export type PageViewer = {
  user_id: string
  email: string
  first_name: string
  last_name: string
  role: Role | null
  email_verified: boolean
  /** Reaches only the own account: an admin without two-step sign-in, or a student without a date of birth. */
  locked?: boolean
  undated?: boolean
}

/** What loaders and actions know about their request. */
export type PageRequest = {
  api: Api
  viewer: PageViewer | null
  /** Sign-in sessions could not be read, so it is unknown whether the viewer is signed in. */
  viewerUnknown?: boolean
  /** Headers for the response, such as the cookies of a sign-in. */
  reply: Headers
  requestId: string
  /** Scheme and host of the public address, for links that leave this site. */
  origin: string
  /** The institution's time zone. */
  zone: string
  brand: Brand
  now: Date
  trial: boolean
  /** Access from other devices of the local network is on. */
  lan?: boolean
  /** Rooms are meetings on Jitsi: they can't be entered ahead of their page, and leave our own tools out. */
  meetings?: boolean
  /** The academy's own shop is open. */
  hasShop?: boolean
  /** Why the request was refused before any page could begin, such as for its size. */
  refused?: { status: number; code: string } | null
  nonce: string
  /** The language of the response. */
  language: Language
  /** The browser's files that the head preloads: of that language's messages, and of the frames. None in development. */
  earlyFiles: { messages: string[]; frames: Record<FrameName, string[]> }
  /** Cleared while rendering where the page sends no scripts but files, and so needs no nonce. */
  inlineScripts: boolean
  /**
   * Set by the loader of a static page whose content changes: for how many seconds the rendered page may be
   * kept for visitors. Without it, until the academy's settings change.
   */
  keepSeconds?: number
  /** Responds with the file of one of our own links, where a redirect would cost a poor connection a round trip. */
  sendFile(url: string): Promise<Response>
  /** This request's log, for failures that a page reports. */
  log: { error(details: object, message: string): void }
}

export const pageRequest = createContext<PageRequest>()

export type Toast = Flash

/** What an action returns when it stays on its page. */
export type ActionReply = {
  form: SubmissionResult | null
  toast: Toast | null
  code: string | null
  done: boolean
}

const FLASH = "kaksha.flash"
/** The page shown to students until they give their date of birth. */
const DATE_OF_BIRTH = "/date-of-birth"
/** Never sent back to the browser when a form is shown again. */
const HIDDEN_FIELDS = [
  ...["password", "confirm_password", "current_password", "new_password", "code"],
  ...["proof_password", "proof_code", "proof_app_code"],
]

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Serves a form: checks what was posted against `schema`, runs `work`, and returns problems at their fields with
 * everything else as it was typed. `work` may return a redirect or a toast. Errors that the contract does not
 * declare are logged and shown as `failure`, or as something that went wrong: the page and what was typed stay.
 */
export async function serveForm<S extends z.ZodType>(
  { request, context }: Args,
  schema: S,
  work: (value: z.output<S>, page: PageRequest) => Promise<Response | Toast | null>,
  titleOnError?: string,
  failure?: Toast,
): Promise<Response | ReturnType<typeof data<ActionReply>>> {
  const page = context.get(pageRequest)
  const submission = parseWithZod(await request.formData(), { schema, error: missingText })
  if (submission.status !== "success") {
    const form = submission.reply({ hideFields: HIDDEN_FIELDS })
    return staying({ form: inLanguage(page.language, form), toast: null, code: null, done: false }, 422)
  }
  try {
    const outcome = await work(submission.value, page)
    if (outcome instanceof Response) return outcome
    return staying(
      { form: submission.reply({ resetForm: true }), toast: outcome, code: null, done: true },
      200,
    )
  } catch (error) {
    if (!isExpected(error)) {
      const told = tellFailure(page, error, failure)
      const formErrors = [told.toast?.description ?? told.toast?.title ?? ""]
      const form = submission.reply({ hideFields: HIDDEN_FIELDS, formErrors })
      return staying({ ...told, form }, isOutage(error) ? 503 : 500)
    }
    if (error.code === "SECOND_STEP_REQUIRED") return toSecondStep(request)
    if (error.code === PROOF_NEEDED) return askProof(request, submission.reply({ hideFields: HIDDEN_FIELDS }))
    const fields = fieldErrorsOf(error, page)
    const text = errorTextIn(page.language, error.code, error.data)
    const reply = submission.reply({
      hideFields: HIDDEN_FIELDS,
      ...(fields ? { fieldErrors: fields } : { formErrors: [text.description] }),
    })
    const toast = fields
      ? null
      : { tone: "error" as const, title: titleOnError ?? text.title, description: text.description }
    return staying({ form: reply, toast, code: error.code, done: false }, error.status)
  }
}

/**
 * Serves a button: runs `work` and returns its toast, or with the toast of what refused it. `failure` is
 * as in `serveForm`.
 */
export async function serveButton(
  { request, context }: Args,
  work: (page: PageRequest) => Promise<Response | Toast>,
  failure?: Toast,
): Promise<Response | ReturnType<typeof data<ActionReply>>> {
  const page = context.get(pageRequest)
  try {
    const outcome = await work(page)
    if (outcome instanceof Response) return outcome
    return staying({ form: null, toast: outcome, code: null, done: true }, 200)
  } catch (error) {
    if (!isExpected(error)) return staying(tellFailure(page, error, failure), isOutage(error) ? 503 : 500)
    if (error.code === "SECOND_STEP_REQUIRED") return toSecondStep(request)
    if (error.code === PROOF_NEEDED) return askProof(request, null)
    const text = errorTextIn(page.language, error.code, error.data)
    // A button has no fields to show it at.
    const [problem] = Object.values(fieldErrorsOf(error, page) ?? {}).flat()
    const toast: Toast = { tone: "error", ...text, ...(problem && { description: problem }) }
    return staying({ form: null, toast, code: error.code, done: false }, error.status)
  }
}

/**
 * Loads a part that the page can be shown without: a failure is logged and returned as `failure`, with
 * `instead` as the part's data. Redirects and refusals that the contract declares are thrown on.
 */
export async function loadOr<T>(
  page: PageRequest,
  work: Promise<T>,
  instead: T,
  failure: string,
): Promise<{ value: T; failure: string | null }> {
  try {
    return { value: await work, failure: null }
  } catch (error) {
    if (error instanceof Response || isExpected(error)) throw error
    page.log.error({ err: error }, failure)
    return { value: instead, failure }
  }
}

/**
 * Loads data that the page can't be shown without: a failure is logged and replaces the whole page, under
 * `title`.
 */
export async function loadOrStop<T>(page: PageRequest, work: Promise<T>, title: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Response || isExpected(error)) throw error
    page.log.error({ err: error }, title)
    return stopPage(title)
  }
}

/** Loads what the address names. Where there is no such thing for this viewer, the page for that is shown, with 404. */
export async function loadNamed<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof ORPCError && error.status === 404) throw data(null, { status: 404 })
    throw error
  }
}

/** Responds with a page that says only what failed, and tries again on a click. */
export function stopPage(title: string): never {
  throw data({ failure: title }, { status: 503 })
}

/**
 * The first factor was right: redirects to the page for the second step, which then continues the sign-in.
 */
function toSecondStep(request: Request): Response {
  const to = safePath(new URL(request.url).searchParams.get("to"), "")
  return redirectDocument(`/second-step${to ? `?${new URLSearchParams({ to })}` : ""}`)
}

/**
 * Interrupts a post until the viewer gives a proof. With scripts, the root's dialog asks and posts it again;
 * without them the browser is redirected to the page that asks, with the same method and body (307), so that
 * nothing typed is lost.
 */
function askProof(request: Request, form: SubmissionResult | null) {
  const here = new URL(request.url)
  if (here.pathname.endsWith(".data"))
    return staying({ form, toast: null, code: PROOF_NEEDED, done: false }, 403)
  return redirect(proofPage(here.pathname + here.search), 307)
}

/** The page that asks for a proof and leads on to `to`, a path of this site. */
export function proofPage(to: string): string {
  const shortest = safePath(to.split("?")[0], "/account")
  return `${PROOF_PAGE}?${new URLSearchParams({ to: safePath(to, shortest) })}`
}

function tellFailure(page: PageRequest, error: unknown, failure: Toast | undefined): ActionReply {
  const { errors } = messagesIn(page.language)
  const unforeseen: Toast = { tone: "error", title: errors.title, description: errors.workFailed }
  const toast = failure ?? (isOutage(error) ? outageToast(page.language) : unforeseen)
  if (error instanceof Response) throw error
  page.log.error({ err: error }, toast.description ?? toast.title)
  return { form: null, toast, code: null, done: false }
}

function outageToast(language: Language): Toast {
  return { tone: "error", ...errorTextIn(language, "SERVICE_UNAVAILABLE", null) }
}

function staying(reply: ActionReply, status: number) {
  return data(reply, { status })
}

/**
 * Whether the contract declares the error, so that a text says what to do about it. An outage is declared,
 * too, but the failed action has its own text for it.
 */
function isExpected(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof ORPCError && Object.hasOwn(errorMessages, error.code) && !isOutage(error)
}

function isOutage(error: unknown): boolean {
  return error instanceof ORPCError && error.code === "SERVICE_UNAVAILABLE"
}

function fieldErrorsOf(
  error: ORPCError<string, unknown>,
  { language, now, zone }: PageRequest,
): Record<string, string[]> | null {
  if (error.code !== "FIELD_ERRORS") return null
  const { fields } = error.data as { fields: Record<string, string> }
  const today = dateInZone(now, zone)
  return Object.fromEntries(
    Object.entries(fields).map(([name, code]) => [name, [fieldTextIn(language, code, today)]]),
  )
}

/** Returns a schema's errors in the viewer's language. */
function inLanguage(language: Language, reply: SubmissionResult): SubmissionResult {
  if (!reply.error) return reply
  const error = Object.entries(reply.error).map(([name, texts]) => [
    name,
    texts?.map((text) => fieldTextIn(language, text)) ?? null,
  ])
  return { ...reply, error: Object.fromEntries(error) }
}

/**
 * Redirects to `to` and shows a toast there. `load: "document"` loads the page afresh, as needed for a page
 * without scripts or after a change of who is signed in. Its cookie becomes Secure later if the site is
 * served over TLS.
 */
export function redirectWithToast(
  to: string,
  toast: Toast,
  load: "in place" | "document" = "in place",
): Response {
  const cookie = `${FLASH}=${encodeURIComponent(JSON.stringify(toast))}; Path=/; Max-Age=30; HttpOnly; SameSite=Lax`
  const go = load === "document" ? redirectDocument : redirect
  return go(to, { headers: { "set-cookie": cookie } })
}

/** Returns the toast that an earlier response left for this page, and removes it. */
export function takeFlash(request: Request, page: PageRequest): Toast | null {
  const raw = rawFlash(request)
  if (!raw) return null
  const secure = page.origin.startsWith("https:") ? "; Secure" : ""
  page.reply.append("set-cookie", `${FLASH}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure}`)
  return parseFlash(raw)
}

/** Returns the toast that an earlier response left, for a response that replaces it by its own. */
export function readFlash(request: Request): Toast | null {
  const raw = rawFlash(request)
  return raw ? parseFlash(raw) : null
}

function rawFlash(request: Request): string | undefined {
  return request.headers.get("cookie")?.match(/(?:^|; )kaksha\.flash=([^;]+)/)?.[1]
}

function parseFlash(raw: string): Toast | null {
  try {
    const toast = JSON.parse(decodeURIComponent(raw)) as Toast
    // A cookie can be forged, and the page would fail on an invalid toast.
    if (!["success", "info", "error"].includes(toast?.tone)) return null
    if ([toast.title, toast.description ?? ""].some((text) => typeof text !== "string")) return null
    return toast.undo ? { ...toast, undo: { ...toast.undo, to: safePath(toast.undo.to, "/") } } : toast
  } catch {
    return null
  }
}

/** In characters. Percent-encoded into a parameter it is three times as long, and a redirect's address is read up to 9,000. */
const LONGEST_RETURN = 2_500

/**
 * A path inside this product to go to after signing in, or the fallback when the given one leads elsewhere or is too
 * long to be carried along.
 */
export function safePath(to: string | null | undefined, fallback: string): string {
  // Browsers read a backslash as a slash and drop control characters: "/<tab>/x.example" would leave this
  // site.
  if (!to?.startsWith("/") || to.startsWith("//") || /[\\\p{Cc}]/u.test(to)) return fallback
  if (to.length > LONGEST_RETURN) return fallback
  return to
}

/**
 * Sends visitors to sign in, people without a profile to give one and students without a date of birth to give it,
 * and brings them back here; others pass.
 * Throws the redirect.
 */
export function requireViewer(page: PageRequest, request: Request, signInPath = "/auth"): PageViewer {
  if (page.viewerUnknown) stopPage(messagesIn(page.language).errors.nobodyKnown)
  const here = new URL(request.url)
  if (page.viewer?.undated && !here.pathname.startsWith(DATE_OF_BIRTH))
    throw redirect(`${DATE_OF_BIRTH}?${returnTo(here)}`)
  if (page.viewer?.locked && !page.viewer.undated && !here.pathname.startsWith("/account"))
    throw redirect("/account?tab=security")
  if (page.viewer?.role) return page.viewer
  const next = page.viewer ? "/complete-profile" : signInPath
  throw redirect(`${next}?${returnTo(here)}`)
}

/** Returns the search parameter that leads back to a page. */
function returnTo(here: URL): string {
  // A navigation in place requests the page's data under a name of its own.
  here.searchParams.delete("_routes")
  const path = here.pathname.replace(/(^\/_)?\.data$/, "") || "/"
  return `to=${encodeURIComponent(safePath(path + here.search, safePath(path, "/")))}`
}

/** Where a person's own dashboard is. */
export function dashboardPath(role: Role | null): string {
  if (role === "instructor") return "/teacher-dashboard"
  if (role === "admin") return "/admin-dashboard"
  if (role === "office") return "/admin/money"
  if (role === "guardian") return "/family"
  if (role === null) return "/complete-profile"
  return "/student-dashboard"
}
