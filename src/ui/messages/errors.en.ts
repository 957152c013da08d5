import { formatTimeIn, shortDate } from "#shared/time.ts"

export interface ErrorText {
  title: string
  /** What happened and what to do next. */
  description: string
}

/** The text shown for each error code of the contract. */
export const errorMessages = {
  BAD_REQUEST: {
    title: "That didn't work",
    description: "Something on the page is out of date. Reload it and try again.",
  },
  UNAUTHENTICATED: { title: "Authentication Required", description: "Please sign in to continue." },
  FORBIDDEN: {
    title: "Not allowed",
    description: "Your account doesn't have permission to do this. Ask your academy's office if you need it.",
  },
  NOT_FOUND: {
    title: "Not found",
    description: "It may have been deleted. Reload the page to see the latest.",
  },
  FIELD_ERRORS: {
    title: "Please check the form",
    description: "Some fields have errors. Fix them and try again.",
  },
  PAYLOAD_TOO_LARGE: {
    title: "Too large to send",
    description: "Shorten the text or choose a smaller file, up to 20 MB, then send it again.",
  },
  URI_TOO_LONG: {
    title: "This address is too long",
    description: "Open the page again and search for fewer words.",
  },
  TOO_MANY_REQUESTS: { title: "Too many attempts", description: "Wait a few minutes, then try again." },
  EMAIL_TAKEN: {
    title: "Signup Error",
    description: "There is already an account with this e-mail. Sign in, or use another e-mail.",
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
    description: "This account is disabled. Ask your academy's office to enable it again.",
  },
  SECOND_STEP_REQUIRED: {
    title: "One more step",
    description: "Enter the code from your authenticator app.",
  },
  SIGN_IN_EXPIRED: {
    title: "Verification Error",
    description: "This sign-in took too long or had too many attempts. Start again.",
  },
  CODE_WRONG: {
    title: "Verification Error",
    description: "This code is wrong, already used or expired. Check it or get a new one.",
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
      "Your academy changed its keys, so your app's codes no longer work. Use a recovery code, or ask an admin to reset your two-step sign-in.",
  },
  TWO_STEP_ON: {
    title: "Already on",
    description: "Two-step sign-in is already on. Reload the page to manage it.",
  },
  TWO_STEP_REQUIRED: {
    title: "Two-step sign-in is required",
    description: "Your academy requires two-step sign-in for your role, so you can't turn it off.",
  },
  GUARDIAN_DECIDES: {
    title: "Your guardian decides",
    description: "Your parent or guardian decides about this on their own page.",
  },
  STUDENT_DECIDES: {
    title: "Your child decides",
    description: "They are 18 now and decide about this on their own account page.",
  },
  RIGHT_MISSING: {
    title: "You can't do this for this child",
    description: "Another guardian of the child, or your academy's office, can give you the right to.",
  },
  FIRST_GUARDIAN: {
    title: "Ask the office",
    description: "Only your academy's office can change what this guardian may do, or remove them.",
  },
  CONSENT_GUARDIAN_MISSING: {
    title: "Somebody has to decide",
    description:
      "A child under 18 needs a guardian who decides about consents. Invite another one first, or ask your academy's office.",
  },
  GUARDIAN_ALREADY: {
    title: "Already a guardian",
    description: "This person is a guardian of this child. Change what they may do in the list.",
  },
  GUARDIAN_DISABLED: {
    title: "This person can't be invited",
    description: "The academy has disabled their account. Ask the office to enable it again.",
  },
  GUARDIAN_IS_CHILD: {
    title: "This is the child's own contact",
    description: "A student can't be their own guardian. Ask for an invitation to your own number.",
  },
  INVITED_ELSEWHERE: {
    title: "Use your phone number",
    description:
      "This e-mail belongs to a student's or teacher's account. Ask for an invitation to your phone number instead.",
  },
  ACCEPTED_ALREADY: {
    title: "Accepted already",
    description: "This invitation was accepted. Sign in to see the child's page.",
  },
  DATE_OF_BIRTH_GIVEN: {
    title: "We have your date of birth",
    description: "If it's wrong, ask your academy's office to correct it.",
  },
  LAST_ADMIN: {
    title: "You are the only admin",
    description: "Make somebody else an admin first, or nobody could manage the academy.",
  },
  OWN_ACCOUNT: {
    title: "You can't change your own account",
    description: "You can't change your own role or disable your own account. Ask another admin.",
  },
  GUARDIAN_ROLE: {
    title: "Guardians can't change role",
    description: "A guardian's account can't have another role. Ask them to sign up for a new one.",
  },
  CONSENT_REQUIRED: {
    title: "Your guardian's consent is missing",
    description:
      "Your parent or guardian needs to agree to live classes first, on the Parents page. You can text them a code from your account page.",
  },
  EMAIL_UNCONFIRMED: {
    title: "Login Error",
    description: "Please check your email to verify your account before signing in.",
  },
  CONFIRMATION_LATER: {
    title: "Login Error",
    description:
      "Too many people signed up today, so we couldn't mail you the link that confirms your e-mail. Sign in again tomorrow and we'll send it.",
  },
  CODE_INVALID: {
    title: "Verification Error",
    description:
      "This code is wrong, already used or expired. Check the latest e-mail, or go back and get a new code.",
  },
  MAIL_UNAVAILABLE: {
    title: "Error",
    description:
      "This academy can't send e-mail. Sign in with your password, or ask the office for a link to set a new one.",
  },
  STAFF_EMAIL: {
    title: "Error",
    description: "Only the e-mails of students and teachers can be corrected here. Others change their own.",
  },
  NO_PASSWORD_LINK: {
    title: "Error",
    description:
      "Links for a new password are for students, teachers and guardians who have joined, sign in by e-mail and aren't disabled.",
  },
  TEXTS_UNAVAILABLE: {
    title: "Error",
    description: "This academy can't send text messages yet. Ask the office.",
  },
  LINK_EXPIRED: {
    title: "Error",
    description: "This link has expired or was already used. Request a new one.",
  },
  ALREADY_CONFIRMED: { title: "Already confirmed", description: "Your e-mail is already confirmed." },
  PROFILE_EXISTS: { title: "Already complete", description: "Your profile is already complete." },
  GOOGLE_UNAVAILABLE: {
    title: "Error",
    description: "We can't reach Google. Sign in with your e-mail, or try again in a moment.",
  },
  GOOGLE_FAILED: {
    title: "Error",
    description: "This Google sign-in was started in another browser or took too long. Try again.",
  },
  GOOGLE_REFUSED: {
    title: "Error",
    description:
      "Google refused the sign-in because it isn't set up correctly here. Sign in with your e-mail, and tell the academy.",
  },
  GOOGLE_CANCELLED: { title: "Error", description: "Google sign-in was cancelled." },
  GOOGLE_EMAIL_UNVERIFIED: {
    title: "Error",
    description:
      "Google has not verified your e-mail. Verify it with Google, or sign up with a password here.",
  },
  PASSWORD_ASKED: {
    title: "One more step",
    description: "You signed up in another browser. Enter your password, or choose a new one.",
  },
  ALREADY_ENROLLED_IN_PROGRAM: {
    title: "Already Enrolled",
    description: "You are already enrolled in this course.",
  },
  PAYMENT_NEEDED: {
    title: "Payment needed",
    description: "Pay for this program first. Its page shows the price.",
  },
  PAYMENTS_OFF: {
    title: "Nothing to pay here",
    description: "This academy doesn't take payments on this site. Ask its office how to pay.",
  },
  NOTHING_TO_REFUND: {
    title: "Nothing to refund",
    description: "Nothing is left to refund on this order. Reload the page to see the latest.",
  },
  REFUND_CHANGED: {
    title: "The refund has changed",
    description: "The amount has changed since you opened the page. Check it, then confirm again.",
  },
  SHOP_CLOSED: {
    title: "The shop isn't open",
    description: "Ask the academy's office how to order uniforms and kits.",
  },
  SOLD_OUT: {
    title: "Fewer are left",
    description: "Others were faster. Choose a smaller number or another size. Nothing was charged.",
  },
  BASKET_FULL: {
    title: "Your basket is full",
    description: "It holds 30 different things. Buy these first, then add more.",
  },
  UNPAID_ORDERS: {
    title: "Too many unpaid orders",
    description:
      "You left several orders by UPI unpaid in the last day. Pay the open one, choose another way to pay, or order tomorrow.",
  },
  BASKET_EMPTY: { title: "Your basket is empty", description: "Choose something in the shop first." },
  NOT_RETURNABLE: {
    title: "This can't be returned",
    description: "The order says why. For anything faulty, ask the academy's office.",
  },
  RETURN_DECIDED: {
    title: "Already decided",
    description: "Somebody decided about this return meanwhile. Reload the page to see how.",
  },
  SIZE_IN_USE: {
    title: "This size is in use",
    description: "A size that was bought or has had pieces stays. Set its stock to 0 to stop selling it.",
  },
  STAGE_CHANGED: {
    title: "This order is at another stage by now",
    description: "A colleague moved it, or it was refunded. Look at it again.",
  },
  RETURN_ASKED: {
    title: "The stage wasn't undone",
    description: "A return was asked for, so the buyer has the goods.",
  },
  STOCK_CHANGED: {
    title: "The stock has changed",
    description:
      "Pieces were sold or came back meanwhile. Reload the page, count again and enter the number.",
  },
  REFUND_WAITS: {
    title: "A refund is waiting",
    description: "Another refund of this order waits for a colleague. Approve or decline it first.",
  },
  REFUND_DECIDED: {
    title: "Already decided",
    description: "Somebody has decided about this refund. Reload the page to see the latest.",
  },
  OWN_REFUND: {
    title: "Ask a colleague",
    description: "You asked for this refund, so a colleague has to approve it.",
  },
  REFUND_OVER_LEFT: {
    title: "Less is left to refund",
    description: "A part of this order was refunded meanwhile. Decline this refund and enter a smaller one.",
  },
  REFUND_SETTLED: {
    title: "Already settled",
    description: "This refund is already settled. Reload the page to see the latest.",
  },
  PLAN_CHANGED: {
    title: "Your plan has changed",
    description:
      "Its unused days are worth a different amount than shown. Look at the price again, then pay.",
  },
  POINTS_CHANGED: {
    title: "Your points have changed",
    description: "There are fewer points or less credit than shown. Look at the price again, then pay.",
  },
  PAYS_ALONE: {
    title: "You can pay yourself",
    description: "You are 18, so nobody has to pay for you. Go on to the checkout.",
  },
  NO_PARENT_YET: {
    title: "No parent has signed in yet",
    description: "Ask your parent to sign in once with the phone number in your profile. Then send it again.",
  },
  ASKED_TODAY: {
    title: "Already sent",
    description: "Your parent has this from you. You can send it again a day after the last time.",
  },
  REFERRAL_REFUSED: {
    title: "This invitation doesn't count for you",
    description: "Invitations are for new students of another household, and count once.",
  },
  GUARDIAN_PAYS: {
    title: "A parent pays",
    description: "You are under 18. Ask your parent to sign in and pay for this program.",
  },
  NOT_SOLD: {
    title: "Not available",
    description: "This program can't be sold to you this way. Call the office.",
  },
  QUOTE_EXPIRED: {
    title: "This quote has expired",
    description: "It can't be accepted any more. Call us, and we'll send a new one.",
  },
  QUOTE_ANSWERED: {
    title: "This quote can't be answered any more",
    description: "It was answered or withdrawn. Reload the page to see the latest.",
  },
  ENQUIRY_CHANGED: {
    title: "A colleague was faster",
    description: "This enquiry has changed since you opened it. Reload the page to see the latest.",
  },
  ENQUIRY_SETTLED: {
    title: "Already accepted",
    description: "The organisation accepted a quote. Reload the page to see the invoice.",
  },
  INVOICE_CANCELLED: {
    title: "Already cancelled",
    description: "This invoice was cancelled. Reload the page to see its credit note.",
  },
  INVOICE_CHANGED: {
    title: "Another amount is owed by now",
    description: "A colleague changed something about this invoice. Look at it again.",
  },
  NOT_CHARGES: {
    title: "That can't be bank charges",
    description:
      "Only a small rest after a payment can be written off, and once. The organisation owes the rest.",
  },
  EXCESS_RETURNED: {
    title: "Part of it went back",
    description: "What was too much of this payment was sent back, so the payment can't be taken back.",
  },
  CANCELLATION_WAITS: {
    title: "A colleague was faster",
    description: "A colleague asked to cancel this invoice. Reload the page to decide about it.",
  },
  OWN_CANCELLATION: {
    title: "Ask a colleague",
    description: "You asked to cancel this invoice, so a colleague has to approve it.",
  },
  ENQUIRY_ERASED: {
    title: "Nobody can be reached",
    description: "The contact details of this enquiry were deleted.",
  },
  BATCH_MADE: {
    title: "The batch is scheduled",
    description: "A colleague scheduled it meanwhile. Reload the page to see it.",
  },
  GATEWAY_AWAY: {
    title: "The payment service isn't responding",
    description: "Nothing was charged and your order is kept. Try again in a minute.",
  },
  ORDER_SETTLED: {
    title: "Nothing to enter here",
    description: "This order isn't paid by UPI, or it is already settled. Reload the page to see the latest.",
  },
  CREDIT_USED: {
    title: "The credit was spent",
    description:
      "The family has spent some of this credit or set it aside for an order, so it can't be turned back into a refund.",
  },
  TRANSFER_USED: {
    title: "This payment paid the order",
    description: "The order was paid by it, so it can't be taken back. Give a refund instead.",
  },
  TRANSFER_RETURNED: {
    title: "The money has gone back",
    description:
      "The refund of this payment was sent or kept as credit, so the payment can't be taken back. If it was kept as credit by mistake, turn that back first.",
  },
  CLAIM_DECIDED: {
    title: "Already decided",
    description:
      "Somebody decided about this payment, or the payer corrected it. Reload the page to see the latest.",
  },
  LINE_DECIDED: {
    title: "Already decided",
    description: "Somebody decided about this bank line. Reload the page to see the latest.",
  },
  STATEMENT_UNREADABLE: {
    title: "This file can't be read",
    description:
      "Export the statement from your bank as CSV, for fewer days if it has more than 20,000 lines.",
  },
  ALREADY_ENROLLED: { title: "Already Enrolled", description: "You are already enrolled in this class" },
  CLASS_FULL: {
    title: "Class full",
    description: "Every seat in this class is taken. Choose another class.",
  },
  MEMBERSHIP_ENDED: {
    title: "Your membership ends before this class",
    description: "Once it's renewed on the program's page, you can take a seat.",
  },
  CLASS_NOT_OPEN: { title: "Class closed", description: "This class is no longer open. Choose a later one." },
  CLASS_BEGUN: {
    title: "The class has begun",
    description: "You keep your seat in it. You can give up your seats in later classes.",
  },
  CLASS_HAS_RECORDS: {
    title: "Error",
    description: "Failed to delete class. It has attendance records, which must be kept. Cancel it instead.",
  },
  CLASS_TIME_TAKEN: {
    title: "Time taken",
    description:
      "The instructor now has another class at this time. Move that one, then restore this one from the bin.",
  },
  INSTRUCTOR_GONE: {
    title: "No instructor",
    description:
      "The instructor of this class no longer teaches here. Schedule a new class with another instructor.",
  },
  CLASS_NOT_LIVE: {
    title: "Class not live",
    description: "This class isn't live. Reload the page to see its status.",
  },
  TOO_EARLY: {
    title: "Too early",
    description: "You can start a class up to 15 minutes before its scheduled start.",
  },
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
      "You get one free trial for each activity. Yours in {activity} is “{class_title}” on {scheduled_date}, {start_time}. To continue, enroll in a class.",
  },
  CHILD_TRIAL_TAKEN: {
    title: "Free trial used",
    description:
      "Each child gets one free trial for each activity. {first_name}'s in {activity} is “{class_title}” on {scheduled_date}, {start_time}. To continue, choose a program.",
  },
  CHILD_CLOSED: {
    title: "This child's account is closed",
    description: "It is disabled or will be deleted. Your academy's office can open it again.",
  },
  REQUEST_DECLINED: {
    title: "Already declined",
    description: "The teacher declined the request for this class. Choose another demo class.",
  },
  OFFER_ALREADY_ACCEPTED: {
    title: "Already chosen",
    description: "You already chose another of these times. Reload the page to see which.",
  },
  SLOT_GONE: {
    title: "Time taken",
    description: "This time is no longer free. Choose another one.",
  },
  OWN_CLASS_THEN: {
    title: "You have a class then",
    description: "“{class_title}” is on {scheduled_date}, {start_time}. Choose another time.",
  },
  ONE_ON_ONES_MOST: {
    title: "No more bookings for now",
    description:
      "You can have {most} one-on-ones booked at a time. Book another after one of them, or give one back.",
  },
  ONE_ON_ONES_MOST_WITH: {
    title: "No more bookings with this teacher for now",
    description:
      "You can have {most} one-on-ones booked with {instructor_name} at a time. Choose another teacher, or book again after one of them.",
  },
  NOT_A_DEMO: {
    title: "No request needed",
    description: "You don't need to request this class. Enroll in it instead.",
  },
  ALREADY_ANSWERED: { title: "Already answered", description: "This request was already answered." },
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
    description: "This class has ended. If it was recorded, you'll find it in Recordings.",
  },
  REMOVED_FROM_CLASS: {
    title: "Removed from class",
    description: "The instructor removed you from this class. Contact your academy if this was a mistake.",
  },
  ROOM_LOCKED: {
    title: "Class locked",
    description: "The instructor locked the class. Contact them, or try again in a moment.",
  },
  DRAWING_HELD: {
    title: "Drawing is off",
    description: "Only the instructor can draw on the whiteboard now.",
  },
  WHITEBOARD_FULL: {
    title: "The whiteboard is full",
    description: "Erase what you no longer need, or use the chat.",
  },
  CHAT_HELD: { title: "Chat closed", description: "The instructor turned off chat." },
  POLL_CLOSED: { title: "Poll closed", description: "This poll is closed for voting." },
  RECORDING_TOO_OLD: {
    title: "This recording can't be restored",
    description: "Your academy doesn't keep recordings this old. It will be deleted permanently.",
  },
  ALREADY_VOTED: { title: "You have voted", description: "You can't change your vote in this poll." },
  LIST_UNREADABLE: {
    title: "This list can't be read",
    description: "Check that it has the right columns, then try again.",
  },
  IMPORT_REFUSED: {
    title: "Nothing was imported",
    description: "Some rows have errors. Fix them and check the list again.",
  },
  IMPORT_IN_USE: {
    title: "This import can't be undone",
    description:
      "Somebody on the list has signed in, or some of it is already in use. Change the entries one by one.",
  },
  IMPORT_TOO_OLD: {
    title: "This import can't be undone",
    description: "You can undo an import for one hour. Change the entries one by one.",
  },
  ALREADY_JOINED: {
    title: "Already here",
    description:
      "This person can already sign in. To set a new password, they can choose 'Forgot Password?'.",
  },
  STORAGE_FULL: {
    title: "Not enough space for the file",
    description: "The academy's disk is full. Tell the office, and try again later.",
  },
  SERVICE_UNAVAILABLE: {
    title: "We're having a problem on our side",
    description: "What you typed is still here. Try again in a minute.",
  },
  NOT_ON_JITSI: {
    title: "Not available",
    description: "This academy's classes run on Jitsi, which can't do this. Use the controls of the meeting.",
  },
  PRESENCE_NOT_REPORTED: {
    title: "Not needed",
    description: "The video server tells who is in the room.",
  },
  WAITING_FOR_INSTRUCTOR: {
    title: "Waiting for the instructor",
    description: "You'll join automatically when the instructor does. No action needed.",
  },
  VIDEO_UNAVAILABLE: {
    title: "Video unavailable",
    description: "The video server isn't responding. Wait a moment, then join again.",
  },
  ANSWER_CLOSED: {
    title: "It's too late to answer here",
    description: "Call the academy, and they'll record your answer.",
  },
  MAKE_UP_GONE: {
    title: "This seat is taken",
    description: "Somebody else took it, or the class was cancelled. Choose another one.",
  },
  MAKE_UP_TAKEN: {
    title: "You already have a seat",
    description: "You can make up one absence with one class. Call the academy to change it.",
  },
  PUSH_SERVICE_UNKNOWN: {
    title: "This browser can't get push messages",
    description: "Its push service isn't one we know. Use Chrome, Edge, Firefox or Safari.",
  },
  NOTICE_SETTLED: {
    title: "Already decided",
    description: "Somebody else has already handled this message. Reload the page to see what they decided.",
  },
  NOTICE_UNKNOWN: {
    title: "It may have been sent",
    description:
      "To avoid texting a parent twice, ask the parent or check the provider's log. Then mark the message as sent or not sent.",
  },
  PROOF_NOT_NEEDED: {
    title: "No proof needed",
    description: "This class doesn't count as missed.",
  },
  PROOF_DECIDED: {
    title: "Already decided",
    description:
      "Somebody else has decided about this proof. To change it, correct the register of the class.",
  },
  MEDICAL_LIMIT: {
    title: "Limit for medical absences reached",
    description:
      "This student already has two medical absences with proof this month. Further absences count.",
  },
  CLASS_NOT_OVER: {
    title: "The class isn't over yet",
    description: "Wait for the coach's list until the class has ended.",
  },
  CHILD_DECIDED: {
    title: "Already decided",
    description: "Somebody has decided about this child in the meantime.",
  },
  NOT_ON_REGISTER: { title: "Not on the register", description: "This student is not in the class." },
  SUBSCRIPTION_LINK_EXPIRED: {
    title: "This link is no longer valid",
    description: "We sent a newer one, or it's more than a week old. Subscribe again on the blog.",
  },
} satisfies Record<string, ErrorText>

export type ErrorCode = keyof typeof errorMessages

const unknown: ErrorText = {
  title: "Error",
  description: "Something went wrong. Try again, and tell us if it happens again.",
}

/**
 * Fills the names in braces of a text with the error's data, days and times as the language says them by its tag. The
 * weekday says which year is meant.
 */
export function fillText({ title, description }: ErrorText, data: unknown, tag = "en-IN"): ErrorText {
  const values = (data ?? {}) as Record<string, unknown>
  const read = (value: unknown) => {
    const text = String(value ?? "")
    if (/^\d{4}-\d\d-\d\d$/.test(text)) return shortDate(tag, text, text)
    return /^\d\d:\d\d$/.test(text) ? formatTimeIn(tag, text) : text
  }
  return { title, description: description.replace(/\{(\w+)\}/g, (_, name: string) => read(values[name])) }
}

const OTHER_WAYS: Record<string, string> = {
  "code-or-reset": "or sign in with an e-mailed code, or reset your password",
  "password-or-reset": "or use the last code we sent, sign in with your password, or reset it",
  "newest-link": "or use the newest link in your inbox: it works for an hour",
  "child-or-office":
    "or ask your child to send you a code from their account page, or call the office. Codes we already sent still work",
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
