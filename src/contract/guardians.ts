import { z } from "zod"
import { NoticeStatus } from "./attendance-notices.ts"
import { MonthStanding, SettledVerdict } from "./attendance-sheets.ts"
import { base, Id, PageQuery, pageOf, sensitive } from "./base.ts"
import { ScheduledClass } from "./classes.ts"

/** What a guardian is asked for, each separately. */
export const CONSENT_PURPOSES = ["live_classes", "recording", "voice_evidence", "snapshots"] as const
export const ConsentPurpose = z.enum(CONSENT_PURPOSES)
export type ConsentPurpose = z.infer<typeof ConsentPurpose>

/** How staff found out who a guardian is. */
export const GuardianProof = z.enum(["in_person", "phone", "signed_paper"], "Say how you confirmed it")
export type GuardianProof = z.infer<typeof GuardianProof>

/** What staff compared the person with. */
export const GuardianSeen = z.enum(
  ["identity_card", "own_records", "met_before"],
  "Say what you checked it against",
)
export type GuardianSeen = z.infer<typeof GuardianSeen>

export const LANGUAGES = ["en", "hi"] as const
export const Language = z.enum(LANGUAGES, "Choose English or Hindi")

/** How one purpose stands for one student. */
export const Consent = z.object({
  purpose: ConsentPurpose,
  given: z.boolean(),
  /** Given by a guardian whom staff have not confirmed yet, so it does not count so far. */
  waits_for_guardian: z.boolean(),
  given_at: z.date().nullable(),
  /** "self" is an adult student's own. */
  how: z.enum(["guardian", "self", "paper"]).nullable(),
  /** The version of the notice that was agreed to. */
  notice_version: z.number().int().nullable(),
})
export type Consent = z.infer<typeof Consent>

export const Code = z
  .string("Fill in the code")
  .trim()
  .regex(/^\d{6}$/, "The code has 6 digits")

/** Six digits that one asked for oneself, or ten that were texted because a student named the number. */
export const GuardianCode = z
  .string("Fill in the code")
  .trim()
  .regex(/^(\d{6}|\d{10})$/, "The code has 6 or 10 digits")

const GuardianPhone = z.string("Fill in your phone number").trim().min(1, "Fill in your phone number").max(20)

/** A child as a guardian sees it. Until confirmed it is only a name that somebody gave with their number. */
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
    summary: "Text a sign-in code to a guardian's phone. Answers the same for numbers nobody gave",
  })
  .input(z.object({ phone: GuardianPhone }))
  .output(
    z.object({
      /** The code is good only together with it, so that nobody else can use up its tries. */
      request: Id,
      minutes: z.number().int(),
    }),
  )

export const signInGuardian = base
  .route({ method: "POST", path: "/guardian/session", summary: "Sign in as a guardian by a texted code" })
  .input(z.object({ phone: GuardianPhone, code: GuardianCode, request: Id.optional() }))
  .output(z.object({ first_name: z.string() }))
  .errors({
    CODE_WRONG: { status: 401, message: "This code is wrong or no longer good" },
    ACCOUNT_DISABLED: { status: 403, message: "This account is disabled" },
    SECOND_STEP_REQUIRED: { status: 401, message: "The code of the authenticator app is asked for" },
  })

export const guardianOverview = base
  .route({ method: "GET", path: "/guardian", summary: "The viewer's children, and those to confirm" })
  .output(
    z.object({
      phone: z.string(),
      children: z.array(Child),
      /** Students who named the viewer's number, unanswered so far. */
      to_confirm: z.array(forChild.extend({ first_name: z.string(), last_name: z.string() })),
    }),
  )

export const answerForChild = base
  .route({
    method: "PUT",
    path: "/guardian/children/{student_id}/confirmation",
    summary: "Say whether a student who names the viewer's number is their child",
  })
  .input(forChild.extend({ mine: z.boolean() }))
  .output(z.object({ student_id: Id, mine: z.boolean() }))

export const setChildConsent = base
  .route({
    method: "PUT",
    path: "/guardian/children/{student_id}/consents/{purpose}",
    summary: "Give or withdraw consent for one purpose, at once",
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

export const updateChild = base
  .route({
    method: "PATCH",
    path: "/guardian/children/{student_id}",
    summary: "Correct a child's profile and the text-message setting",
  })
  .input(
    forChild.extend({
      first_name: z.string().trim().min(1, "Fill in this name").max(60).optional(),
      last_name: z.string().trim().min(1, "Fill in this name").max(60).optional(),
      grade: z.string().trim().max(40).optional(),
      sms_notifications_enabled: z.boolean().optional(),
    }),
  )
  .output(Child)

/** Every row that concerns a person, by feature and table. */
export const PersonalData = z.object({
  made_at: z.date(),
  person: Id,
  data: z.record(z.string(), z.unknown()),
})

export const exportChild = sensitive
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/export",
    summary: "Everything kept about a child",
  })
  .input(forChild)
  .output(PersonalData)

export const requestErasureCode = base
  .route({
    method: "POST",
    path: "/guardian/erasure-code",
    summary: "Text the code that a child's erasure asks for",
  })
  .output(z.object({ minutes: z.number().int() }))

export const eraseChild = base
  .route({
    method: "POST",
    path: "/guardian/children/{student_id}/erasure",
    summary: "Have a minor's account erased in 30 days",
  })
  .input(forChild.extend({ code: Code }))
  .output(z.object({ erase_at: z.date() }))
  .errors({ CODE_WRONG: { status: 401, message: "This code is wrong or no longer good" } })

export const keepChild = base
  .route({
    method: "DELETE",
    path: "/guardian/children/{student_id}/erasure",
    summary: "Take a child's erasure back",
  })
  .input(forChild)
  .output(z.object({}))

export const childClasses = base
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/classes",
    summary: "A child's timetable",
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

export const childAttendance = base
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/attendance",
    summary: "A child's register, newest first, with this month's percentage",
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

export const childNotices = base
  .route({
    method: "GET",
    path: "/guardian/children/{student_id}/notices",
    summary: "What the viewer was told about a child, newest first",
  })
  .input(PageQuery.extend({ student_id: Id }))
  .output(pageOf(ChildNotice))

export const guardians = {
  requestCode: requestGuardianCode,
  signIn: signInGuardian,
  overview: guardianOverview,
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
}
