import type { AuditEntry } from "#contract/admin/admin-audit.ts"
import type { useProgramNames } from "#features/programs/web/program-names.card.tsx"
import { formatPaise } from "#shared/money.ts"
import { LANGUAGE_NAMES } from "#ui/language.ts"
import type { settingsText } from "../settings/settings.text.ts"
import type { auditDetailText } from "./audit-detail.text.ts"

type Value = AuditEntry["detail"][string]
type Detail = AuditEntry["detail"]
type Names = Record<string, string>
type Text = typeof auditDetailText

/** How programs' levels, curricula, grades and services are called. */
type ProgramNames = ReturnType<typeof useProgramNames>

/**
 * Returns the details recorded with an act, as sentences in the language of the texts and names. Ids of things without
 * a name are left out.
 */
export function describeDetail(
  entry: Pick<AuditEntry, "action" | "detail" | "detail_names">,
  text: Text,
  programs: ProgramNames,
): string[] {
  const { action, detail, detail_names } = entry
  const whom = nameIn(detail_names, detail.student_id ?? detail.person_id)
  const said = SENTENCES[action]?.(text, detail, detail_names) ?? changesIn(entry, text, programs)
  return [...(whom ? [text.forWhom(whom)] : []), ...said]
}

/** Returns what an act is about, if it isn't a person, class or program. */
export function describeSubject(
  { action, subject_id }: Pick<AuditEntry, "action" | "subject_id">,
  { lists }: Pick<Text, "lists">,
  { settings }: Pick<typeof settingsText, "settings">,
): string | null {
  if (action.startsWith("order.")) return subject_id
  if (action.startsWith("settings.")) return called(settings, subject_id)?.label ?? null
  return action === "export.list" ? (called(lists, subject_id) ?? null) : null
}

/** Returns the text under a code, if it has one. */
function called<T>(texts: Readonly<Record<string, T>>, code: unknown): T | undefined {
  return typeof code === "string" && Object.hasOwn(texts, code) ? texts[code] : undefined
}

type Describe = (text: Text, detail: Detail, names: Names) => string[]

const SENTENCES: Record<string, Describe> = {
  "attendance.make-up": (text, { class_id }, names) => named(text.makeUp, nameIn(names, class_id)),
  "recording.start": (text, { class_id }, names) => named(text.ofClass, nameIn(names, class_id)),
  "recording.captions": inLanguage,
  "recording.captions-removed": inLanguage,
  "room.mute": (text, { person_id, muted }) => (person_id === null ? [text.muted(Number(muted))] : []),
  "import.confirm": (text, { kind, created, same }) => [
    text.imported(listName(text, kind), Number(created), Number(same)),
  ],
  "upi.approve": (text, { expected_paise, arrived_paise }) => [
    text.arrived(formatPaise(Number(arrived_paise)), formatPaise(Number(expected_paise))),
  ],
  "upi.decline": (text, { reason }) => named(text.because, called(text.declines, reason) ?? null),
  "upi.take-back": amountSaid,
  "upi.import": (text, { credits, approved }) => [text.statement(Number(credits), Number(approved))],
  "import.undo": (text, { kind }) => [text.list(listName(text, kind))],
  "invitation.make": (text, { how }) => [how === "mail" ? text.byMail : text.byLink],
  "consent.give": consentSaid,
  "consent.withdraw": consentSaid,
  "guardian.known": (text, { guardian_id, known_how, known_seen }, names) => {
    const how = [called(text.proofs, known_how), called(text.seen, known_seen)].filter(
      (way) => way !== undefined,
    )
    return [
      ...named(text.guardian, nameIn(names, guardian_id)),
      ...(how.length > 0 ? [text.confirmed(how)] : []),
    ]
  },
  "guardian.unknown": (text, { guardian_id }, names) => named(text.guardian, nameIn(names, guardian_id)),
  "person.make_admin": byCommand,
  "person.remove_admin": byCommand,
  "person.set_password": byCommand,
  "person.two_step_reset": byCommand,
  "restored-copy.send": (text, { messages }) => [text.messages(Number(messages))],
  "restored-copy.drop": (text, { messages }) => [text.messages(Number(messages))],
  "bank.match": amountSaid,
  "bank.settlement": amountSaid,
  "bank.aside": (text, detail) => [
    ...amountSaid(text, detail),
    ...named(text.because, called(text.asides, detail.reason) ?? null),
  ],
  "bank.reopen": amountSaid,
  "premises.paid": amountSaid,
  "premises.unpaid": amountSaid,
  "premises.charges": amountSaid,
  "premises.excess-returned": amountSaid,
  "premises.cancel-asked": amountSaid,
  "premises.cancelled": amountSaid,
  "premises.returned": amountSaid,
  "order.refund-asked": amountSaid,
  "order.refund-approved": amountSaid,
  "order.refund-declined": amountSaid,
  "order.refund-settled": amountSaid,
  "order.refund-reopened": amountSaid,
  "order.refund-retried": amountSaid,
  "student.date-of-birth": ({ age }, { was_under_18, under_18 }) =>
    was_under_18 === under_18
      ? [under_18 ? age.stillMinor : age.stillAdult]
      : [under_18 ? age.nowMinor : age.nowAdult],
}

