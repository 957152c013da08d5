import { data, redirect, redirectDocument } from "react-router"
import { z } from "zod"
import type { Profile } from "#contract/accounts/account.ts"
import { BirthDate, InstructorSignUp, RequiredPhone, StudentSignUp } from "#contract/accounts/accounts.ts"
import { CodeSignIn, MailedTo, SignIn } from "#contract/accounts/sign-in.ts"
import { isUnder18 } from "#shared/age.ts"
import { ROLES, type Role } from "#shared/roles.ts"
import { dateInZone } from "#shared/time.ts"
import {
  type ActionReply,
  dashboardPath,
  pageRequest,
  redirectWithToast,
  safePath,
  serveForm,
} from "#ui/api.ts"
import { type Args, intentOf, targetOf } from "#ui/form-request.ts"
import { repliesTexts } from "./account-replies.texts.ts"
import { accountsTexts } from "./accounts.texts.ts"
import { TypedBirthDate } from "./own/birth-date.ts"

/*
 * Server code shared by the sign-in and sign-up pages. The page's `?to=` has the address to go to afterwards.
 * Tabs, links and forms keep it.
 */

const languageIn = ({ context }: Args) => context.get(pageRequest).language

type Portal = "any" | "instructor"
type Person = { role: Role | null; access_ended?: boolean }

/**
 * Loads a sign-in or sign-up page: the ways to sign in, and the demo people of these roles (none in
 * production). Redirects signed-in people of the roles in `away` (everyone by default) to `?to=` or to their
 * dashboard, by throwing.
 */
export async function loadAccountPage(
  { request, context }: Args,
  options: { demo: readonly Role[]; away?: readonly Role[] },
) {
  const page = context.get(pageRequest)
  const { viewer, api } = page
  // Its ways to sign in must be true.
  page.keepSeconds = 0
  if (viewer && (!options.away || (viewer.role && options.away.includes(viewer.role)))) {
    throw redirect(targetOf(request, dashboardPath(viewer.role)))
  }
  const [{ google }, people] = await Promise.all([
    api.accounts.signInOptions(),
    options.demo.length === 0 ? [] : api.accounts.listDemoPeople(),
  ])
  return {
    google,
    people: people
      .filter((person) => options.demo.includes(person.role))
      .sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role)),
  }
}

/** Returns the page's address with `to`, if that is a path of this site. */
export function withTarget(page: string, to: string | null | undefined): string {
  const target = safePath(to, "")
  return target ? `${page}?${new URLSearchParams({ to: target })}` : page
}

/**
 * Signs in by password, by a mailed code in two steps, or as a demo person, as the form says. The teacher
 * portal only accepts instructors.
 */
export async function serveSignIn(args: Args, portal: Portal = "any") {
  const intent = await intentOf(args.request)
  if (intent === "demo") return serveDemoPerson(args)
  if (intent === "request-code") return serveCodeRequest(args)
  if (intent === "verify-code") return serveCode(args, portal)
  if (intent === "back") return backToPassword(args)
  return serveForm(
    args,
    SignIn.omit({ portal: true }),
    async (value, page) => welcome(args, await page.api.accounts.signIn({ ...value, portal })),
    accountsTexts[languageIn(args)].loginError,
  )
}

const IN_DIALOG = new Set(["sign-in", "quick-sign-up"])

/**
 * Serves the forms of the dialog beside what a visitor wants, for the action of the page that shows it. Null for
 * other forms. Who is signed in by now goes on.
 */
export async function serveSignInDialog(args: Args) {
  const { request, context } = args
  const intent = await intentOf(request)
  if (!IN_DIALOG.has(intent)) return null
  const { viewer } = context.get(pageRequest)
  if (viewer) return redirect(targetOf(request, dashboardPath(viewer.role)))
  return intent === "sign-in" ? serveSignIn(args) : serveQuickStudent(args)
}

/** Has a code mailed and stays on the page, with the id that belongs to the code in the form. */
async function serveCodeRequest(args: Args) {
  const language = languageIn(args)
  const { codeSent: title, codeSentText: description } = repliesTexts[language]
  let values: Record<string, string> = {}
  const reply = await serveForm(
    args,
    MailedTo,
    async ({ email }, page) => {
      const { request } = await page.api.accounts.requestCode({ email })
      values = { email, request }
      return { tone: "success", title, description }
    },
    accountsTexts[language].error,
  )
  if (!(reply instanceof Response) && reply.data.done) reply.data.form = { initialValue: values }
  return reply
}

/** Shows the form of the password again, with the e-mail that the code was sent to. */
async function backToPassword({ request }: Args) {
  const email = String((await request.formData()).get("email") ?? "").slice(0, 254)
  return data<ActionReply>({ form: { initialValue: { email } }, toast: null, code: null, done: false })
}

function serveCode(args: Args, portal: Portal) {
  return serveForm(
    args,
    CodeSignIn.omit({ portal: true }),
    async (value, page) => welcome(args, await page.api.accounts.signInByCode({ ...value, portal })),
    accountsTexts[languageIn(args)].verificationError,
  )
}

function serveDemoPerson(args: Args) {
  return serveForm(
    args,
    z.object({ email: z.email() }),
    async ({ email }, page) => welcome(args, await page.api.accounts.signInDemoPerson({ email })),
    accountsTexts[languageIn(args)].loginError,
  )
}

