import { isDeepStrictEqual } from "node:util"
import { type HoldReason, WAITS_FOR_LIST } from "#features/attendance/notice-rules.ts"
import type { ClassRow, RosterEntry } from "#features/classes/server/service.ts"
import { type ParentReach, parentChain } from "#features/notifications/server/push/parent-chain.ts"
import {
  type NoticeContent,
  type NoticeDraft,
  type QueuedNotice,
  reviseNotice,
} from "#features/notifications/server/service.ts"
import type { Ctx } from "#platform/context.ts"
import { absenceWords } from "./absence-words.ts"
import { ABSENCE, kindFor, LATER_ABSENCE } from "./notice-chains.ts"
import { SEND_ABSENCE_NOTICE, SEND_LATER_ABSENCE, TAKEN_BACK } from "./send-notice.ts"

export type Children = [RosterEntry, ...RosterEntry[]]

/** The notice that a parent's number should get: whom it names, why it is held, and its words by channel. */
export type Wanted = {
  named: Children
  name: string
  held: HoldReason[] | null
  reach: ParentReach | undefined
}

/** Children who have a notice of their own because their absence isn't certain, and why. */
export type Doubtful = ReadonlyMap<RosterEntry, HoldReason[]>

function idsOf([first, ...others]: Children): [string, ...string[]] {
  return [first.student_id, ...others.map((child) => child.student_id)]
}

/** Returns a notice about an absence on the first channel of its chain, or on the one on which it waits. */
export function draftAbsence(
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
  const via = SEND_ABSENCE_NOTICE
  return {
    kind: ABSENCE,
    cause_id: row.id,
    subject_ids: ids,
    recipient_name: name,
    held,
    via,
    ...first,
    next,
  }
}

/** Returns a notice about one child beside the one about the others; staff decide about its further ones. */
export function draftOwn(tx: Ctx, row: ClassRow, phone: string, wanted: Wanted, turn = 1): NoticeDraft {
  const kind = kindFor(LATER_ABSENCE, wanted.named[0].student_id, turn)
  return { ...draftAbsence(tx, row, phone, wanted), kind, via: SEND_LATER_ABSENCE }
}

/**
 * Adjusts an unsent notice, which stays on its channel: those before it have failed. One that staff have to decide
 * about is left to them, unless it was merely withdrawn.
 */
export async function adjustNotice(
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
