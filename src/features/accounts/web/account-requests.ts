import { type RouterContextProvider, redirect, redirectDocument } from "react-router"
import { z } from "zod"
import type { Profile } from "#contract/account.ts"
import { InstructorSignUp, RequiredPhone, StudentSignUp } from "#contract/accounts.ts"
import { CodeSignIn, MailedTo, SignIn } from "#contract/sign-in.ts"
import { isUnder18 } from "#shared/age.ts"
import { ROLES, type Role } from "#shared/roles.ts"
import { dateInZone } from "#shared/time.ts"
import { dashboardPath, pageRequest, redirectWithToast, safePath, serveForm } from "#ui/api.ts"
import { accountsText as text } from "./accounts.text.ts"
import { TypedBirthDate } from "./birth-date.ts"

/*
 * What the sign-in and sign-up pages share on the server. Where a person was going stands in the page's `?to=`,
 * which tabs, links and forms carry along.
 */

export type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Portal = "any" | "instructor"
type Person = { role: Role | null; access_ended?: boolean }

/**
 * Loads a sign-in or sign-up page: which ways there are, and the demo people of these roles, none in production.
 * Throws the redirect that takes signed-in people of `away` (everyone, unless told) to where they were going or to
 * their dashboard.
 */
export async function loadAccountPage(
  { request, context }: Args,
  options: { demo: readonly Role[]; away?: readonly Role[] },
) {
  const { viewer, api } = context.get(pageRequest)
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

export function targetOf(request: Request, fallback: string): string {
  return safePath(new URL(request.url).searchParams.get("to"), fallback)
}

/** A page that leads on to `to`, where that is a path of this site. */
export function withTarget(page: string, to: string | null | undefined): string {
  const target = safePath(to, "")
  return target ? `${page}?${new URLSearchParams({ to: target })}` : page
}

/** Which of a page's forms was posted. The body stays readable for the one that serves it. */
export async function intentOf(request: Request): Promise<string> {
  return String((await request.clone().formData()).get("intent") ?? "")
}

/**
 * Signs in by password, by a mailed code in two steps, or as a demo person, as the form says. The teacher portal
 * lets in instructors alone.
 */
export async function serveSignIn(args: Args, portal: Portal = "any") {
  const intent = await intentOf(args.request)
  if (intent === "demo") return serveDemoPerson(args)
  if (intent === "request-code") return serveCodeRequest(args)
  if (intent === "verify-code") return serveCode(args, portal)
  return serveForm(
    args,
    SignIn.omit({ portal: true }),
    async (value, page) => welcome(args.request, await page.api.accounts.signIn({ ...value, portal })),
    text.loginError,
  )
}

/** Has a code mailed and stays, with the id that belongs to the code kept in the form. */
async function serveCodeRequest(args: Args) {
  let values: Record<string, string> = {}
  const reply = await serveForm(
    args,
    MailedTo,
    async ({ email }, page) => {
      const { request } = await page.api.accounts.requestCode({ email })
      values = { email, request }
      return { tone: "success", title: text.code.sent, description: text.code.sentText }
    },
    text.error,
  )
  if (!(reply instanceof Response) && reply.data.done) reply.data.form = { initialValue: values }
  return reply
}

function serveCode(args: Args, portal: Portal) {
  return serveForm(
    args,
    CodeSignIn.omit({ portal: true }),
    async (value, page) => welcome(args.request, await page.api.accounts.signInByCode({ ...value, portal })),
    text.verificationError,
  )
}

function serveDemoPerson(args: Args) {
  return serveForm(
    args,
    z.object({ email: z.email() }),
    async ({ email }, page) => welcome(args.request, await page.api.accounts.signInDemoPerson({ email })),
    text.loginError,
  )
}

/** The dialog beside a class names itself in the address, and says it in its own words. */
function welcome(request: Request, person: Person): Response {
  const inDialog = new URL(request.url).searchParams.get("from") === "dialog"
  const home = dashboardPath(person.role)
  if (person.access_ended) return goOn(request, person, home, text.welcomeBack, text.accessEnded)
  return inDialog
    ? goOn(request, person, home, text.success, text.loggedIn)
    : goOn(request, person, home, text.welcomeBack)
}

/**
 * Goes where the person was going, as a fresh document, because everything on screen now belongs to somebody else.
 * Who has no profile yet gives one first.
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

const RegisterForm = StudentForm.extend({
  phone: RequiredPhone,
  confirm_password: z.string("Repeat the password"),
}).refine((value) => value.password === value.confirm_password, {
  path: ["confirm_password"],
  message: "Passwords do not match",
  // Said together with what else is wrong.
  when: () => true,
})

/** Registers a student by the register page's form, which asks for the password twice, and goes back to the start. */
export function serveRegister(args: Args) {
  return serveStudent(args, RegisterForm, () => "/")
}

const PortalStudentForm = StudentForm.extend({
  phone: RequiredPhone,
  grade: z.string("Give the grade, such as 10").trim().min(1, "Give the grade, such as 10").max(40),
})

/** Registers a student by the sign-up portal's form, which asks for the grade. */
export function servePortalStudent(args: Args) {
  return serveStudent(args, PortalStudentForm, dashboardPath)
}

/** Registers a student by the short form beside a class. */
export function serveQuickStudent(args: Args) {
  return serveStudent(args, StudentForm, dashboardPath)
}

function serveStudent(
  args: Args,
  schema: z.ZodType<z.output<typeof StudentSignUp>>,
  home: (role: Role | null) => string,
) {
  return serveForm(
    args,
    schema,
    async (value, page) => {
      const person = await page.api.accounts.signUpStudent(value)
      if (isUnder18(value.date_of_birth, dateInZone(page.now, page.zone)))
        return toGuardian(args.request, home(person.role))
      return goOn(args.request, person, home(person.role), text.accountCreated)
    },
    text.signUpError,
  )
}

type Dated = Pick<Profile, "role" | "date_of_birth_claimed" | "under_18" | "parent_phone_confirmed">

/** Where a student goes who gave a date of birth: to what is still to be done about it, or on. */
export function goOnDated(request: Request, profile: Dated, title: string): Response {
  const home = dashboardPath(profile.role)
  if (profile.date_of_birth_claimed)
    return redirectDocument(`/date-of-birth?${new URLSearchParams({ to: targetOf(request, home) })}`)
  if (profile.under_18 && !profile.parent_phone_confirmed) return toGuardian(request, home, title)
  return goOn(request, profile, home, title)
}

/** A minor learns first what the guardian has to do, and goes on from there. */
export function toGuardian(request: Request, home: string, title = text.accountCreated): Response {
  const search = new URLSearchParams({ to: targetOf(request, home) })
  const toast = { tone: "success", title } as const
  return redirectWithToast(`/account/guardian?${search}`, toast, "document")
}

const PortalInstructorForm = InstructorSignUp.extend({ phone: RequiredPhone })

/** Registers an instructor by the sign-up portal's form, which asks for the phone. */
export function servePortalInstructor(args: Args) {
  return serveInstructor(args, PortalInstructorForm, text.accountCreated)
}

/** Registers an instructor by the teacher portal's form, where the phone may be left out. */
export function serveTeacherSignUp(args: Args) {
  return serveInstructor(args, InstructorSignUp, text.instructorCreated, text.instructorCreatedText)
}

function serveInstructor(
  args: Args,
  schema: z.ZodType<z.output<typeof InstructorSignUp>>,
  title: string,
  description?: string,
) {
  return serveForm(
    args,
    schema,
    async (value, page) => {
      const person = await page.api.accounts.signUpInstructor(value)
      if (person.signed_in) return goOn(args.request, person, dashboardPath(person.role), title, description)
      return redirectWithToast("/teacher-auth", {
        tone: "success",
        title: text.instructorCreated,
        description: text.confirmFirst,
      })
    },
    text.signUpError,
  )
}
