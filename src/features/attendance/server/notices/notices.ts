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
  adjustNotice,
  type Children,
  type Doubtful,
  draftAbsence,
  draftOwn,
  type Wanted,
} from "./absence-notice.ts"
import { raiseAgain } from "./absent-again.ts"
import { openAnswers } from "./answer-links.ts"
import { type Contact, type Contacts, readContacts } from "./contacts.ts"
import { CORRECTION, correctNotice, settleCorrections } from "./correct-notice.ts"
import {
  ABSENCE,
  ABSENCES,
  byPhone,
  isOfKind,
  isUnsent,
  LATER_ABSENCE,
  listAbout,
  standingOf,
} from "./notice-chains.ts"

/**
 * Updates the notices of a completed, locked class to match its sheet: one absence notice per parent's number,
 * naming every absent child, by the first channel that its owner chose. Unsent notices are rewritten or
 * withdrawn, sent ones corrected child by child. Of a child whom a sent one doesn't name there is another, and staff decide
 * about one whose absence is doubtful while a sibling's isn't, or who is absent again after a correction.
 * `videoDownMs` is how long it was unknown who was in the room.
 * Returns whether a notice is just being sent whose correction must be checked again.
 */
export async function settleNotices(tx: Ctx, sheet: Sheet, videoDownMs: number): Promise<boolean> {
  const known = await lockNotices(tx, sheet.class.id, [...ABSENCES, CORRECTION])
  const absences = byPhone(known.filter(({ kind }) => kind === ABSENCE))
  const later = byPhone(known.filter(({ kind }) => kind !== ABSENCE))
  const contacts = await readContacts(tx, sheet)
  const reach = await readParentReach(tx, phonesOf(contacts, absences.keys()))
  const released = new Map([...absences].map(([phone, chain]) => [phone, releasedOf(chain)]))
  const due = listDue(tx, sheet, { contacts, reach, released, videoDownMs })

  await openAnswers(tx, sheet.class, new Map([...due].map(([phone, one]) => [phone, idsOfDue(one)])))
  await queueNotices(
    tx,
    [...due]
      .filter(([phone]) => !absences.has(phone))
      .flatMap(([phone, one]) => draftDue(tx, sheet, phone, one)),
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
    const { wanted = null, doubtful = new Map() } = due.get(phone) ?? {}
    // Staff can send a failed one again after a child got a notice of its own.
    if (isUnsent(notice))
      await adjustNotice(tx, sheet.class, phone, notice, wanted && withoutOwn(wanted, to.later))
    inFlight = (await correctNotice(tx, sheet, notice, to)) || inFlight
    await raiseAgain(tx, sheet, notice, { ...to, wanted, doubtful })
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

/** The children whom an unsent notice names that staff released; null where they decided nothing. */
function releasedOf(chain: readonly QueuedNotice[]): ReadonlySet<string> | null {
  const notice = standingOf(chain)
  return notice && isUnsent(notice) && notice.decision === "send" ? new Set(notice.subject_ids) : null
}

/**
 * What a number should be told: one notice about everybody whose absence is certain, and about each other child one of its
 * own, which staff decide about.
 */
type Due = { wanted: Wanted | null; doubtful: Doubtful; name: string; reach: ParentReach | undefined }

function idsOfDue({ wanted, doubtful }: Due): string[] {
  return [...(wanted?.named ?? []), ...doubtful.keys()].map(({ student_id }) => student_id)
}

function draftDue(tx: Ctx, sheet: Sheet, phone: string, { wanted, doubtful, name, reach }: Due) {
  return [
    ...(wanted ? [draftAbsence(tx, sheet.class, phone, wanted)] : []),
    ...[...doubtful].map(([student, held]) =>
      draftOwn(tx, sheet.class, phone, { named: [student], name, held, reach }),
    ),
  ]
}

type About = {
  contacts: Contacts
  reach: ReadonlyMap<string, ParentReach>
  released: ReadonlyMap<string, ReadonlySet<string> | null>
  videoDownMs: number
}

/** Returns what each number should be told, by number. */
function listDue(tx: Ctx, sheet: Sheet, { contacts, reach, released, videoDownMs }: About): Map<string, Due> {
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
  return new Map(
    [...toTell].map(([phone, group]) => [
      phone,
      dueFor(group, reach.get(phone), released.get(phone) ?? null),
    ]),
  )
}

/**
 * Names the children whose absence is certain, or whom staff released. If nobody's is, one notice names all and is held;
 * but staff who released a notice decided about those whom it named alone.
 */
function dueFor(
  group: { student: RosterEntry; contact: Contact; due: NoticeDecision }[],
  reach: ParentReach | undefined,
  released: ReadonlySet<string> | null,
): Due {
  const isCertain = ({ student, due }: (typeof group)[number]) =>
    due.kind === "send" || released?.has(student.student_id) === true
  const whyOf = (due: NoticeDecision) => (due.kind === "held" ? due.why : [])
  const nameFor = (named: readonly RosterEntry[]) =>
    group.find(({ student }) => student === named[0])?.contact.name ?? "Parent"
  const all = group.map(({ student }) => student)
  const certain = group.filter(isCertain).map(({ student }) => student)
  if (certain.length === 0 && !released) {
    const held = withoutRepeats(group.flatMap(({ due }) => whyOf(due)))
    const name = nameFor(all)
    return { wanted: { named: all as Children, name, held, reach }, doubtful: new Map(), name, reach }
  }
  const name = nameFor(certain.length > 0 ? certain : all)
  const doubtful = group
    .filter((one) => !isCertain(one))
    .map(({ student, due }) => [student, whyOf(due)] as const)
  const wanted = certain.length > 0 ? { named: certain as Children, name, held: null, reach } : null
  return { wanted, doubtful: new Map(doubtful), name, reach }
}

/** Siblings often share a reason. */
function withoutRepeats(why: HoldReason[]): HoldReason[] {
  return why.filter((one, at) => why.findIndex((other) => isDeepStrictEqual(one, other)) === at)
}
