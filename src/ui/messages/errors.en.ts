import { formatDate, formatTime } from "#shared/time.ts"

export interface ErrorText {
  title: string
  /** What happened and what to do next. */
  description: string
}

/** What a person reads when the API answers with an error code of the contract. */
export const errorMessages = {
  BAD_REQUEST: {
    title: "That did not work",
    description: "The page sent something that does not fit. Reload it and try again.",
  },
  UNAUTHENTICATED: { title: "Authentication Required", description: "Please log in to go on." },
  FORBIDDEN: {
    title: "Not allowed",
    description: "Your account may not do this. If it should, ask your academy's office.",
  },
  NOT_FOUND: {
    title: "Not found",
    description: "It may have been removed. Reload the page to see what is there.",
  },
  FIELD_ERRORS: { title: "Please check the form", description: "Some fields need another look." },
  PAYLOAD_TOO_LARGE: {
    title: "Too large to send",
    description: "Shorten the text or choose a smaller file, up to 20 MB, then send it again.",
  },
  URI_TOO_LONG: {
    title: "This address is too long",
    description: "Open the page without a search, then search for fewer words.",
  },
  TOO_MANY_REQUESTS: { title: "Too many attempts", description: "Wait a few minutes, then try again." },
  EMAIL_TAKEN: {
    title: "Signup Error",
    description: "There is already an account with this e-mail. Log in with it, or give another e-mail.",
  },
  INVALID_CREDENTIALS: {
    title: "Login Error",
    description: "The e-mail or the password is wrong. Check both and try again.",
  },
  INSTRUCTORS_ONLY: {
    title: "Login Error",
    description: "Access denied. This portal is for teachers only.",
  },
  ACCOUNT_DISABLED: {
    title: "Login Error",
    description: "This account is disabled. Contact your academy's office to have it opened again.",
  },
  SECOND_STEP_REQUIRED: {
    title: "One more step",
    description: "Fill in the code that your authenticator app shows.",
  },
  SIGN_IN_EXPIRED: {
    title: "Verification Error",
    description: "This sign-in took too long or was tried too often. Begin again.",
  },
  CODE_WRONG: {
    title: "Verification Error",
    description: "The code is wrong, was used, or ran out. Check it, or get a new one.",
  },
  PROOF_NEEDED: {
    title: "Confirm it's you",
    description: "Enter your password once more, then repeat this step.",
  },
  NO_PROOF_HERE: {
    title: "Sign in again",
    description: "To go on, sign out, sign in again and repeat this step.",
  },
  PASSWORD_WRONG: { title: "Error", description: "This is not your password. Check it and try again." },
  TWO_STEP_UNREADABLE: {
    title: "Use a recovery code",
    description:
      "Your academy changed its keys, and codes of your app can't be checked any more. Use a recovery code, or ask an admin to reset your two-step sign-in.",
  },
  TWO_STEP_ON: { title: "Already on", description: "Two-step sign-in is on already. Reload to manage it." },
  TWO_STEP_REQUIRED: {
    title: "Stays on",
    description: "Your academy requires two-step sign-in for your role, so it can't be switched off.",
  },
  GUARDIAN_DECIDES: {
    title: "Your guardian decides",
    description: "Your parent or guardian decides about this on their own page.",
  },
  STUDENT_DECIDES: {
    title: "Your child decides",
    description: "They are 18 now and decide about this on their own account page.",
  },
  DATE_OF_BIRTH_GIVEN: {
    title: "We have your date of birth",
    description: "If it's wrong, ask your academy's office to correct it.",
  },
  LAST_ADMIN: {
    title: "You are the only admin",
    description: "Make somebody else an admin first, so that the academy is not locked out.",
  },
  OWN_ACCOUNT: {
    title: "Not to your own account",
    description: "Nobody changes their own role or shuts their own account. Ask another admin.",
  },
  GUARDIAN_ROLE: {
    title: "A guardian stays one",
    description: "Guardians sign in by phone alone. Ask them to register for another role.",
  },
  CONSENT_REQUIRED: {
    title: "Your guardian's consent is missing",
    description:
      "Your parent or guardian has to agree to live classes first, on the page for parents at /guardian. Your account page can text them a code.",
  },
  EMAIL_UNCONFIRMED: {
    title: "Login Error",
    description: "Please check your email to verify your account before signing in.",
  },
  CODE_INVALID: {
    title: "Verification Error",
    description:
      "The code is wrong, was used, or ran out. Check the newest mail, or go back and get a new code.",
  },
  MAIL_UNAVAILABLE: {
    title: "Error",
    description: "This academy has no mail server, so no mail can be sent. Sign in with your password.",
  },
  LINK_EXPIRED: {
    title: "Error",
    description: "This link ran out or was used already. Ask for a new one.",
  },
  ALREADY_CONFIRMED: { title: "Already confirmed", description: "Your e-mail is confirmed already." },
  PROFILE_EXISTS: { title: "Already complete", description: "Your profile is complete already." },
  GOOGLE_UNAVAILABLE: {
    title: "Error",
    description: "Google can't be reached just now. Sign in with your e-mail, or try again in a moment.",
  },
  GOOGLE_FAILED: {
    title: "Error",
    description: "This sign-in with Google was started in another browser, or it took too long. Try again.",
  },
  GOOGLE_REFUSED: {
    title: "Error",
    description:
      "Google refused the sign-in because it is set up wrongly here. Sign in with your e-mail, and tell the academy.",
  },
  GOOGLE_CANCELLED: { title: "Error", description: "Signing in with Google was cancelled." },
  GOOGLE_EMAIL_UNVERIFIED: {
    title: "Error",
    description:
      "Google has not verified your e-mail. Verify it with Google, or sign up with a password here.",
  },
  PASSWORD_ASKED: {
    title: "One more step",
    description: "You signed up in another browser. Give your password, or choose a new one.",
  },
  ALREADY_ENROLLED_IN_PROGRAM: {
    title: "Already Enrolled",
    description: "You are already enrolled in this course.",
  },
  ALREADY_ENROLLED: { title: "Already Enrolled", description: "You are already enrolled in this class" },
  CLASS_FULL: {
    title: "Class full",
    description: "Every seat in this class is taken. Choose another class.",
  },
  CLASS_NOT_OPEN: { title: "Class closed", description: "This class is no longer open. Choose a later one." },
  CLASS_HAS_RECORDS: {
    title: "Error",
    description: "Failed to delete class. It has attendance, which must be kept: cancel it instead.",
  },
  CLASS_TIME_TAKEN: {
    title: "Time taken",
    description:
      "Another class of the same instructor is at this time by now. Move that one, then bring this one back from the bin.",
  },
  INSTRUCTOR_GONE: {
    title: "Nobody to teach it",
    description: "Whoever was to teach this class no longer can. Schedule a new one with somebody else.",
  },
  CLASS_NOT_LIVE: {
    title: "Class not live",
    description: "This class is not live. Reload to see its state.",
  },
  TOO_EARLY: { title: "Too early", description: "A class can be started from 15 minutes before its start." },
  DEMO_REQUEST_REQUIRED: {
    title: "Demo Class Request Required",
    description: "Please request access to this demo class first",
  },
  REQUEST_ALREADY_SENT: {
    title: "Request Already Sent",
    description: "You've already requested to join this demo class",
  },
  TRIAL_TAKEN: {
    title: "Free trial used",
    description:
      "There is one free trial for each activity, and yours in {activity} is “{class_title}” on {scheduled_date}, {start_time}. To learn on, enroll in a class.",
  },
  OFFER_ALREADY_ACCEPTED: {
    title: "Already chosen",
    description: "You took another of these times. Reload to see which.",
  },
  SLOT_GONE: {
    title: "Time taken",
    description: "This time is no longer free. Choose another one.",
  },
  NOT_A_DEMO: {
    title: "No request needed",
    description: "This class needs no request: enroll in it instead.",
  },
  ALREADY_ANSWERED: { title: "Already answered", description: "This request was answered already." },
  ENROLMENT_REQUIRED: {
    title: "Enrollment Required",
    description: "Please enroll in this class to join the live session",
  },
  REQUEST_PENDING: {
    title: "Request Pending",
    description: "Your demo class request is awaiting instructor approval",
  },
  REQUEST_DENIED: { title: "Request Denied", description: "Your demo class request was not approved" },
  CLASS_NOT_READY: { title: "Class Not Ready", description: "The instructor hasn't started the class yet" },
  CLASS_OVER: {
    title: "Class over",
    description: "This class has ended. Its recording appears in Recordings.",
  },
  REMOVED_FROM_CLASS: {
    title: "Removed from class",
    description: "The instructor removed you from this class. Write to your academy if this was a mistake.",
  },
  ROOM_LOCKED: {
    title: "Class locked",
    description: "The instructor has locked the class. Write to them, or try again in a moment.",
  },
  DRAWING_HELD: {
    title: "Whiteboard is closed for drawing",
    description: "The instructor lets students watch the whiteboard only.",
  },
  WHITEBOARD_FULL: {
    title: "The whiteboard is full",
    description: "Erase what is no longer needed, or write the rest in the chat.",
  },
  CHAT_HELD: { title: "Chat closed", description: "The instructor closed the chat for now." },
  POLL_CLOSED: { title: "Poll closed", description: "This poll takes no more votes." },
  ALREADY_VOTED: { title: "You have voted", description: "Votes can't be changed in this poll." },
  IMPORT_REFUSED: {
    title: "Nothing was imported",
    description: "Some rows have errors. Fix them, then check the list again.",
  },
  IMPORT_IN_USE: {
    title: "This can't be taken back",
    description: "Somebody of it has come in, or something hangs on it already. Change it one by one.",
  },
  IMPORT_TOO_OLD: {
    title: "This can't be taken back",
    description: "An import can be undone for an hour. Change it one by one.",
  },
  ALREADY_JOINED: {
    title: "Already here",
    description: "This person has a way to sign in. 'Forgot Password' sets a new one.",
  },
  STORAGE_FULL: {
    title: "No room for the file",
    description: "The academy's disk is full. Tell the office, and try again later.",
  },
  SERVICE_UNAVAILABLE: {
    title: "Something on our side isn't answering",
    description: "What you typed is still here. Try again in a minute.",
  },
  VIDEO_UNAVAILABLE: {
    title: "Video not reachable",
    description: "The video server does not answer. Wait a moment, then join again.",
  },
  ANSWER_CLOSED: {
    title: "The time to answer is over",
    description: "Call the academy, and they will write it down for you.",
  },
  MAKE_UP_GONE: {
    title: "This seat is taken",
    description: "Somebody else was faster, or the class is off. Choose another one.",
  },
  MAKE_UP_TAKEN: {
    title: "A seat is yours already",
    description: "One class makes up for one absence. Call the academy to change it.",
  },
  NOTICE_SETTLED: {
    title: "Already decided",
    description: "Somebody has dealt with this message meanwhile. Load the page again to see how.",
  },
  NOTICE_UNKNOWN: {
    title: "It may have been sent",
    description:
      "Nobody is to be texted twice. Ask the parent or look into the provider's list, then mark it as told or as not sent.",
  },
  MEDICAL_LIMIT: {
    title: "Limit for medical absences reached",
    description:
      "Two medical absences with proof are already recorded for this student this month. Any further absence counts.",
  },
  NOT_ON_REGISTER: { title: "Not on the register", description: "This student is not in the class." },
  SUBSCRIPTION_LINK_EXPIRED: {
    title: "This link is no longer valid",
    description: "A newer one was sent, or it is older than a week. Subscribe once more on the blog.",
  },
} satisfies Record<string, ErrorText>

