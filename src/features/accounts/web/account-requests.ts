import { type RouterContextProvider, redirect } from "react-router"
import { z } from "zod"
import { InstructorSignUp, SignIn, StudentSignUp } from "#contract/accounts.ts"
import { ROLES, type Role } from "#shared/roles.ts"
import { dashboardPath, pageRequest, redirectWithToast, safePath, serveForm } from "#ui/api.ts"
import { accountsText as text } from "./accounts.text.ts"

/*
 * What the sign-in and sign-up pages share on the server. Where a person was going stands in the page's `?to=`,
 * which tabs, links and forms carry along.
 */

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/**
 * Loads a sign-in or sign-up page: the demo people of these roles, none in production. Throws the redirect that
 * takes signed-in people of `away` (everyone, unless told) to where they were going or to their dashboard.
 */
export async function loadAccountPage(
  { request, context }: Args,
  options: { demo: readonly Role[]; away?: readonly Role[] },
) {
  const { viewer, api } = context.get(pageRequest)
  if (viewer && (!options.away || (viewer.role && options.away.includes(viewer.role)))) {
    throw redirect(targetOf(request, dashboardPath(viewer.role)))
  }
  if (options.demo.length === 0) return { people: [] }
  const people = await api.accounts.listDemoPeople()
  return {
    people: people
      .filter((person) => options.demo.includes(person.role))
      .sort((one, other) => ROLES.indexOf(one.role) - ROLES.indexOf(other.role)),
  }
}

function targetOf(request: Request, fallback: string): string {
  return safePath(new URL(request.url).searchParams.get("to"), fallback)
}

/** Which of a page's forms was posted. The body stays readable for the one that serves it. */
export async function intentOf(request: Request): Promise<string> {
  return String((await request.clone().formData()).get("intent") ?? "")
}

/** Signs in by password, or as a demo person, as the form says. The teacher portal lets in instructors alone. */
export async function serveSignIn(args: Args, portal: "any" | "instructor" = "any") {
  if ((await intentOf(args.request)) === "demo") return serveDemoPerson(args)
  return serveForm(
    args,
    SignIn.omit({ portal: true }),
    async (value, page) => {
      const person = await page.api.accounts.signIn({ ...value, portal })
      return goOn(args.request, dashboardPath(person.role), text.welcomeBack)
    },
    text.loginError,
  )
}

function serveDemoPerson(args: Args) {
  return serveForm(
    args,
    z.object({ email: z.email() }),
    async ({ email }, page) => {
      const person = await page.api.accounts.signInDemoPerson({ email })
      return goOn(args.request, dashboardPath(person.role), text.welcomeBack)
    },
    text.loginError,
  )
}

/** Goes where the person was going, as a fresh document, because everything on screen now belongs to somebody else. */
function goOn(request: Request, fallback: string, title: string, description?: string): Response {
  return redirectWithToast(targetOf(request, fallback), { tone: "success", title, description }, "document")
}

const RegisterForm = StudentSignUp.safeExtend({
  confirm_password: z.string("Repeat the password"),
}).refine((value) => value.password === value.confirm_password, {
  path: ["confirm_password"],
  message: "Passwords do not match",
})

/** Registers a student by the register page's form, which asks for the password twice, and goes back to the start. */
export function serveRegister(args: Args) {
  return serveForm(
    args,
    RegisterForm,
    async (value, page) => {
      await page.api.accounts.signUpStudent(value)
      return goOn(args.request, "/", text.accountCreated)
    },
    text.signUpError,
  )
}

const PortalStudentForm = StudentSignUp.safeExtend({
  grade: z.string("Give the grade, such as 10").trim().min(1, "Give the grade, such as 10").max(40),
})

/** Registers a student by the sign-up portal's form, which asks for the grade. */
export function servePortalStudent(args: Args) {
  return serveForm(
    args,
    PortalStudentForm,
    async (value, page) => {
      const person = await page.api.accounts.signUpStudent(value)
      return goOn(args.request, dashboardPath(person.role), text.accountCreated)
    },
    text.signUpError,
  )
}

const PortalInstructorForm = InstructorSignUp.safeExtend({
  phone: z.string("Fill in a phone number").trim().min(1, "Fill in a phone number").max(20),
})

/** Registers an instructor by the sign-up portal's form, which asks for the phone. */
export function servePortalInstructor(args: Args) {
  return serveForm(
    args,
    PortalInstructorForm,
    async (value, page) => {
      const person = await page.api.accounts.signUpInstructor(value)
      return goOn(args.request, dashboardPath(person.role), text.accountCreated)
    },
    text.signUpError,
  )
}

/** Registers an instructor by the teacher portal's form, where the phone may be left out. */
export function serveTeacherSignUp(args: Args) {
  return serveForm(
    args,
    InstructorSignUp,
    async (value, page) => {
      const person = await page.api.accounts.signUpInstructor(value)
      return goOn(
        args.request,
        dashboardPath(person.role),
        text.instructorCreated,
        text.instructorCreatedText,
      )
    },
    text.signUpError,
  )
}
