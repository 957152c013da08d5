import { z } from "zod"
import { ROLES } from "#shared/roles.ts"
import { base, Id } from "./base.ts"

export const Role = z.enum(ROLES)

const Email = z.email("Give an e-mail address such as asha@example.com").max(254).trim().toLowerCase()
const Password = z
  .string("Choose a password")
  .min(8, "Use at least 8 characters")
  .max(128, "Use at most 128 characters")
const Name = z
  .string("Fill in this name")
  .trim()
  .min(1, "Fill in this name")
  .max(60, "Use at most 60 characters")
const Phone = z.string("Fill in a phone number").trim().min(1, "Fill in a phone number").max(20)
const Terms = z.literal(true, "Please agree to the terms and conditions")
const optionalText = (max: number) => z.string().trim().max(max).optional()

export const Person = z.object({
  user_id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: Role.nullable(),
})

/** What the register page and the sign-up portal send for a student. A minor needs a guardian's contact. */
export const StudentSignUp = z
  .object({
    first_name: Name,
    last_name: Name,
    email: Email,
    phone: Phone,
    curriculum: optionalText(40),
    grade: optionalText(40),
    password: Password,
    under_18: z.boolean().default(false),
    parent_name: optionalText(120),
    parent_phone: optionalText(20),
    terms: Terms,
  })
  .superRefine((value, check) => {
    if (!value.under_18) return
    if (!value.parent_name)
      check.addIssue({
        code: "custom",
        path: ["parent_name"],
        message: "Give the name of a parent or guardian",
      })
    if (!value.parent_phone)
      check.addIssue({
        code: "custom",
        path: ["parent_phone"],
        message: "Give a parent's or guardian's phone number",
      })
  })

export const InstructorSignUp = z.object({
  first_name: Name,
  last_name: Name,
  email: Email,
  phone: optionalText(20),
  password: Password,
})

export const SignIn = z.object({
  email: Email,
  password: z.string("Fill in your password").min(1, "Fill in your password").max(128),
  /** The teacher portal lets in only instructors; anyone else is not signed in at all. */
  portal: z.enum(["any", "instructor"]).default("any"),
})

const accountErrors = {
  EMAIL_TAKEN: { status: 409, message: "There is already an account with this e-mail" },
} as const

export const signUpStudent = base
  .route({ method: "POST", path: "/accounts/students", summary: "Register a student and sign in" })
  .input(StudentSignUp)
  .output(Person)
  .errors(accountErrors)

export const signUpInstructor = base
  .route({ method: "POST", path: "/accounts/instructors", summary: "Register an instructor and sign in" })
  .input(InstructorSignUp)
  .output(Person)
  .errors(accountErrors)

export const signIn = base
  .route({ method: "POST", path: "/session", summary: "Sign in with e-mail and password" })
  .input(SignIn)
  .output(Person)
  .errors({
    INVALID_CREDENTIALS: { status: 401, message: "The e-mail or the password is wrong" },
    INSTRUCTORS_ONLY: { status: 403, message: "Access denied. This portal is for teachers only." },
    ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
  })

export const signOut = base
  .route({ method: "DELETE", path: "/session", summary: "End this session" })
  .output(z.object({}))

export const whoAmI = base
  .route({ method: "GET", path: "/session", summary: "The person of this session" })
  .output(Person)

export const DemoPerson = z.object({ email: z.string(), name: z.string(), role: Role })

export const listDemoPeople = base
  .route({ method: "GET", path: "/demo-people", summary: "The demo people of a trial; empty in production" })
  .output(z.array(DemoPerson))

export const signInDemoPerson = base
  .route({
    method: "POST",
    path: "/demo-people/session",
    summary: "Sign in as a demo person, in a trial only",
  })
  .input(z.object({ email: Email }))
  .output(Person)

/** The catalogue of what an account can do. */
export const accounts = {
  signUpStudent,
  signUpInstructor,
  signIn,
  signOut,
  whoAmI,
  listDemoPeople,
  signInDemoPerson,
}
