import { isDeepStrictEqual } from "node:util"
import {
  correctionDecision,
  type HoldReason,
  type NoticeDecision,
  noticeDecision,
} from "#features/attendance/notice-rules.ts"
import { absenceText, correctionText } from "#features/attendance/notice-text.ts"
import { shortestToldMs } from "#features/attendance/rules.ts"
import type { ClassRow, RosterEntry } from "#features/classes/server/service.ts"
import { fitVariable } from "#features/notifications/rules.ts"
import {
  lockNotices,
  type NoticeContent,
  type NoticeDraft,
  type QueuedNotice,
  queueNotices,
  reviseNotice,
} from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import type { Sheet } from "../sheet.ts"
import { answerLink, answerToken, openAnswers } from "./answer-links.ts"
import { nameChildren } from "./notice-names.ts"
import { SEND_ABSENCE_NOTICE } from "./send-notice.ts"

/** The reason of a notice that was no longer due before it left. */
const TAKEN_BACK = { code: "taken-back" } as const

export const ABSENCE = "absence"
export const CORRECTION = "absence-correction"

type Children = [RosterEntry, ...RosterEntry[]]

/**
 * Updates the notices of a completed, locked class to match its sheet: one absence notice per parent's
 * number, naming every absent child. Unsent notices are rewritten or withdrawn, sent ones corrected child by
 * child. `videoDownMs` is how long it was unknown who was in the room. Returns whether a notice is just being
 * sent whose correction must be checked again.
 */
export async function settleNotices(tx: Ctx, sheet: Sheet, videoDownMs: number): Promise<boolean> {
  const known = await lockNotices(tx, sheet.class.id, [ABSENCE, CORRECTION])
  const absences = new Map(known.filter(({ kind }) => kind === ABSENCE).map((one) => [one.recipient, one]))
  const wanted = listWanted(tx, sheet, videoDownMs)

  await openAnswers(tx, sheet.class, new Map([...wanted].map(([phone, one]) => [phone, one.subject_ids])))
  await queueNotices(
    tx,
    [...wanted]
      .filter(([phone]) => !absences.has(phone))
      .map(([phone, content]) => ({
        ...draft(sheet.class, ABSENCE, phone, content),
        via: SEND_ABSENCE_NOTICE,
      })),
  )
  let inFlight = false
  for (const [phone, notice] of absences) {
    if (notice.status === "queued" || notice.status === "held") {
      await adjustNotice(tx, notice, wanted.get(phone) ?? null)
    } else {
      inFlight = (await correctNotice(tx, sheet, notice)) || inFlight
    }
  }
  return inFlight
}

/** Returns the notice that each parent's number should get, by number. */
function listWanted(tx: Ctx, sheet: Sheet, videoDownMs: number): Map<string, NoticeContent> {
  const confirmed = new Set(
    sheet.rows.filter((row) => row.student.parent_phone_confirmed_at).map((row) => row.student.parent_phone),
  )
  const decided = sheet.rows.map(({ student, decision }) => ({
    student,
    due: noticeDecision({
      classState: sheet.class.status,
      startedAt: sheet.class.started_at,
      endedAt: sheet.class.ended_at,
      shortestMs: shortestToldMs(sheet.class.starts_at, sheet.class.ends_at, sheet.minimumMs),
      videoDownMs,
      attendance: decision,
      student: {
        parentPhone: student.parent_phone,
        smsNotificationsEnabled: student.sms_notifications_enabled,
        // A number confirmed for one child is confirmed for its siblings too.
        parentPhoneConfirmed: confirmed.has(student.parent_phone),
      },
      confirmationRequired: tx.env.parentNumbersNeedConfirmation,
    }),
  }))
  const byPhone = Map.groupBy(
    decided.filter(({ due }) => due.kind !== "not-due"),
    ({ student }) => student.parent_phone?.trim() ?? "",
  )
  return new Map([...byPhone].map(([phone, group]) => [phone, contentFor(tx, sheet.class, phone, group)]))
}

