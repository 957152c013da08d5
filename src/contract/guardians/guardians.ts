import { z } from "zod"
import { PersonalData } from "../accounts/account.ts"
import { Code, Language } from "../accounts/accounts.ts"
import { NoticeStatus } from "../attendance/attendance-notices.ts"
import { MonthStanding, SettledVerdict } from "../attendance/attendance-sheets.ts"
import { sendChildProof } from "../attendance/medical-proofs.ts"
import { listOpenAbsences } from "../attendance/waiting.ts"
import { base, digits, Id, PageQuery, pageOf, sensitive, textErrors } from "../base.ts"
import { ScheduledClass } from "../classes/classes.ts"
import { Consent, ConsentPurpose } from "./consents.ts"
import { readFamily } from "./family.ts"
import { GuardianRight, listOwnRights, ofChild, RIGHT_ERRORS } from "./rights.ts"

/** Six digits requested by the guardian, or ten that were texted because a student named the number. */
export const GuardianCode = digits("Enter the code").regex(/^(\d{6}|\d{10})$/, "The code has 6 or 10 digits")

const GuardianPhone = z.string("Fill in your phone number").trim().min(1, "Fill in your phone number").max(20)

/** A child as a guardian sees it. Until confirmed it is only a name that was entered with their number. */
export const Child = z.object({
  student_id: Id,
  first_name: z.string(),
  last_name: z.string(),
  grade: z.string().nullable(),
  curriculum: z.string().nullable(),
  date_of_birth: z.string().nullable(),
  under_18: z.boolean(),
  /** Staff confirmed who the viewer is. */
  guardian_known: z.boolean(),
  /** What the viewer may do for this child. */
  rights: z.array(GuardianRight),
  /** The viewer decides about the account and about the other guardians. */
  manages: z.boolean(),
  sms_notifications_enabled: z.boolean(),
  erase_at: z.date().nullable(),
  consents: z.array(Consent),
})
export type Child = z.infer<typeof Child>

const forChild = z.object({ student_id: Id })

export const requestGuardianCode = base
  .route({
    method: "POST",
    path: "/guardian/codes",
    summary: "Text a sign-in code to a guardian's phone. The response is the same for unknown numbers",
  })
  .input(z.object({ phone: GuardianPhone }))
  .output(
    z.object({
      /** The code is valid only together with it, so that others can't use up its tries. */
      request: Id,
      minutes: z.number().int(),
    }),
  )
  .errors(textErrors)

export const signInGuardian = base
  .route({ method: "POST", path: "/guardian/session", summary: "Sign in as a guardian with a texted code" })
  .input(z.object({ phone: GuardianPhone, code: GuardianCode, request: Id.optional() }))
  .output(z.object({ first_name: z.string() }))
  .errors({
    CODE_WRONG: { status: 401, message: "This code is wrong or has expired" },
    ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
    SECOND_STEP_REQUIRED: { status: 401, message: "The code of the authenticator app is asked for" },
  })

export const guardianOverview = base
  .route({ method: "GET", path: "/guardian", summary: "List the viewer's children, and those to confirm" })
  .output(
    z.object({
      /** Null for a guardian who was invited by e-mail. */
      phone: z.string().nullable(),
      children: z.array(Child),
      /** Students who named the viewer's number, unanswered so far. */
      to_confirm: z.array(forChild.extend({ first_name: z.string(), last_name: z.string() })),
    }),
  )

export const answerForChild = base
  .route({
    method: "PUT",
    path: "/guardian/children/{student_id}/confirmation",
    summary: "Confirm or decline a student who gave the viewer's number",
  })
  .input(forChild.extend({ mine: z.boolean() }))
  .output(z.object({ student_id: Id, mine: z.boolean() }))

