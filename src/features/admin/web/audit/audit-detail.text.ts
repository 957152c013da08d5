import type { AsideReason } from "#contract/bank.ts"
import type { CallOutcome } from "#contract/classes/demo-requests.ts"
import type { GuardianProof, GuardianSeen } from "#contract/guardians/confirming.ts"
import type { ConsentPurpose } from "#contract/guardians/consents.ts"
import type { DeclineReason } from "#contract/payments/order.ts"

const CALLS: Record<CallOutcome, string> = {
  reached: "reached",
  no_answer: "no answer",
  wrong_number: "wrong number",
}

/** The texts of what is recorded with an act, in English. */
export const auditDetailText = {
  forWhom: (name: string) => `For ${name}.`,
  makeUp: (name: string) => `Make-up class: ${name}.`,
  ofClass: (name: string) => `Class: ${name}.`,
  guardian: (name: string) => `Guardian: ${name}.`,
  confirmed: (how: string[]) => `Confirmed ${how.join(", ")}.`,
  language: (name: string) => `Language: ${name}.`,
  muted: (count: number) => (count === 1 ? "1 microphone muted." : `${count} microphones muted.`),
  imported: (list: string, created: number, same: number) =>
    `List of ${list}: ${created} added, ${same} already there.`,
  list: (list: string) => `List of ${list}.`,
  arrived: (arrived: string, expected: string) => `${arrived} arrived of ${expected}.`,
  because: (reason: string) => `Reason: ${reason}.`,
  declines: {
    "not-arrived": "no payment with this reference arrived",
    "other-payment": "the reference belongs to another payment",
    "other-reference": "it arrived under another reference",
  } satisfies Record<DeclineReason, string>,
  asides: {
    "own-money": "the academy's own money",
    "other-income": "other income",
    "recorded-elsewhere": "recorded elsewhere",
    "sent-back": "the bank sent it back",
    other: "something else",
  } satisfies Record<AsideReason, string>,
  statement: (credits: number, approved: number) => `Payments approved: ${approved} of ${credits} credits.`,
  byMail: "By e-mail.",
  byLink: "By a link to share.",
  byCommand: "By a command on the server.",
  amount: (amount: string) => `Amount: ${amount}.`,
  messages: (count: number) => (count === 1 ? "1 message." : `${count} messages.`),
  age: {
    stillMinor: "Under 18, as before.",
    stillAdult: "18 or older, as before.",
    nowMinor: "Now counts as under 18.",
    nowAdult: "Now counts as 18 or older.",
  },
  consent: (to: string, way: string | null) => `${way ? `${to}, ${way}` : to}.`,
  changed: (from: string, to: string) => `from ${from} to ${to}`,
  set: (to: string) => `to ${to}`,
  emptied: (from: string) => `from ${from} to empty`,
  ofField: (field: string, change: string) => `${field}: ${change}.`,
  ofAct: (change: string) => `${change.charAt(0).toUpperCase()}${change.slice(1)}.`,
  on: "on",
  off: "off",
  characters: (count: number) => (count === 1 ? "1 character" : `${count} characters`),
  purposes: {
    live_classes: "Live classes",
    recording: "Recording of classes",
    voice_evidence: "Attendance by voice",
    snapshots: "Snapshots",
  } satisfies Record<ConsentPurpose, string>,
  consentWays: {
    guardian: "on the guardian's page",
    self: "on the student's account page",
    paper: "on a signed form",
  },
  proofs: { in_person: "in person", phone: "by phone", signed_paper: "by a signed form" } satisfies Record<
    GuardianProof,
    string
  >,
  seen: {
    identity_card: "checked against an identity card",
    own_records: "checked against our own records",
    met_before: "known from earlier meetings",
  } satisfies Record<GuardianSeen, string>,
  lists: {
    instructors: "instructors",
    students: "students",
    guardians: "guardians",
    courses: "programs",
    timetable: "timetable",
    attendance: "attendance by student",
    audit: "audit log",
    journal: "journal",
    gstr1: "GSTR-1 tables",
  },
  /** The names of fields that can change. */
  fields: {
    ...{ title: "Title", instructor: "Instructor", curriculum: "Curriculum", service: "Service" },
    ...{ level: "Level", grade: "Grade", subject: "Subject", duration: "Duration", delivery: "Delivery" },
    ...{ price_paise: "Price", monthly_fee_paise: "Monthly fee", venue: "Venue" },
    summary_characters: "Length of the summary",
    description_characters: "Length of the description",
    visibility: "Visibility",
    ...{ entity_id: "Entity id", header: "Sender id", template_id: "Template id" },
    ...{ body: "Text", variables: "Variables" },
    ...{ microphones: "Microphones", cameras: "Cameras", microphone: "Microphone", camera: "Camera" },
    ...{ screen_share: "Screen sharing", chat: "Chat", locked: "Room locked" },
    ...{ whiteboard: "Whiteboard", drawing: "Drawing" },
    ...{ valid_from: "Valid from", state: "State (GST code)", registration: "Registration", gstin: "GSTIN" },
    prefix: "Prefix of bill numbers",
    ...{ supplies: "Taxed as", hsn: "HSN code", sizes: "Sizes", offered: "On sale" },
    ...{ refunded_paise: "Refunded", order_state: "Order", enrolled: "Enrolled" },
  },
  /** The names of codes that can change. The same code can mean something else in another act. */
  codes: {
    ...{ present: "present", absent: "absent", excused: "excused", pending: "pending", none: "no verdict" },
    ...{ ill: "ill", forgot: "forgot", could_not_join: "could not join" },
    ...{ student: "student", instructor: "instructor", admin: "admin", guardian: "guardian" },
    ...{ enrolled_students: "enrolled students", instructor_only: "the instructor only" },
    ...{ online: "live online", recorded: "recorded", on_premises: "on premises" },
    ...CALLS,
    ...{
      unregistered: "not registered",
      regular: "registered",
      composition: "composition",
      exempt: "exempt",
    },
    ...{ paid: "paid", refunding: "refund on its way", refunded: "refunded" },
  },
}
