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
  "accounts.signIn": EVERYONE,
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
  "classes.requestDemo": STUDENTS,
  "classes.answerDemoRequest": OWN_INSTRUCTOR,
  "classes.listDemoRequests": INSTRUCTORS,
  "classes.mine": SIGNED_IN,
  "classes.instructorFigures": INSTRUCTORS,
  "classes.listInstructors": ["admin"],
  "rooms.join": ["student", "instructor", "admin"],
  "rooms.state": ["student", "instructor", "admin"],
  "attendance.register": OWN_INSTRUCTOR,
  "attendance.mark": OWN_INSTRUCTOR,
  "attendance.recordVoice": ["instructor"],
  "attendance.notices": OWN_INSTRUCTOR,
  "attendance.myProgress": STUDENTS,
  "recordings.start": OWN_INSTRUCTOR,
  "recordings.finish": OWN_INSTRUCTOR,
  "recordings.retry": OWN_INSTRUCTOR,
  "recordings.mine": INSTRUCTORS,
  "recordings.toWatch": STUDENTS,
  "recordings.get": ["student", "instructor", "admin"],
  "recordings.change": OWN_INSTRUCTOR,
  "recordings.delete": OWN_INSTRUCTOR,
  "recordings.restore": OWN_INSTRUCTOR,
  "recordings.play": ["student", "instructor", "admin"],
  "recordings.download": OWN_INSTRUCTOR,
  "recordings.watched": ["student", "instructor", "admin"],
  "recordings.addChapter": OWN_INSTRUCTOR,
  "recordings.removeChapter": OWN_INSTRUCTOR,
  "notifications.outbox": EVERYONE,
  "content.sendContactMessage": EVERYONE,
  "events.subscribe": EVERYONE,
}
