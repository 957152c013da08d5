/** Everyone the matrix tries each procedure as. "Own" is about the class, request or register that is asked for. */
export const PERSONAS = [
  "visitor",
  "student",
  "otherStudent",
  "instructor",
  "otherInstructor",
  "admin",
  "disabled",
] as const
export type Persona = (typeof PERSONAS)[number]

const EVERYONE: readonly Persona[] = PERSONAS
const SIGNED_IN: readonly Persona[] = ["student", "otherStudent", "instructor", "otherInstructor", "admin"]
const STUDENTS: readonly Persona[] = ["student", "otherStudent"]
const INSTRUCTORS: readonly Persona[] = ["instructor", "otherInstructor", "admin"]
const OWN_INSTRUCTOR: readonly Persona[] = ["instructor", "admin"]

/**
 * Who may call each procedure, by hand. Whoever is not listed must be refused with 401, 403 or 404. A procedure
 * without its row fails the check.
 */
export const allowed: Record<string, readonly Persona[]> = {
  "accounts.signUpStudent": EVERYONE,
  "accounts.signUpInstructor": EVERYONE,
  "accounts.completeStudentProfile": SIGNED_IN,
  "accounts.completeInstructorProfile": SIGNED_IN,
  "accounts.signInOptions": EVERYONE,
  "accounts.signIn": EVERYONE,
  "accounts.requestCode": EVERYONE,
  "accounts.signInByCode": EVERYONE,
  "accounts.startGoogle": EVERYONE,
  "accounts.finishGoogle": EVERYONE,
  "accounts.requestPasswordReset": EVERYONE,
  "accounts.checkPasswordReset": EVERYONE,
  "accounts.resetPassword": EVERYONE,
  "accounts.confirmEmail": EVERYONE,
  "accounts.sendConfirmation": SIGNED_IN,
  "accounts.signOut": EVERYONE,
  "accounts.whoAmI": SIGNED_IN,
  "accounts.listDemoPeople": EVERYONE,
  "accounts.signInDemoPerson": EVERYONE,
  "programs.list": EVERYONE,
  "programs.get": EVERYONE,
  "programs.enrol": STUDENTS,
  "programs.mine": STUDENTS,
  "classes.list": EVERYONE,
  "classes.get": EVERYONE,
  "classes.schedule": INSTRUCTORS,
  "classes.update": OWN_INSTRUCTOR,
  "classes.delete": OWN_INSTRUCTOR,
  "classes.cancel": OWN_INSTRUCTOR,
  "classes.start": OWN_INSTRUCTOR,
  "classes.end": OWN_INSTRUCTOR,
  "classes.enrol": STUDENTS,
  "classes.leave": ["student"],
  "classes.joinLine": STUDENTS,
  "classes.leaveLine": STUDENTS,
  "classes.requestDemo": STUDENTS,
  "classes.acceptDemoOffer": ["student"],
  "classes.recordCallback": OWN_INSTRUCTOR,
  "classes.myDemoRequests": STUDENTS,
  "classes.listDemoTimes": INSTRUCTORS,
  "classes.answerDemoRequest": OWN_INSTRUCTOR,
  "classes.listDemoRequests": INSTRUCTORS,
  "classes.mine": SIGNED_IN,
  "classes.instructorFigures": INSTRUCTORS,
  "classes.listInstructors": ["admin"],
  "oneOnOne.offer": INSTRUCTORS,
  "oneOnOne.withdraw": OWN_INSTRUCTOR,
  "oneOnOne.take": STUDENTS,
  "oneOnOne.list": EVERYONE,
  "oneOnOne.mine": SIGNED_IN,
  "rooms.join": ["student", "instructor", "admin"],
  "rooms.state": ["student", "instructor", "admin"],
  "attendance.register": OWN_INSTRUCTOR,
  "attendance.mark": OWN_INSTRUCTOR,
  "attendance.recordVoice": ["instructor"],
  "attendance.notices": OWN_INSTRUCTOR,
  "attendance.demoFunnel": INSTRUCTORS,
  "attendance.myProgress": STUDENTS,
  "notifications.outbox": EVERYONE,
  "content.sendContactMessage": EVERYONE,
  "events.subscribe": EVERYONE,
}