export const setChildConsent = ofChild
  .route({
    method: "PUT",
    path: "/guardian/children/{student_id}/consents/{purpose}",
    summary: "Give or withdraw consent for one purpose",
  })
  .input(
    forChild.extend({
      purpose: ConsentPurpose,
      given: z.boolean(),
      /** The notice that was on the screen; an older one is refused. */
      notice_version: z.coerce.number().int().min(1),
      language: Language.default("en"),
    }),
  )
  .output(Consent)
  .errors({ STUDENT_DECIDES: { status: 403, message: "They are 18 and decide this themselves" } })

export const updateChild = ofChild
  .route({
    method: "PATCH",
    path: "/guardian/children/{student_id}",
    summary: "Update a child's profile and text-message setting",
  })
  .input(
    forChild.extend({
      first_name: z.string().trim().min(1, "Enter this name").max(60).optional(),
      last_name: z.string().trim().min(1, "Enter this name").max(60).optional(),
      grade: z.string().trim().max(40).optional(),
      sms_notifications_enabled: z.boolean().optional(),
    }),
  )
  .output(Child)

export const exportChild = sensitive
  .errors(RIGHT_ERRORS)
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/export",
    summary: "Export all data about a child",
  })
  .input(forChild)
  .output(PersonalData)

export const requestErasureCode = base
  .route({
    method: "POST",
    path: "/guardian/erasure-code",
    summary: "Mail or text the code needed to erase a child's account",
  })
  .output(z.object({ minutes: z.number().int() }))
  .errors({ ...textErrors, MAIL_UNAVAILABLE: { status: 503, message: "No mail can be sent from here" } })

export const eraseChild = ofChild
  .route({
    method: "POST",
    path: "/guardian/children/{student_id}/erasure",
    summary: "Schedule a minor's account for erasure in 30 days",
  })
  .input(forChild.extend({ code: Code }))
  .output(z.object({ erase_at: z.date() }))
  .errors({ CODE_WRONG: { status: 401, message: "This code is wrong or has expired" } })

export const keepChild = ofChild
  .route({
    method: "DELETE",
    path: "/guardian/children/{student_id}/erasure",
    summary: "Cancel a child's erasure",
  })
  .input(forChild)
  .output(z.object({}))

export const childClasses = ofChild
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/classes",
    summary: "Get a child's timetable",
  })
  .input(PageQuery.extend({ student_id: Id, scope: z.enum(["upcoming", "past"]).default("upcoming") }))
  .output(pageOf(ScheduledClass))

export const ChildAttendance = z.object({
  class_id: Id,
  title: z.string(),
  subject: z.string(),
  starts_at: z.date(),
  scheduled_date: z.string(),
  start_time: z.string(),
  verdict: SettledVerdict,
  /** The absence counts as attended, for its make-up class was. */
  made_up: z.boolean(),
  present_minutes: z.number().int(),
})
export type ChildAttendance = z.infer<typeof ChildAttendance>

export const childAttendance = ofChild
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/attendance",
    summary: "List a child's attendance, newest first, with this month's percentage",
  })
  .input(PageQuery.extend({ student_id: Id }))
  .output(
    pageOf(ChildAttendance).extend({
      month: MonthStanding,
    }),
  )

export const ChildNotice = z.object({
  id: Id,
  kind: z.string(),
  channel: z.string(),
  text: z.string(),
  status: NoticeStatus,
  created_at: z.date(),
  sent_at: z.date().nullable(),
})
export type ChildNotice = z.infer<typeof ChildNotice>

export const childNotices = ofChild
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/notices",
    summary: "List notices to the viewer about a child, newest first",
  })
  .input(PageQuery.extend({ student_id: Id }))
  .output(pageOf(ChildNotice))

export const guardians = {
  requestCode: requestGuardianCode,
  signIn: signInGuardian,
  overview: guardianOverview,
  rights: listOwnRights,
  answerForChild,
  setConsent: setChildConsent,
  updateChild,
  exportChild,
  requestErasureCode,
  eraseChild,
  keepChild,
  childClasses,
  childAttendance,
  childNotices,
  openAbsences: listOpenAbsences,
  sendProof: sendChildProof,
  family: readFamily,
}
