import { isDeepStrictEqual } from "node:util"
import { latestOf } from "#features/attendance/coach-marks.ts"
import {
  type HoldReason,
  type NoticeDecision,
  noticeDecision,
  WAITS_FOR_LIST,
} from "#features/attendance/notice-rules.ts"
import { shortestToldMs } from "#features/attendance/rules.ts"
import type { ClassRow, RosterEntry } from "#features/classes/server/service.ts"
import {
  type ParentReach,
  parentChain,
  readParentReach,
} from "#features/notifications/server/push/parent-chain.ts"
import {
  lockNotices,
  type NoticeContent,
  type NoticeDraft,
  type QueuedNotice,
  queueNotices,
  reviseNotice,
} from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import type { Sheet } from "../sheet.ts"
import { absenceWords } from "./absence-words.ts"
import { openAnswers } from "./answer-links.ts"
import { type Contact, type Contacts, readContacts } from "./contacts.ts"
import { CORRECTION, correctNotice, settleCorrections } from "./correct-notice.ts"
import { byPhone, standingOf } from "./notice-chains.ts"
import { SEND_ABSENCE_NOTICE, TAKEN_BACK } from "./send-notice.ts"

export const ABSENCE = "absence"

type Children = [RosterEntry, ...RosterEntry[]]

/** The notice that a parent's number should get: whom it names, why it is held, and its words by channel. */
type Wanted = { named: Children; name: string; held: HoldReason[] | null; reach: ParentReach | undefined }

/**
 * Updates the notices of a completed, locked class to match its sheet: one absence notice per parent's number,
 * naming every absent child, by the first channel that its owner chose. Unsent notices are rewritten or
 * withdrawn, sent ones corrected child by child. `videoDownMs` is how long it was unknown who was in the room.
 * Returns whether a notice is just being sent whose correction must be checked again.
 */
export async function settleNotices(tx: Ctx, sheet: Sheet, videoDownMs: number): Promise<boolean> {
  const known = await lockNotices(tx, sheet.class.id, [ABSENCE, CORRECTION])
  const absences = byPhone(known.filter(({ kind }) => kind === ABSENCE))
  const corrections = known.filter(({ kind }) => kind !== ABSENCE)
  const corrected = byPhone(corrections)
  const contacts = await readContacts(tx, sheet)
  const reach = await readParentReach(tx, phonesOf(contacts, absences.keys()))
  const wanted = listWanted(tx, sheet, { contacts, reach, videoDownMs })

  await openAnswers(tx, sheet.class, new Map([...wanted].map(([phone, { named }]) => [phone, idsOf(named)])))
  await queueNotices(
    tx,
    [...wanted]
      .filter(([phone]) => !absences.has(phone))
      .map(([phone, one]) => ({ ...draftAbsence(tx, sheet.class, phone, one), via: SEND_ABSENCE_NOTICE })),
  )
  await settleCorrections(tx, sheet, corrections)
  let inFlight = false
  for (const [phone, chain] of absences) {
    const notice = standingOf(chain)
    if (!notice) continue
    if (notice.status === "queued" || notice.status === "held") {
      await adjustNotice(tx, sheet.class, phone, notice, wanted.get(phone) ?? null)
    } else {
      const to = { phone, reach: reach.get(phone), known: corrected.get(phone) ?? [] }
      inFlight = (await correctNotice(tx, sheet, notice, to)) || inFlight
    }
  }
  return inFlight
}

function phonesOf(contacts: Contacts, told: Iterable<string>): string[] {
  const phones = [...contacts.values()].flatMap((some) => some.flatMap(({ phone }) => phone || []))
  return [...new Set([...phones, ...told])]
}

type About = { contacts: Contacts; reach: ReadonlyMap<string, ParentReach>; videoDownMs: number }