/** Names the children whose absence is certain. If there are none, names all and is held. */
function contentFor(
  tx: Ctx,
  row: ClassRow,
  phone: string,
  group: { student: RosterEntry; due: NoticeDecision }[],
): NoticeContent {
  const certain = group.filter(({ due }) => due.kind === "send")
  const named = (certain.length > 0 ? certain : group).map(({ student }) => student) as Children
  const why = certain.length > 0 ? [] : group.flatMap(({ due }) => (due.kind === "held" ? due.why : []))
  const values = valuesFor(row, named)
  return {
    subject_ids: idsOf(named),
    recipient_name: named[0].parent_name ?? "Parent",
    text: absenceText({ ...values, academy: tx.brand.name, answerLink: answerLink(tx, row.id, phone) }),
    variables: { ...values, answerToken: answerToken(tx, row.id, phone) },
    held: why.length > 0 ? withoutRepeats(why) : null,
  }
}

/** Siblings often share a reason. */
function withoutRepeats(why: HoldReason[]): HoldReason[] {
  return why.filter((one, at) => why.findIndex((other) => isDeepStrictEqual(one, other)) === at)
}

function idsOf([first, ...others]: Children): [string, ...string[]] {
  return [first.student_id, ...others.map((child) => child.student_id)]
}

/** Returns the values of the template, in the academy's zone. */
function valuesFor(row: ClassRow, named: Children) {
  return {
    parentName: fitVariable(named[0].parent_name ?? "Parent"),
    studentName: nameChildren(named),
    className: fitVariable(row.title),
    // '20 Nov 2026', without the weekday: every character counts in a text message.
    classDate: formatDate(row.scheduled_date)
      .replace(/^\p{L}+, /u, "")
      .replace(",", ""),
    classTime: fitVariable(formatTime(row.start_time)),
  }
}

function draft(row: ClassRow, kind: string, recipient: string, content: NoticeContent): NoticeDraft {
  return { ...content, kind, cause_id: row.id, channel: "sms", recipient }
}

/**
 * Adjusts an unsent notice. One that staff have to decide about is left to them, unless it was merely
 * withdrawn.
 */
async function adjustNotice(tx: Ctx, notice: QueuedNotice, wanted: NoticeContent | null): Promise<void> {
  const held = notice.status === "held" ? notice.reasons : null
  const [first, ...others] = notice.subject_ids
  if (first === undefined) return
  const current: NoticeContent = {
    subject_ids: [first, ...others],
    recipient_name: notice.recipient_name,
    text: notice.text,
    variables: notice.variables,
    held,
  }
  const next = wanted ?? { ...current, held: [TAKEN_BACK] }
  const wasTakenBack = held?.some(({ code }) => code === TAKEN_BACK.code) ?? false
  const keepsHold = held !== null && !wasTakenBack && next.held === null
  // A notice that staff released stays released, unless nobody it names is absent any more.
  const isReleased = notice.decision === "send" && wanted !== null
  const revised = isReleased ? { ...next, held: null } : keepsHold ? { ...next, held } : next
  if (!isDeepStrictEqual(revised, current)) await reviseNotice(tx, notice.id, revised)
}

/**
 * Corrects a notice that was or may have been sent, once for each child it names who was not absent after
 * all.
 */
async function correctNotice(tx: Ctx, sheet: Sheet, notice: QueuedNotice): Promise<boolean> {
  const named = sheet.rows.filter((row) => notice.subject_ids.includes(row.student.student_id))
  const decided = named.map(({ student, decision }) => ({
    student,
    verdict: decision.verdict,
    needs: correctionDecision({ verdict: decision.verdict, notice: notice.status }),
  }))
  // An absence excused later was reported correctly, so it needs no correction.
  const wrong = decided.filter(
    ({ student, verdict, needs }) =>
      needs === "correct" && verdict === "present" && student.sms_notifications_enabled !== false,
  )
  await queueNotices(
    tx,
    wrong.map(({ student }) => {
      const values = valuesFor(sheet.class, [student])
      return draft(sheet.class, `${CORRECTION}:${student.student_id}`, notice.recipient, {
        subject_ids: [student.student_id],
        recipient_name: notice.recipient_name,
        text: correctionText({ ...values, academy: tx.brand.name }),
        variables: values,
        held: null,
      })
    }),
  )
  return decided.some(({ needs }) => needs === "wait")
}
