import { formatDate, formatTime } from "#shared/time.ts"

export interface ErrorText {
  title: string
  /** What happened and what to do next. */
  description: string
}

/** What a person reads when the API answers with an error code of the contract. */
export const errorMessages = {
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
  CHAT_HELD: { title: "Chat closed", description: "The instructor closed the chat for now." },
  POLL_CLOSED: { title: "Poll closed", description: "This poll takes no more votes." },
  ALREADY_VOTED: { title: "You have voted", description: "Votes can't be changed in this poll." },
  STORAGE_FULL: {
    title: "No room for the file",
    description: "The academy's disk is full. Tell the office, and try again later.",
  },
  VIDEO_UNAVAILABLE: {
    title: "Video not reachable",
    description: "The video server does not answer. Wait a moment, then join again.",
  },
  NOT_ON_REGISTER: { title: "Not on the register", description: "This student is not in the class." },
} satisfies Record<string, ErrorText>

export type ErrorCode = keyof typeof errorMessages

const unknown: ErrorText = {
  title: "Error",
  description: "Something went wrong. Try again, and tell us if it happens once more.",
}

/** Puts what the server told beside the code where the text has its name in braces, days and times as people read them. */
function fill({ title, description }: ErrorText, data: unknown): ErrorText {
  const values = (data ?? {}) as Record<string, unknown>
  const read = (value: unknown) => {
    const text = String(value ?? "")
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text)
    return /^\d\d:\d\d$/.test(text) ? formatTime(text) : text
  }
  return { title, description: description.replace(/\{(\w+)\}/g, (_, name: string) => read(values[name])) }
}

/** The text of an error code. An unknown code reads as a general failure, with the server's message if it gave one. */
export function errorText(code: string, serverMessage?: string, data?: unknown): ErrorText {
  if (Object.hasOwn(errorMessages, code)) return fill(errorMessages[code as ErrorCode], data)
  return serverMessage ? { title: unknown.title, description: serverMessage } : unknown
}
