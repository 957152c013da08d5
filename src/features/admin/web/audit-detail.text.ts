import type { AuditEntry } from "#contract/admin/admin-audit.ts"
import type { CallOutcome } from "#contract/classes/demo-requests.ts"
import type { GuardianProof, GuardianSeen } from "#contract/guardians/confirming.ts"
import type { ConsentPurpose } from "#contract/guardians/consents.ts"
import { formatPaise } from "#shared/money.ts"
import { LANGUAGE_NAMES } from "#ui/language.ts"
import { settingTexts } from "./settings.text.ts"

type Value = AuditEntry["detail"][string]
type Detail = AuditEntry["detail"]

const PURPOSES: Record<ConsentPurpose, string> = {
  live_classes: "Live classes",
  recording: "Recording of classes",
  voice_evidence: "Attendance by voice",
  snapshots: "Snapshots",
}
const CONSENT_WAYS: Record<string, string> = {
  guardian: "on the guardian's page",
  self: "on the student's account page",
  paper: "on a signed form",
}
const PROOFS: Record<GuardianProof, string> = {
  in_person: "in person",
  phone: "by phone",
  signed_paper: "by a signed form",
}
const SEEN: Record<GuardianSeen, string> = {
  identity_card: "checked against an identity card",
  own_records: "checked against our own records",
  met_before: "known from earlier meetings",
}
const CALLS: Record<CallOutcome, string> = {
  reached: "reached",
  no_answer: "no answer",
  wrong_number: "wrong number",
}
const LISTS: Record<string, string> = {
  instructors: "instructors",
  students: "students",
  guardians: "guardians",
  courses: "programs",
  timetable: "timetable",
  attendance: "attendance by student",
  audit: "audit log",
}
/** The names of changed fields, where they differ from the field's own word. */
const FIELDS: Record<string, string> = {
  price_paise: "Price",
  summary_characters: "Length of the summary",
  description_characters: "Length of the description",
  entity_id: "Entity id",
  header: "Sender id",
  template_id: "Template id",
  body: "Text",
  screen_share: "Screen sharing",
  locked: "Room locked",
}
/** The names of codes that can change. The same code can mean something else in another act. */
const CODES: Record<string, string> = {
  ...{ present: "present", absent: "absent", excused: "excused", pending: "pending", none: "no verdict" },
  ...{ ill: "ill", forgot: "forgot", could_not_join: "could not join" },
  ...{ student: "student", instructor: "instructor", admin: "admin", guardian: "guardian" },
  ...{ enrolled_students: "enrolled students", instructor_only: "the instructor only" },
  ...{ online: "live online", recorded: "recorded", on_premises: "on premises" },
  ...CALLS,
}

/** Returns the details recorded with an act, as sentences. Ids of things without a name are left out. */
export function describeDetail(entry: Pick<AuditEntry, "action" | "detail" | "detail_names">): string[] {
  const { action, detail, detail_names } = entry
  const whom = nameIn(detail_names, detail.student_id ?? detail.person_id)
  const said = SENTENCES[action]?.(detail, detail_names) ?? changesIn(action, detail, detail_names)
  return [...(whom ? [`For ${whom}.`] : []), ...said]
}

/** Returns what an act is about, if it isn't a person, class or program. */
export function describeSubject({ action, subject_id }: AuditEntry): string | null {
  if (action.startsWith("settings.")) return settingTexts[subject_id]?.label ?? null
  if (action === "export.list") return LISTS[subject_id] ?? null
  return null
}

