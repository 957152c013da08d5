import { and, asc, eq, gt, isNull, or, type SQL, sql } from "drizzle-orm"
import type { RoomBoardState } from "#contract/rooms/room-board.ts"
import { user } from "#features/accounts/server/table.ts"
import { NO_ALLOWANCE } from "#features/rooms/rules.ts"
import { binStart } from "#platform/bin.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { type Db, prepared } from "#platform/database/db.ts"
import { roomFiles, roomHands } from "../board-tables.ts"
import { type Member, requireMember } from "../members.ts"
import { readAllowances } from "../room.ts"
import { readDecks, takesPresentations } from "../slides/decks.ts"
import { readShown } from "../slides/show.ts"
import { roomBans } from "../table.ts"
import { readMessages } from "./chat.ts"
import { readPolls } from "./polls.ts"

/**
 * Returns the board of a room as the viewer may see it, with the messages changed since a revision or else
 * the latest. The state is null if nothing changed since then. Throws NOT_FOUND.
 */
export async function getBoard(ctx: SignedInCtx, input: { class_id: string; since?: number | undefined }) {
  const member = await requireMember(ctx, input.class_id)
  const { revision } = member.held
  const since = input.since !== undefined && input.since <= revision ? input.since : undefined
  if (since === revision) return { revision, state: null, messages: [], has_older: false }
  const [state, page] = await Promise.all([readState(ctx, member), readMessages(ctx, member, { since })])
  return { revision, state, ...page }
}

async function readState(ctx: SignedInCtx, { held, role }: Member): Promise<RoomBoardState> {
  const isStaff = role === "instructor"
  const [allowances, hands, polls, files, slides, removed, decks, presentations] = await Promise.all([
    readAllowances(ctx, held.id),
    handsOf(ctx.db, { class: held.id }),
    readPolls(ctx, held.id, isStaff),
    readFiles(ctx, held.id, isStaff),
    readShown(ctx, held),
    isStaff ? readRemoved(ctx, held.id) : [],
    isStaff ? readDecks(ctx, held.id) : [],
    isStaff && takesPresentations(),
  ])
  return {
    status: held.status,
    waiting: held.status === "live" && held.room !== null && held.room.held_since !== null,
    recording_since: held.recording_since,
    policy: held.policy,
    mine: allowances.get(ctx.viewer.user_id) ?? NO_ALLOWANCE,
    allowances: isStaff ? [...allowances].map(([person_id, allowance]) => ({ person_id, ...allowance })) : [],
    removed,
    hands,
    polls,
    files,
    slides,
    decks,
    presentations,
  }
}

// These are built once, because everybody in a room reads its board after each change.
const ofClass = sql.placeholder("class")

const handsOf = prepared("room_hands", (db) =>
  db
    .select({ person_id: roomHands.person_id, name: user.name, raised_at: roomHands.raised_at })
    .from(roomHands)
    .innerJoin(user, eq(user.id, roomHands.person_id))
    .where(eq(roomHands.class_id, ofClass))
    .orderBy(asc(roomHands.revision)),
)

function readRemoved(ctx: Pick<Ctx, "db">, classId: string) {
  return ctx.db
    .select({ person_id: roomBans.person_id, name: user.name })
    .from(roomBans)
    .innerJoin(user, eq(user.id, roomBans.person_id))
    .where(eq(roomBans.class_id, classId))
    .orderBy(asc(roomBans.created_at))
}

/** Returns the files of a class that can be opened; for staff also those they can share again. */
async function readFiles(ctx: Pick<Ctx, "db" | "clock">, classId: string, isStaff: boolean) {
  const rows = isStaff
    ? await filesOfStaff(ctx.db, { class: classId, since: binStart(ctx).toISOString() })
    : await sharedFiles(ctx.db, { class: classId })
  return rows.map(({ file, shared_by_name }) => toFile(file, shared_by_name))
}

const isShared = isNull(roomFiles.deleted_at)
const sharedFiles = prepared("room_files", (db) => selectFiles(db, isShared))
const filesOfStaff = prepared("room_files_of_staff", (db) =>
  selectFiles(db, or(isShared, gt(roomFiles.deleted_at, sql.placeholder("since")))),
)

function selectFiles(db: Db, which: SQL | undefined) {
  return db
    .select({ file: roomFiles, shared_by_name: user.name })
    .from(roomFiles)
    .innerJoin(user, eq(user.id, roomFiles.shared_by))
    .where(and(eq(roomFiles.class_id, ofClass), eq(roomFiles.stale, false), which))
    .orderBy(asc(roomFiles.created_at))
}

/** Returns a stored file in the contract's form. */
export function toFile(file: typeof roomFiles.$inferSelect, shared_by_name: string) {
  const { id, revision, name, size_bytes, deleted_at } = file
  return { id, revision, name, size_bytes, shared_by_name, deleted: deleted_at !== null }
}