/** The dialog beside a class is marked in the address, and has texts of its own. */
function welcome(args: Args, person: Person): Response {
  const { request } = args
  const text = repliesTexts[languageIn(args)]
  const inDialog = new URL(request.url).searchParams.get("from") === "dialog"
  const home = dashboardPath(person.role)
  if (person.access_ended) return goOn(request, person, home, text.welcomeBack, text.accessEnded)
  return inDialog
    ? goOn(request, person, home, text.success, text.loggedIn)
    : goOn(request, person, home, text.welcomeBack)
}

/**
 * Redirects to where the person was going as a new document, because everything on the page now belongs to
 * another person. People without a profile must give one first.
 */
export function goOn(
  request: Request,
  person: Person,
  fallback: string,
  title: string,
  description?: string,
): Response {
  const to = targetOf(request, fallback)
  const next = person.role ? to : `/complete-profile?${new URLSearchParams({ to })}`
  return redirectWithToast(next, { tone: "success", title, description }, "document")
}

/** A student's sign-up as the forms post it. */
const StudentForm = StudentSignUp.extend({ date_of_birth: TypedBirthDate })

/** Whether the date of birth in a form, if it could be read, is a minor's today. */
function isMinorsForm({ context }: Args, form: unknown): boolean {
  const { now, zone } = context.get(pageRequest)
  const born = z.object({ date_of_birth: BirthDate }).safeParse(form)
  return born.success && isUnder18(born.data.date_of_birth, dateInZone(now, zone))
}

/** Requires a phone of adults. Many children have none, and the guardian's would not be their own. */
export function withStudentsPhone<Schema extends z.ZodType<{ phone?: string | undefined }>>(
  args: Args,
  schema: Schema,
): Schema {
  return schema.refine((value) => value.phone || isMinorsForm(args, value), {
    path: ["phone"],
    message: "Fill in a phone number",
    // Reported together with the other errors.
    when: () => true,
  })
}

const RegisterForm = StudentForm.extend({
  confirm_password: z.string("Enter the password again"),
}).refine((value) => value.password === value.confirm_password, {
  path: ["confirm_password"],
  message: "Passwords do not match",
  // Reported together with the other errors.
  when: () => true,
})

/**
 * Signs up a student by the sign-up page's form, which asks for the password twice, and returns to the start.
 */
export function serveRegister(args: Args) {
  return serveStudent(args, withStudentsPhone(args, RegisterForm), () => "/")
}

const PortalStudentForm = StudentForm.extend({
  grade: z.string("Give the grade, such as 10").trim().min(1, "Give the grade, such as 10").max(40),
})

/** Signs up a student by the sign-up portal's form, which asks for the grade. */
export function servePortalStudent(args: Args) {
  return serveStudent(args, withStudentsPhone(args, PortalStudentForm), dashboardPath)
}

/** Signs up a student by the short form beside a class. */
function serveQuickStudent(args: Args) {
  return serveStudent(args, StudentForm, dashboardPath)
}

function serveStudent(
  args: Args,
  schema: z.ZodType<z.output<typeof StudentSignUp>>,
  home: (role: Role | null) => string,
) {
  const { accountCreated } = repliesTexts[languageIn(args)]
  return serveForm(
    args,
    schema,
    async (value, page) => {
      const person = await page.api.accounts.signUpStudent(value)
      if (isUnder18(value.date_of_birth, dateInZone(page.now, page.zone)))
        return toGuardian(args.request, home(person.role), accountCreated)
      return goOn(args.request, person, home(person.role), accountCreated)
    },
    accountsTexts[languageIn(args)].signUpError,
  )
}

type Dated = Pick<Profile, "role" | "date_of_birth_claimed" | "under_18" | "parent_phone_confirmed">

/** Redirects a student who gave a date of birth: to what they still have to do about it, or on. */
export function goOnDated(request: Request, profile: Dated, title: string): Response {
  const home = dashboardPath(profile.role)
  if (profile.date_of_birth_claimed)
    return redirectDocument(`/date-of-birth?${new URLSearchParams({ to: targetOf(request, home) })}`)
  if (profile.under_18 && !profile.parent_phone_confirmed) return toGuardian(request, home, title)
  return goOn(request, profile, home, title)
}

/** Shows a minor what the guardian has to do before going on. */
export function toGuardian(request: Request, home: string, title: string): Response {
  const search = new URLSearchParams({ to: targetOf(request, home) })
  const toast = { tone: "success", title } as const
  return redirectWithToast(`/account/guardian?${search}`, toast, "document")
}

const PortalInstructorForm = InstructorSignUp.extend({ phone: RequiredPhone })

/** Signs up an instructor by the sign-up portal's form, which asks for the phone. */
export function servePortalInstructor(args: Args) {
  return serveInstructor(args, PortalInstructorForm, repliesTexts[languageIn(args)].accountCreated)
}

/** Signs up an instructor by the teacher portal's form, where the phone is optional. */
export function serveTeacherSignUp(args: Args) {
  const { instructorCreated, instructorCreatedText } = repliesTexts[languageIn(args)]
  return serveInstructor(args, InstructorSignUp, instructorCreated, instructorCreatedText)
}

function serveInstructor(
  args: Args,
  schema: z.ZodType<z.output<typeof InstructorSignUp>>,
  title: string,
  description?: string,
) {
  const language = languageIn(args)
  return serveForm(
    args,
    schema,
    async (value, page) => {
      const person = await page.api.accounts.signUpInstructor(value)
      if (person.signed_in) return goOn(args.request, person, dashboardPath(person.role), title, description)
      return redirectWithToast("/teacher-auth", {
        tone: "success",
        title: repliesTexts[language].instructorCreated,
        description: repliesTexts[language][person.link_mailed ? "confirmFirst" : "confirmLater"],
      })
    },
    accountsTexts[language].signUpError,
  )
}
