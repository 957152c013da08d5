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
  "rooms.board": ["student", "instructor", "admin"],
  "rooms.setPolicy": OWN_INSTRUCTOR,
  "rooms.setAllowance": OWN_INSTRUCTOR,
  "rooms.mute": OWN_INSTRUCTOR,
  "rooms.remove": OWN_INSTRUCTOR,
  "rooms.readmit": OWN_INSTRUCTOR,
  "rooms.setHand": ["student"],
  "rooms.lowerHands": OWN_INSTRUCTOR,
  "rooms.sendMessage": ["student", "instructor", "admin"],
  "rooms.listMessages": ["student", "instructor", "admin"],
  "rooms.deleteMessage": OWN_INSTRUCTOR,
  "rooms.createPoll": OWN_INSTRUCTOR,
  "rooms.changePoll": OWN_INSTRUCTOR,
  "rooms.vote": ["student"],
  "rooms.shareFile": OWN_INSTRUCTOR,
  "rooms.linkFile": ["student", "instructor", "admin"],
  "rooms.deleteFile": OWN_INSTRUCTOR,
  "attendance.register": OWN_INSTRUCTOR,
  "attendance.mark": OWN_INSTRUCTOR,
  "attendance.recordVoice": ["instructor"],
  "attendance.notices": OWN_INSTRUCTOR,
  "attendance.myProgress": STUDENTS,
  "notifications.outbox": EVERYONE,
  "content.sendContactMessage": EVERYONE,
  "events.subscribe": EVERYONE,
}
