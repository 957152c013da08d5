import { z } from "zod"
import { ROLES } from "#shared/roles.ts"
import { base, digits, Id } from "../base.ts"

export const Role = z.enum(ROLES)

export const Email = z.email("Enter an e-mail address such as asha@example.com").max(254).trim().toLowerCase()
export const Password = z
  .string("Choose a password")
  .min(8, "Use at least 8 characters")
  .max(128, "Use at most 128 characters")
export const Name = z
  .string("Enter this name")
  .trim()
  .min(1, "Enter this name")
  .max(60, "Use at most 60 characters")
export const RequiredPhone = z
  .string("Fill in a phone number")
  .trim()
  .min(1, "Fill in a phone number")
  .max(20)
const Terms = z.literal(true, "Please agree to the terms and conditions")
/** A wall-clock date, without a zone. The service checks that it is a plausible date of birth. */
export const BirthDate = z.iso.date("Give the date of birth as YYYY-MM-DD")
/** One that was sent to the person, or that their authenticator app shows. */
export const Code = digits("Enter the code").regex(/^\d{6}$/, "The code has 6 digits")

export const Language = z.enum(["en", "hi"], "Choose English or Hindi")

const optionalText = (max: number) => z.string().trim().max(max).optional()

export const Person = z.object({
  user_id: Id,
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  role: Role.nullable(),
  /** Whether the person proved to read the e-mail. */
  email_verified: z.boolean(),
})

const studentParts = {
  /** Required by the pages, but not by the short form beside a class. */
  phone: optionalText(20),
  curriculum: optionalText(40),
  grade: optionalText(40),
  date_of_birth: BirthDate,
  /** Asked for of anyone under 18. */
  parent_name: optionalText(120),
  parent_phone: optionalText(20),
}

/** What a student's sign-up sends. A student under 18 names a guardian. */
export const StudentSignUp = z.object({
  first_name: Name,
  last_name: Name,
  email: Email,
  ...studentParts,
  password: Password,
  terms: Terms,
})

export const InstructorSignUp = z.object({
  first_name: Name,
  last_name: Name,
  email: Email,
  phone: optionalText(20),
  password: Password,
})

/** The profile that a person who signed up with Google still has to give. */
export const StudentProfile = z.object({ first_name: Name, last_name: Name, ...studentParts, terms: Terms })

export const InstructorProfile = z.object({ first_name: Name, last_name: Name, phone: optionalText(20) })

const accountErrors = {
  EMAIL_TAKEN: { status: 409, message: "There is already an account with this e-mail" },
} as const

export const signUpStudent = base
  .route({ method: "POST", path: "/accounts/students", summary: "Register a student and sign in" })
  .input(StudentSignUp)
  .output(Person)
  .errors(accountErrors)

export const signUpInstructor = base
  .route({
    method: "POST",
    path: "/accounts/instructors",
    summary: "Register an instructor and sign in, unless the e-mail must be confirmed first",
  })
  .input(InstructorSignUp)
  .output(
    Person.extend({
      signed_in: z.boolean(),
      /** Whether the link that confirms the e-mail was mailed; beyond the day's most it isn't. */
      link_mailed: z.boolean(),
    }),
  )
  .errors(accountErrors)

export const completeStudentProfile = base
  .route({
    method: "POST",
    path: "/profiles/students",
    summary: "Complete the viewer's profile as a student",
  })
  .input(StudentProfile)
  .output(Person)
  .errors({ PROFILE_EXISTS: { status: 409, message: "You have a profile already" } })

export const completeInstructorProfile = base
  .route({
    method: "POST",
    path: "/profiles/instructors",
    summary: "Complete the viewer's profile as an instructor",
  })
  .input(InstructorProfile)
  .output(Person)
  .errors({ PROFILE_EXISTS: { status: 409, message: "You have a profile already" } })

export const signOut = base
  .route({ method: "DELETE", path: "/session", summary: "Sign out" })
  .output(z.object({}))

export const whoAmI = base
  .route({ method: "GET", path: "/session", summary: "Get who is signed in" })
  .output(Person)

export const DemoPerson = z.object({ email: z.string(), name: z.string(), role: Role })

export const listDemoPeople = base
  .route({
    method: "GET",
    path: "/demo-people",
    summary: "List the demo people of a trial. Empty in production",
  })
  .output(z.array(DemoPerson))

export const signInDemoPerson = base
  .route({
    method: "POST",
    path: "/demo-people/session",
    summary: "Sign in as a demo person, in a trial only",
  })
  .input(z.object({ email: Email }))
  .output(Person)
  .errors({
    SECOND_STEP_REQUIRED: { status: 401, message: "The code of the authenticator app is asked for" },
  })

/** The viewer's identity and sign-up; the ways to sign in are in sign-in.ts. */
export const accounts = {
  signUpStudent,
  signUpInstructor,
  completeStudentProfile,
  completeInstructorProfile,
  signOut,
  whoAmI,
  listDemoPeople,
  signInDemoPerson,
}