export type ErrorCode = keyof typeof errorMessages

const unknown: ErrorText = {
  title: "Error",
  description: "Something went wrong. Try again, and tell us if it happens once more.",
}

/** Puts what the server told beside the code where the text has its name in braces, days and times as people read them. */
export function fillText({ title, description }: ErrorText, data: unknown): ErrorText {
  const values = (data ?? {}) as Record<string, unknown>
  const read = (value: unknown) => {
    const text = String(value ?? "")
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
    return /^\d\d:\d\d$/.test(text) ? formatTime(text) : text
  }
  return { title, description: description.replace(/\{(\w+)\}/g, (_, name: string) => read(values[name])) }
}

const OTHER_WAYS: Record<string, string> = {
  "code-or-reset": "or sign in with an e-mailed code, or reset your password",
  "password-or-reset": "or use the last code we sent, sign in with your password, or reset it",
  "newest-link": "or use the newest link in your inbox: it works for an hour",
  "child-or-office":
    "or have your child send you a code from the account page, or call the office. Codes we sent still work",
}

export type Wait = { retry_after_seconds: number; other_way?: string | null }

/** 'Wait 4 minutes, or sign in with an e-mailed code, or reset your password.' */
function waitText({ retry_after_seconds, other_way }: Wait): string {
  const minutes = Math.ceil(retry_after_seconds / 60)
  const hours = Math.ceil(minutes / 60)
  const unit = (count: number, name: string) => `${count} ${name}${count === 1 ? "" : "s"}`
  const wait = minutes > 90 ? unit(hours, "hour") : unit(minutes, "minute")
  const way = OTHER_WAYS[other_way ?? ""]
  return `Wait ${wait}${way ? `, ${way}` : ", then try again"}.`
}

/**
 * The text of an error code, with `data` the error's own where it has any. An unknown code reads as a general
 * failure.
 */
export function errorText(code: string, data?: unknown): ErrorText {
  if (!Object.hasOwn(errorMessages, code)) return unknown
  const text: ErrorText = errorMessages[code as ErrorCode]
  return code === "TOO_MANY_REQUESTS" && data
    ? { ...text, description: waitText(data as Wait) }
    : fillText(text, data)
}
