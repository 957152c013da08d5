import { ORPCError } from "@orpc/client"
import { RouterContextProvider } from "react-router"
import { expect, test } from "vitest"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { servePortalStudent, serveRegister, serveSignIn, serveTeacherSignUp } from "./account-requests.ts"

type Accounts = Record<string, (input: never) => Promise<unknown>>

/** Posts a form to a page whose API answers so. */
function post(accounts: Accounts, fields: Record<string, string>, search = "") {
  const context = new RouterContextProvider()
  context.set(pageRequest, { api: { accounts }, viewer: null, language: "en" } as unknown as PageRequest)
  const body = new URLSearchParams(fields)
  return { request: new Request(`http://localhost/auth${search}`, { method: "POST", body }), context }
}

const refuse = (code: string, status: number, data?: unknown) => () =>
  Promise.reject(new ORPCError(code, { status, data }))

/** The toast, shown at once or left for the page that follows. */
function toastOf(answer: unknown): string {
  if (!(answer instanceof Response)) {
    const { title, description } = (answer as { data: { toast: { title: string; description?: string } } })
      .data.toast
    return [title, description].filter(Boolean).join(": ")
  }
  const flash = JSON.parse(
    decodeURIComponent(/kaksha\.flash=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")?.[1] ?? ""),
  )
  return [flash.title, flash.description].filter(Boolean).join(": ")
}

const placeOf = (answer: unknown) => (answer as Response).headers.get("location")
const signIn = { intent: "sign-in", email: "asha@example.com", password: "words" }
const student = { user_id: "u", role: "student", email_verified: true }
const person = { first_name: "Ira", last_name: "Bose", email: "ira@example.com", phone: "98765 43210" }
const birthday = { "date_of_birth.day": "12", "date_of_birth.month": "4", "date_of_birth.year": "2001" }
const signUp = { ...person, ...birthday, password: "long enough words", grade: "10", terms: "on" }

test("ACC-03 DATA-03 a failed login says 'Login Error' with the reason, and a wait with the other ways in", async () => {
  const wrong = await serveSignIn(post({ signIn: refuse("INVALID_CREDENTIALS", 401) }, signIn))
  expect(toastOf(wrong)).toBe("Login Error: The e-mail or the password is wrong. Check both and try again.")
  const waits = { retry_after_seconds: 200, other_way: "code-or-reset" }
  const stopped = await serveSignIn(post({ signIn: refuse("TOO_MANY_REQUESTS", 429, waits) }, signIn))
  expect(toastOf(stopped)).toBe(
    "Login Error: Wait 4 minutes, or sign in with an e-mailed code, or reset your password.",
  )
  expect(JSON.stringify(stopped)).not.toContain('"words"')
})

test("ACC-03 DATA-03 a code that can't be sent says 'Error' with the server's message", async () => {
  const requestCode = { intent: "request-code", email: "asha@example.com" }
  const answer = await serveSignIn(post({ requestCode: refuse("MAIL_UNAVAILABLE", 409) }, requestCode))
  expect(toastOf(answer)).toMatch(/^Error: This academy can't send e-mail/)
})

test("ACC-03 DATA-03 a wrong code says 'Verification Error' and stays at the code's step", async () => {
  const fields = {
    intent: "verify-code",
    email: "asha@example.com",
    request: "0190b6f0-0000-7000-8000-000000000001",
    code: "123456",
  }
  const answer = await serveSignIn(post({ signInByCode: refuse("CODE_INVALID", 401) }, fields))
  expect(toastOf(answer)).toMatch(/^Verification Error: /)
  expect(answer).toMatchObject({ data: { form: { initialValue: { request: fields.request } } } })
})

test("ACC-03 NAV-04 a login says so in the words of its place and goes where the person was going", async () => {
  const accounts = { signIn: async () => student }
  const page = await serveSignIn(post(accounts, signIn))
  expect([toastOf(page), placeOf(page)]).toEqual([
    "Welcome back! Successfully logged in!",
    "/student-dashboard",
  ])
  const dialog = await serveSignIn(post(accounts, signIn, "?from=dialog&to=/class/7?enrol=7"))
  expect([toastOf(dialog), placeOf(dialog)]).toEqual(["Success: Successfully logged in!", "/class/7?enrol=7"])
  const astray = await serveSignIn(post(accounts, signIn, "?to=//evil.example/"))
  expect(placeOf(astray)).toBe("/student-dashboard")
})

test("ACC-02 ACC-03 DATA-03 the sign-up forms say what is missing, and 'Signup Error' for what is refused", async () => {
  const { terms: _, ...without } = signUp
  const fields = { ...without, confirm_password: "something else 1" }
  const register = await serveRegister(post({}, fields))
  expect(JSON.stringify(register)).toContain("Passwords do not match")
  expect(JSON.stringify(register)).toContain("Please agree to the terms and conditions")
  const { phone: __, ...noPhone } = signUp
  expect(JSON.stringify(await servePortalStudent(post({}, noPhone)))).toContain("Fill in a phone number")
  const taken = await servePortalStudent(post({ signUpStudent: refuse("EMAIL_TAKEN", 409) }, signUp))
  expect(toastOf(taken)).toMatch(/^Signup Error: There is already an account with this e-mail/)
  const made = await serveRegister(
    post({ signUpStudent: async () => student }, { ...signUp, confirm_password: signUp.password }),
  )
  expect([toastOf(made), placeOf(made)]).toEqual([
    "Account created successfully! You are now logged in.",
    "/",
  ])
})

test("ACC-02 ACC-03 a date of birth that is no date is refused at its field, with what was typed", async () => {
  const messages = {
    "31 4 2014": "This date doesn't exist. Check the day and month",
    "1 4 14": "Enter the year with four digits, such as 2014",
    "1  2014": "Enter day, month and year",
    "": "Enter the date of birth",
  }
  for (const [typed, message] of Object.entries(messages)) {
    const [day = "", month = "", year = ""] = typed.split(" ")
    const parts = { "date_of_birth.day": day, "date_of_birth.month": month, "date_of_birth.year": year }
    const answer = await servePortalStudent(post({}, { ...signUp, ...parts }))
    expect(answer).toMatchObject({ data: { form: { error: { date_of_birth: [message] } } } })
    if (typed)
      expect(answer).toMatchObject({ data: { form: { initialValue: { date_of_birth: { day, year } } } } })
  }
})

test("ACC-10 a child who registers learns next what the guardian has to do, by the date of birth", async () => {
  const child = {
    ...signUp,
    "date_of_birth.year": "2016",
    parent_name: "Mita Bose",
    parent_phone: "9123456789",
  }
  let sent: object = {}
  const signUpStudent = async (value: object) => {
    sent = value
    return student
  }
  expect(placeOf(await servePortalStudent(post({ signUpStudent }, child)))).toContain("/account/guardian?")
  expect(sent).toMatchObject({ date_of_birth: "2016-04-12", parent_phone: "9123456789" })
})

test("ACC-02 ACC-03 a child without a phone leaves the field empty, an adult can't", async () => {
  const { phone: _, ...without } = signUp
  const child = {
    ...without,
    "date_of_birth.year": "2016",
    parent_name: "Mita Bose",
    parent_phone: "9123456789",
    confirm_password: signUp.password,
  }
  for (const serve of [serveRegister, servePortalStudent]) {
    const answer = await serve(post({ signUpStudent: async () => student }, child))
    expect(placeOf(answer)).toContain("/account/guardian?")
    const adult = { ...without, confirm_password: signUp.password }
    expect(await serve(post({}, adult))).toMatchObject({
      data: { form: { error: { phone: ["Fill in a phone number"] } } },
    })
  }
})

test("ACC-11 DATA-03 a teacher who has to confirm the e-mail reads so, and is not sent to a dashboard", async () => {
  const teacher = { role: "instructor", signed_in: false, link_mailed: true }
  const signUpInstructor = async () => teacher
  const answer = await serveTeacherSignUp(post({ signUpInstructor }, signUp))
  expect(toastOf(answer)).toBe(
    "Account Created!: Please check your email to verify your account before signing in.",
  )
  expect(placeOf(answer)).toBe("/teacher-auth")
  teacher.link_mailed = false
  const late = await serveTeacherSignUp(post({ signUpInstructor }, signUp))
  expect(toastOf(late)).toMatch(/couldn't mail you the link .* Sign in tomorrow/)
  expect(placeOf(late)).toBe("/teacher-auth")
})

test("ACC-03 'Back' from the code's step keeps the e-mail that was typed", async () => {
  const fields = {
    intent: "back",
    email: "asha@example.com",
    request: "0190b6f0-0000-7000-8000-000000000001",
  }
  const answer = await serveSignIn(post({}, fields))
  expect(answer).toMatchObject({ data: { form: { initialValue: { email: "asha@example.com" } } } })
  expect(JSON.stringify(answer)).not.toContain("0190b6f0")
})