function amountSaid(text: Text, { amount_paise }: Detail): string[] {
  return [text.amount(formatPaise(Number(amount_paise)))]
}

function consentSaid(text: Text, { purpose, how }: Detail): string[] {
  const to = called(text.purposes, purpose)
  return to ? [text.consent(to, called(text.consentWays, how) ?? null)] : []
}

function byCommand(text: Text, { by }: Detail): string[] {
  return by === "command" ? [text.byCommand] : []
}

function inLanguage(text: Text, { language }: Detail): string[] {
  return language === "en" || language === "hi" ? [text.language(LANGUAGE_NAMES[language])] : []
}

function listName({ lists }: Text, kind: Value | undefined): string {
  return called(lists, kind) ?? String(kind)
}

function named(say: (name: string) => string, name: string | null): string[] {
  return name ? [say(name)] : []
}

function nameIn(names: Names, id: Value | undefined): string | null {
  return typeof id === "string" ? (names[id] ?? null) : null
}

/** Formats `from` and `to`, and every field with `_from` and `_to`, as 'Price: from ₹1,999 to ₹2,499.' */
function changesIn(
  entry: Parameters<typeof describeDetail>[0],
  text: Text,
  programs: ProgramNames,
): string[] {
  const { detail } = entry
  const fields = Object.keys(detail)
    .filter((name) => name === "to" || name.endsWith("_to"))
    .map((name) => name.slice(0, -"to".length))
  return fields.flatMap((field) => {
    const from = spoken(detail[`${field}from`], field, entry, text, programs)
    const to = spoken(detail[`${field}to`], field, entry, text, programs)
    const change = from && to ? text.changed(from, to) : to ? text.set(to) : from ? text.emptied(from) : null
    if (!change) return []
    return [field === "" ? text.ofAct(change) : text.ofField(labelOf(field.slice(0, -1), text), change)]
  })
}

/** A field that only a newer release knows is called by its own word. */
function labelOf(field: string, { fields }: Text): string {
  const words = field.replaceAll("_", " ")
  return called(fields, field) ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

function spoken(
  value: Value | undefined,
  field: string,
  { action, detail_names }: Parameters<typeof describeDetail>[0],
  text: Text,
  programs: ProgramNames,
): string | null {
  if (value === null || value === undefined || value === "") return null
  if (typeof value === "boolean") return value ? text.on : text.off
  if (typeof value === "number") {
    if (field.endsWith("_paise_")) return formatPaise(value)
    return field.endsWith("_characters_") ? text.characters(value) : String(value)
  }
  if (detail_names[value]) return detail_names[value]
  // The id of a deleted person means nothing to a reader.
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return null
  const choice = action.startsWith("program.") ? choiceOf(value, field, programs) : undefined
  if (choice !== undefined) return choice
  const isFreeText = /^(program|sms)\./.test(action) && field !== "delivery_"
  return isFreeText ? `“${value}”` : (called(text.codes, value) ?? value)
}

/** The name of a value that is chosen from a list when a program is edited. */
function choiceOf(value: string, field: string, programs: ProgramNames): string | undefined {
  if (field === "level_") return programs.levelName(value)
  if (field === "curriculum_") return programs.curriculumName(value, value)
  if (field === "grade_") return programs.gradeName(value)
  if (field === "service_") return programs.serviceName(value)
  return field === "duration_" ? programs.durationName(value) : undefined
}