/** Returns the notice that each number should get, by number. */
function listWanted(tx: Ctx, sheet: Sheet, { contacts, reach, videoDownMs }: About): Map<string, Wanted> {
  const list = sheet.class.delivery === "on_premises" ? sheet.hall.list.state : null
  const all = sheet.rows.flatMap((row) =>
    (contacts.get(row.student.student_id) ?? []).map((contact) => ({ ...row, contact })),
  )
  const decided = all.map(({ student, decision, contact }) => ({
    ...{ student, contact },
    due: noticeDecision({
      classState: sheet.class.status,
      startedAt: sheet.class.started_at,
      endedAt: sheet.class.ended_at,
      shortestMs: shortestToldMs(sheet.class.starts_at, sheet.class.ends_at, sheet.minimumMs),
      videoDownMs,
      attendance: decision,
      student: {
        parentPhone: contact.phone,
        smsNotificationsEnabled: student.sms_notifications_enabled,
        parentPhoneConfirmed: contact.confirmed,
      },
      confirmationRequired: tx.env.parentNumbersNeedConfirmation,
      list,
      coachState: latestOf(sheet.hall.marks.get(student.student_id) ?? [])?.state ?? null,
    }),
  }))
  const toTell = Map.groupBy(
    decided.filter(({ due }) => due.kind !== "not-due"),
    ({ contact }) => contact.phone ?? "",
  )
  return new Map([...toTell].map(([phone, group]) => [phone, wantedFor(group, reach.get(phone))]))
}

/** Names the children whose absence is certain. If there are none, names all and is held. */
function wantedFor(
  group: { student: RosterEntry; contact: Contact; due: NoticeDecision }[],
  reach: ParentReach | undefined,
): Wanted {
  const certain = group.filter(({ due }) => due.kind === "send")
  const named = (certain.length > 0 ? certain : group).map(({ student }) => student) as Children
  const why = certain.length > 0 ? [] : group.flatMap(({ due }) => (due.kind === "held" ? due.why : []))
  const name = group.find(({ student }) => student === named[0])?.contact.name ?? "Parent"
  return { named, name, held: why.length > 0 ? withoutRepeats(why) : null, reach }
}

/** Siblings often share a reason. */
function withoutRepeats(why: HoldReason[]): HoldReason[] {
  return why.filter((one, at) => why.findIndex((other) => isDeepStrictEqual(one, other)) === at)
}

function idsOf([first, ...others]: Children): [string, ...string[]] {
  return [first.student_id, ...others.map((child) => child.student_id)]
}

/** Returns a notice about an absence on the first channel of its chain, or on the one on which it waits. */
function draftAbsence(
  tx: Ctx,
  row: ClassRow,
  phone: string,
  { named, name, held, reach }: Wanted,
  waitsOn?: string,
): NoticeDraft {
  const ids = idsOf(named)
  const about = { reach, named: ids, ...(waitsOn !== undefined && { waitsOn }) }
  const chain = parentChain(tx.env, phone, about, absenceWords(tx, row, { phone, name }, named))
  const from = Math.max(
    0,
    chain.findIndex(({ channel }) => channel === waitsOn),
  )
  const [first = chain[0], ...next] = chain.slice(from)
  return { kind: ABSENCE, cause_id: row.id, subject_ids: ids, recipient_name: name, held, ...first, next }
}

/**
 * Adjusts an unsent notice, which stays on its channel: those before it have failed. One that staff have to decide
 * about is left to them, unless it was merely withdrawn.
 */
async function adjustNotice(
  tx: Ctx,
  row: ClassRow,
  phone: string,
  notice: QueuedNotice,
  wanted: Wanted | null,
): Promise<void> {
  const held = notice.status === "held" ? notice.reasons : null
  const { subject_ids, recipient_name, text, variables, next: rest } = notice
  const current: NoticeContent = { subject_ids, recipient_name, text, variables, next: rest, held }
  const next = wanted ? contentOn(tx, row, phone, notice, wanted) : { ...current, held: [TAKEN_BACK] }
  // These ended without a decision by staff.
  const lasting = held?.filter(({ code }) => !WAITS_FOR_LIST.includes(code)) ?? []
  const wasTakenBack = lasting.some(({ code }) => code === TAKEN_BACK.code)
  const keepsHold = lasting.length > 0 && !wasTakenBack && next.held === null
  // A notice that staff released stays released, unless nobody it names is absent any more.
  const isReleased = notice.decision === "send" && wanted !== null
  const revised = isReleased ? { ...next, held: null } : keepsHold ? { ...next, held: lasting } : next
  if (!isDeepStrictEqual(revised, current)) await reviseNotice(tx, notice.id, revised)
}

function contentOn(
  tx: Ctx,
  row: ClassRow,
  phone: string,
  notice: QueuedNotice,
  wanted: Wanted,
): NoticeContent {
  const draft = draftAbsence(tx, row, phone, wanted, notice.channel)
  const { subject_ids, recipient_name, held } = draft
  // Without its account, a push message fails and goes on by the number.
  const isSame = draft.channel === notice.channel && draft.recipient === notice.recipient
  const { text, variables, next = [] } = isSame ? draft : notice
  return { subject_ids, recipient_name, text, variables, next, held }
}
