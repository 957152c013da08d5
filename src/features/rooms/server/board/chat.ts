import { and, count, desc, eq, gt, isNull, lt, ne, or, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { RoomMessage } from "#contract/rooms/room-board.ts"
import { user } from "#features/accounts/server/table.ts"
import { mayChat, NO_ALLOWANCE } from "#features/rooms/rules.ts"
import { recordAct } from "#platform/audit.ts"
import { binStart } from "#platform/bin.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { type Db, prepared } from "#platform/database/db.ts"
import { limitFor } from "#platform/database/paging.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { SECOND } from "#shared/time.ts"
import { roomMessages } from "../board-tables.ts"
import { type Member, readName, requireMember, requireMemberOfLive, requireStaff } from "../members.ts"
import { readRoles } from "../roles.ts"
import { readAllowances } from "../room.ts"
import { NOTHING_SAID } from "../room-bin.ts"
import { changeBoard } from "./board-revision.ts"
import { tellRoom } from "./broadcast.ts"

const PAGE_SIZE = 50
/** The most changes sent at once to somebody who was away; the page loads earlier ones on request. */
const MOST_CHANGED = 500
/** How many messages one person may send within half a minute. */
const MESSAGES_PER_WINDOW = 12
const WINDOW_SECONDS = 30

type Draft = { class_id: string; id: string; body: string; private_with: string | null }

/**
 * Sends a message to everybody, or between a student and the staff. Repeating an id returns the same message.
 * Throws NOT_FOUND, CLASS_NOT_LIVE, CHAT_HELD, TOO_MANY_REQUESTS, FIELD_ERRORS.
 */
export async function sendMessage(ctx: SignedInCtx, draft: Draft): Promise<RoomMessage> {
  const member = await requireMemberOfLive(ctx, draft.class_id)
  const sent = await findOwn(ctx, draft)
  if (sent) return sent
  await requireSpeech(ctx, member, draft.private_with)
  const message = await changeBoard(ctx, draft.class_id, async (tx, revision) => {
    await requirePatience(tx)
    const row = {
      ...draft,
      sender_id: tx.viewer.user_id,
      by_staff: member.role === "instructor",
      seq: revision,
      revision,
      created_at: tx.clock.now(),
    }
    const [written] = await tx.db.insert(roomMessages).values(row).onConflictDoNothing().returning()
    return written ? toMessage(written, nameOf(tx)) : ((await findOwn(tx, draft)) ?? notFound())
  })
  const audience = message.private_with ? { staff: true as const, person: message.private_with } : "all"
  await tellRoom(ctx, draft.class_id, { revision: message.revision, message }, audience)
  return message
}

const nameOf = ({ viewer }: SignedInCtx) => `${viewer.first_name} ${viewer.last_name}`.trim()

/** Returns the viewer's message with this id. Throws NOT_FOUND if the id is another person's. */
async function findOwn(ctx: SignedInCtx, { id, class_id }: Draft): Promise<RoomMessage | null> {
  const [row] = await ctx.db.select().from(roomMessages).where(eq(roomMessages.id, id))
  if (!row) return null
  if (row.sender_id !== ctx.viewer.user_id || row.class_id !== class_id) notFound()
  return toMessage(row, nameOf(ctx))
}

async function requireSpeech(ctx: SignedInCtx, { held, role }: Member, privateWith: string | null) {
  const me = ctx.viewer.user_id
  if (privateWith !== null && role === "student" && privateWith !== me) notFound()
  if (privateWith !== null && role === "instructor") {
    const roles = await readRoles(ctx, held, [privateWith])
    if (roles.get(privateWith) !== "student") refuseFields({ private_with: "STUDENT_UNKNOWN" })
  }
  const allowance = (await readAllowances(ctx, held.id)).get(me) ?? NO_ALLOWANCE
  const alone = held.room?.held_since != null
  if (!mayChat({ role, held: alone, policy: held.policy, allowance, isPrivate: privateWith !== null })) {
    refuse("CHAT_HELD")
  }
}

async function requirePatience(tx: SignedInCtx): Promise<void> {
  const since = new Date(tx.clock.now().getTime() - WINDOW_SECONDS * SECOND)
  const [row] = await tx.db
    .select({ sent: count() })
    .from(roomMessages)
    .where(and(eq(roomMessages.sender_id, tx.viewer.user_id), gt(roomMessages.created_at, since)))
  if ((row?.sent ?? 0) >= MESSAGES_PER_WINDOW) {
    refuse("TOO_MANY_REQUESTS", { retry_after_seconds: WINDOW_SECONDS })
  }
}

/**
 * Selects what somebody may read: messages to everybody, and their own with the instructor; staff read
 * everything.
 */
function readable(viewer: string | Placeholder, role: Member["role"]): SQL | undefined {
  if (role === "instructor") return undefined
  return or(isNull(roomMessages.private_with), eq(roomMessages.private_with, viewer))
}

/**
 * Returns messages that are new or changed `since` a revision, else the last page `before` a position or the
 * end, in order.
 */
export async function readMessages(
  ctx: SignedInCtx,
  { held, role }: Member,
  { since, before }: { since?: number | undefined; before?: number },
): Promise<{ messages: RoomMessage[]; has_older: boolean }> {
  const viewer = ctx.viewer.user_id
  const changed = since === undefined ? undefined : gt(roomMessages.revision, since)
  const earlier = before === undefined ? undefined : lt(roomMessages.seq, before)
  const size = since === undefined ? PAGE_SIZE : MOST_CHANGED
  const rows =
    changed || earlier
      ? await selectMessages(ctx.db, held.id, readable(viewer, role), changed, earlier).limit(limitFor(size))
      : await lastMessages[role](ctx.db, { class: held.id, viewer })
  const page = rows.slice(0, size).reverse()
  return {
    messages: page.map(({ message, name }) => toMessage(message, name)),
    has_older: rows.length > size,
  }
}

function selectMessages(db: Db, classId: string | Placeholder, ...wanted: (SQL | undefined)[]) {
  return db
    .select({ message: roomMessages, name: user.name })
    .from(roomMessages)
    .innerJoin(user, eq(user.id, roomMessages.sender_id))
    .where(and(eq(roomMessages.class_id, classId), ...wanted))
    .orderBy(desc(roomMessages.seq))
}

/** Built once: everybody who comes in asks for the last page. */
const lastMessages = { instructor: lastMessagesFor("instructor"), student: lastMessagesFor("student") }

function lastMessagesFor(role: Member["role"]) {
  return prepared(`last_messages_for_${role}`, (db) =>
    selectMessages(db, sql.placeholder("class"), readable(sql.placeholder("viewer"), role)).limit(
      limitFor(PAGE_SIZE),
    ),
  )
}

/** Returns a page of the chat before a position. Throws NOT_FOUND. */
export async function listMessages(ctx: SignedInCtx, input: { class_id: string; before: number }) {
  return readMessages(ctx, await requireMember(ctx, input.class_id), { before: input.before })
}

/** Removes a message for everybody; staff only. Repeating it changes nothing. Throws NOT_FOUND. */
export async function deleteMessage(ctx: SignedInCtx, input: { class_id: string; message_id: string }) {
  await requireStaff(ctx, input.class_id)
  const message = await changeBoard(ctx, input.class_id, async (tx, revision) => {
    const [row] = await tx.db
      .update(roomMessages)
      .set({
        deleted_at: sql`coalesce(${roomMessages.deleted_at}, ${tx.clock.now().toISOString()})`,
        revision,
      })
      .where(and(eq(roomMessages.id, input.message_id), eq(roomMessages.class_id, input.class_id)))
      .returning()
    if (!row) notFound()
    await recordAct(tx, "room.delete-message", input.class_id, { message_id: row.id })
    return toMessage(row, await readName(tx, row.sender_id))
  })
  const audience = message.private_with ? { staff: true as const, person: message.private_with } : "all"
  await tellRoom(ctx, input.class_id, { revision: message.revision, message }, audience)
  return { revision: message.revision }
}

/**
 * Restores a message that staff removed. Repeating it changes nothing. Throws NOT_FOUND, also after 30 days
 * and if its sender was erased.
 */
export async function restoreMessage(ctx: SignedInCtx, input: { class_id: string; message_id: string }) {
  await requireStaff(ctx, input.class_id)
  const { id, class_id, body, deleted_at } = roomMessages
  const message = await changeBoard(ctx, input.class_id, async (tx, revision) => {
    const [row] = await tx.db
      .update(roomMessages)
      .set({ deleted_at: null, revision })
      .where(
        and(
          eq(id, input.message_id),
          eq(class_id, input.class_id),
          or(isNull(deleted_at), and(gt(deleted_at, binStart(tx)), ne(body, NOTHING_SAID))),
        ),
      )
      .returning()
    if (!row) notFound()
    await recordAct(tx, "room.restore-message", input.class_id, { message_id: row.id })
    return toMessage(row, await readName(tx, row.sender_id))
  })
  const audience = message.private_with ? { staff: true as const, person: message.private_with } : "all"
  await tellRoom(ctx, input.class_id, { revision: message.revision, message }, audience)
  return { revision: message.revision }
}

function toMessage(row: typeof roomMessages.$inferSelect, sender_name: string): RoomMessage {
  const { id, revision, seq, sender_id, by_staff, private_with, created_at, deleted_at } = row
  const deleted = deleted_at !== null
  const body = deleted ? "" : row.body
  return { id, revision, seq, sender_id, sender_name, by_staff, private_with, body, created_at, deleted }
}