const SENTENCES: Record<string, (detail: Detail, names: Record<string, string>) => string[]> = {
  "attendance.make-up": ({ class_id }, names) => named("Make-up class: ", nameIn(names, class_id)),
  "recording.start": ({ class_id }, names) => named("Class: ", nameIn(names, class_id)),
  "recording.captions": inLanguage,
  "recording.captions-removed": inLanguage,
  "room.mute": ({ person_id, muted }) =>
    person_id === null ? [`${muted} ${muted === 1 ? "microphone" : "microphones"} muted.`] : [],
  "import.confirm": ({ kind, created, same }) => [
    `List of ${listName(kind)}: ${created} added, ${same} already there.`,
  ],
  "import.undo": ({ kind }) => [`List of ${listName(kind)}.`],
  "invitation.make": ({ how }) => [how === "mail" ? "By e-mail." : "By a link to share."],
  "consent.give": consentSaid,
  "consent.withdraw": consentSaid,
  "guardian.known": ({ guardian_id, known_how, known_seen }, names) => {
    const who = nameIn(names, guardian_id)
    const how = [PROOFS[known_how as GuardianProof], SEEN[known_seen as GuardianSeen]].filter(Boolean)
    return [...named("Guardian: ", who), ...(how.length > 0 ? [`Confirmed ${how.join(", ")}.`] : [])]
  },
  "guardian.unknown": ({ guardian_id }, names) => named("Guardian: ", nameIn(names, guardian_id)),
  "person.make_admin": byCommand,
  "person.remove_admin": byCommand,
  "person.set_password": byCommand,
  "person.two_step_reset": byCommand,
  "restored-copy.send": messagesCounted,
  "restored-copy.drop": messagesCounted,
  "student.date-of-birth": ({ was_under_18, under_18 }) =>
    was_under_18 === under_18
      ? [under_18 ? "Under 18, as before." : "18 or older, as before."]
      : [under_18 ? "Now counts as under 18." : "Now counts as 18 or older."],
}

function consentSaid({ purpose, how }: Detail): string[] {
  const to = PURPOSES[purpose as ConsentPurpose]
  const way = CONSENT_WAYS[String(how)]
  return to ? [`${to}${way ? `, ${way}` : ""}.`] : []
}

function byCommand({ by }: Detail): string[] {
  return by === "command" ? ["By a command on the server."] : []
}

function messagesCounted({ messages }: Detail): string[] {
  return [`${messages} ${messages === 1 ? "message" : "messages"}.`]
}

function inLanguage({ language }: Detail): string[] {
  return language === "en" || language === "hi" ? [`Language: ${LANGUAGE_NAMES[language]}.`] : []
}

function listName(kind: Value | undefined): string {
  return LISTS[String(kind)] ?? String(kind)
}

function named(before: string, name: string | null): string[] {
  return name ? [`${before}${name}.`] : []
}

function nameIn(names: Record<string, string>, id: Value | undefined): string | null {
  return typeof id === "string" ? (names[id] ?? null) : null
}

/** Formats `from` and `to`, and every field with `_from` and `_to`, as 'Price: from ₹1,999 to ₹2,499.' */
function changesIn(action: string, detail: Detail, names: Record<string, string>): string[] {
  const fields = Object.keys(detail)
    .filter((name) => name === "to" || name.endsWith("_to"))
    .map((name) => name.slice(0, -"to".length))
  return fields.flatMap((field) => {
    const speak = (value: Value | undefined) => spoken(value, action, field, names)
    const from = speak(detail[`${field}from`])
    const to = speak(detail[`${field}to`])
    const change =
      from && to ? `from ${from} to ${to}` : to ? `to ${to}` : from ? `from ${from} to empty` : null
    if (!change) return []
    const label = field === "" ? null : labelOf(field.slice(0, -1))
    return [label ? `${label}: ${change}.` : `${change[0]?.toUpperCase()}${change.slice(1)}.`]
  })
}

function labelOf(field: string): string {
  const words = field.replaceAll("_", " ")
  return FIELDS[field] ?? `${words[0]?.toUpperCase()}${words.slice(1)}`
}

function spoken(
  value: Value | undefined,
  action: string,
  field: string,
  names: Record<string, string>,
): string | null {
  if (value === null || value === undefined || value === "") return null
  if (typeof value === "boolean") return value ? "on" : "off"
  if (typeof value === "number") {
    if (field === "price_paise_") return formatPaise(value)
    return field.endsWith("_characters_") ? `${value} characters` : String(value)
  }
  if (names[value]) return names[value]
  // The id of a deleted person means nothing to a reader.
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return null
  const isFreeText = /^(program|sms)\./.test(action) && field !== "delivery_"
  return isFreeText ? `“${value}”` : (CODES[value] ?? value)
}
