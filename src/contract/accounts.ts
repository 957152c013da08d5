import { z } from "zod"
import { ROLES } from "#shared/roles.ts"
import { base, Id } from "./base.ts"

export const Role = z.enum(ROLES)

export const Email = z.email("Give an e-mail address such as asha@example.com").max(254).trim().toLowerCase()
export const Password = z
  .string("Choose a password")
  .min(8, "Use at least 8 characters")
  .max(128, "Use at most 128 characters")
export const Name = z
  .string("Fill in this name")
  .trim()
  .min(1, "Fill in this name")
  .max(60, "Use at most 60 characters")
export const RequiredPhone = z
  .string("Fill in a phone number")
  .trim()
  .min(1, "Fill in a phone number")
  .max(20)
const Terms = z.literal(true, "Please agree to the terms and conditions")
/** A wall-clock date, without a zone. The service says whether it can be somebody's date of birth. */
export const BirthDate = z.iso.date("Give the date of birth as YYYY-MM-DD")
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
  /** The pages ask for it; the short form beside a class does not. */
  phone: optionalText(20),
  curriculum: optionalText(40),
  grade: optionalText(40),
  date_of_birth: BirthDate,
  /** Asked for of anyone under 18. */
  parent_name: optionalText(120),
  parent_phone: optionalText(20),
}

/** What a student's sign-up sends. Somebody under 18 names a guardian. */
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

/** The profile that a person who came by Google has yet to give. */
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
    summary: "Register an instructor and, unless the e-mail has to be confirmed first, sign in",
  })
  .input(InstructorSignUp)
  .output(Person.extend({ signed_in: z.boolean() }))
  .errors(accountErrors)

export const completeStudentProfile = base
  .route({ method: "POST", path: "/profiles/students", summary: "Give the profile one has not got yet" })
  .input(StudentProfile)
  .output(Person)
  .errors({ PROFILE_EXISTS: { status: 409, message: "You have a profile already" } })

export const completeInstructorProfile = base
  .route({ method: "POST", path: "/profiles/instructors", summary: "The same as an instructor" })
  .input(InstructorProfile)
  .output(Person)
  .errors({ PROFILE_EXISTS: { status: 409, message: "You have a profile already" } })

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
  .errors({
    SECOND_STEP_REQUIRED: { status: 401, message: "The code of the authenticator app is asked for" },
  })

/** Who one is and how one registers; the ways to sign in stand in sign-in.ts. */
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
