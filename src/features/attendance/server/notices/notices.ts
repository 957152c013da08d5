import { isDeepStrictEqual } from "node:util"
import { latestOf } from "#features/attendance/coach-marks.ts"
import { type HoldReason, type NoticeDecision, noticeDecision } from "#features/attendance/notice-rules.ts"
import { shortestToldMs } from "#features/attendance/rules.ts"
import type { RosterEntry } from "#features/classes/server/service.ts"
import { type ParentReach, readParentReach } from "#features/notifications/server/push/parent-chain.ts"
import { lockNotices, type QueuedNotice, queueNotices } from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import type { Sheet } from "../sheet.ts"
import {
  ABSENCE,
  ABSENCES,
  adjustNotice,
  type Children,
  draftAbsence,
  idsOf,
  LATER_ABSENCE,
  type Wanted,
} from "./absence-notice.ts"
import { raiseAgain } from "./absent-again.ts"
import { openAnswers } from "./answer-links.ts"
import { type Contact, type Contacts, readContacts } from "./contacts.ts"
import { CORRECTION, correctNotice, settleCorrections } from "./correct-notice.ts"
import { byPhone, isOfKind, isUnsent, listAbout, standingOf } from "./notice-chains.ts"

/**
 * Updates the notices of a completed, locked class to match its sheet: one absence notice per parent's number,
 * naming every absent child, by the first channel that its owner chose. Unsent notices are rewritten or
 * withdrawn, sent ones corrected child by child. Of a child whom a sent one doesn't name there is another, and staff decide
 * about one who is absent again after a correction.
 * `videoDownMs` is how long it was unknown who was in the room.
 * Returns whether a notice is just being sent whose correction must be checked again.
 */
export async function settleNotices(tx: Ctx, sheet: Sheet, videoDownMs: number): Promise<boolean> {
  const known = await lockNotices(tx, sheet.class.id, [...ABSENCES, CORRECTION])
  const absences = byPhone(known.filter(({ kind }) => kind === ABSENCE))
  const later = byPhone(known.filter(({ kind }) => kind !== ABSENCE))
  const contacts = await readContacts(tx, sheet)
  const reach = await readParentReach(tx, phonesOf(contacts, absences.keys()))
  const wanted = listWanted(tx, sheet, { contacts, reach, videoDownMs })

  await openAnswers(tx, sheet.class, new Map([...wanted].map(([phone, { named }]) => [phone, idsOf(named)])))
  await queueNotices(
    tx,
    [...wanted]
      .filter(([phone]) => !absences.has(phone))
      .map(([phone, one]) => draftAbsence(tx, sheet.class, phone, one)),
  )
  await settleCorrections(
    tx,
    sheet,
    known.filter((one) => isOfKind(one, CORRECTION)),
  )
  let inFlight = false
  for (const [phone, chain] of absences) {
    const notice = standingOf(chain)
    if (!notice) continue
    const to = { phone, reach: reach.get(phone), later: later.get(phone) ?? [], contacts }
    const one = wanted.get(phone) ?? null
    // Staff can send a failed one again after a child got a notice of its own.
    if (isUnsent(notice)) await adjustNotice(tx, sheet.class, phone, notice, one && withoutOwn(one, to.later))
    inFlight = (await correctNotice(tx, sheet, notice, to)) || inFlight
    await raiseAgain(tx, sheet, notice, { ...to, wanted: one })
  }
  return inFlight
}

/** Returns what a notice should say besides the notices that children got of their own; null if nothing is left. */
function withoutOwn(wanted: Wanted, later: readonly QueuedNotice[]): Wanted | null {
  const [first, ...others] = wanted.named.filter(
    ({ student_id }) => listAbout(later, LATER_ABSENCE, student_id).length === 0,
  )
  return first ? { ...wanted, named: [first, ...others] } : null
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
