import { and, asc, eq, inArray, sql } from "drizzle-orm"
import type { RoomPoll } from "#contract/rooms/room-board.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { prepared } from "#platform/database/db.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { roomPolls, roomVotes } from "../board-tables.ts"
import { requireMemberOfLive, requireStaffOfLive } from "../members.ts"
import { changeBoard } from "./board-revision.ts"
import { tellRoom } from "./broadcast.ts"

type StoredPoll = typeof roomPolls.$inferSelect
type Draft = Pick<StoredPoll, "id" | "class_id" | "question" | "options" | "is_multiple" | "may_change"> & {
  open: boolean
}

/**
 * Opens a poll for the class, or saves it as a draft. Repeating an id returns the same poll. Throws
 * NOT_FOUND, CLASS_NOT_LIVE, FIELD_ERRORS.
 */
export async function createPoll(ctx: SignedInCtx, { open, ...draft }: Draft): Promise<RoomPoll> {
  await requireStaffOfLive(ctx, draft.class_id)
  const alike = new Set(draft.options.map((option) => option.toLocaleLowerCase("en-IN")))
  if (alike.size < draft.options.length) refuseFields({ options: "OPTIONS_ALIKE" })
  await changeBoard(ctx, draft.class_id, (tx, revision) =>
    tx.db
      .insert(roomPolls)
      .values({
        ...draft,
        revision,
        status: open ? "open" : "draft",
        created_by: tx.viewer.user_id,
        created_at: tx.clock.now(),
      })
      .onConflictDoNothing(),
  )
  return tellPoll(ctx, draft.class_id, draft.id)
}

type PollChange = {
  class_id: string
  poll_id: string
  status?: "open" | "closed" | undefined
  results_shown?: boolean | undefined
}

/** Opens or closes a poll, or shows its results to students. Throws NOT_FOUND, CLASS_NOT_LIVE. */
export async function changePoll(ctx: SignedInCtx, change: PollChange): Promise<RoomPoll> {
  const { class_id, poll_id, status, results_shown } = change
  await requireStaffOfLive(ctx, class_id)
  await changeBoard(ctx, class_id, async (tx, revision) => {
    const [row] = await tx.db
      .update(roomPolls)
      .set({ revision, ...(status && { status }), ...(results_shown !== undefined && { results_shown }) })
      .where(and(eq(roomPolls.id, poll_id), eq(roomPolls.class_id, class_id)))
      .returning({ id: roomPolls.id })
    if (!row) notFound()
  })
  return tellPoll(ctx, class_id, poll_id)
}

/**
 * Votes, or changes the vote if the poll allows it. Students only. Nobody is told who chose what. The same
 * vote again changes nothing. Throws NOT_FOUND, CLASS_NOT_LIVE, POLL_CLOSED, ALREADY_VOTED, FIELD_ERRORS.
 */
export async function vote(
  ctx: SignedInCtx,
  input: { class_id: string; poll_id: string; choices: number[] },
): Promise<RoomPoll> {
  const { class_id, poll_id } = input
  const { role } = await requireMemberOfLive(ctx, class_id)
  if (role !== "student") notFound()
  const choices = [...new Set(input.choices)].sort((one, other) => one - other)
  await changeBoard(ctx, class_id, async (tx, revision) => {
    const found = and(eq(roomPolls.id, poll_id), eq(roomPolls.class_id, class_id))
    const [poll] = await tx.db.update(roomPolls).set({ revision }).where(found).returning()
    if (!poll || poll.status === "draft") notFound()
    if (poll.status === "closed") refuse("POLL_CLOSED")
    if (choices.some((choice) => choice >= poll.options.length)) refuseFields({ choices: "CHOICE_UNKNOWN" })
    if (!poll.is_multiple && choices.length > 1) refuseFields({ choices: "ONE_CHOICE_ONLY" })
    await writeVote(tx, poll, choices)
  })
  void tellVotes(ctx, class_id, poll_id)
  const [mine] = await readPolls(ctx, class_id, false, poll_id)
  return mine ?? notFound()
}

async function writeVote(tx: SignedInCtx, poll: StoredPoll, choices: number[]): Promise<void> {
  const row = { poll_id: poll.id, person_id: tx.viewer.user_id, choices, voted_at: tx.clock.now() }
  const insert = tx.db.insert(roomVotes).values(row)
  if (poll.may_change) {
    const target = [roomVotes.poll_id, roomVotes.person_id]
    await insert.onConflictDoUpdate({ target, set: { choices, voted_at: row.voted_at } })
    return
  }
  const [written] = await insert.onConflictDoNothing().returning({ poll_id: roomVotes.poll_id })
  if (written) return
  const [before] = await tx.db
    .select({ choices: roomVotes.choices })
    .from(roomVotes)
    .where(and(eq(roomVotes.poll_id, poll.id), eq(roomVotes.person_id, row.person_id)))
  if (before?.choices.join() !== choices.join()) refuse("ALREADY_VOTED")
}

/**
 * Returns the polls of a class, or one of them, with the viewer's own vote; drafts and hidden results only
 * for staff.
 */
export async function readPolls(
  ctx: SignedInCtx,
  classId: string,
  isStaff: boolean,
  pollId?: string,
): Promise<RoomPoll[]> {
  const rows = await pollsOf(ctx.db, { class: classId })
  const shown = rows.filter(
    ({ id, status }) => (isStaff || status !== "draft") && (pollId === undefined || id === pollId),
  )
  const votes = await readVotes(ctx, shown)
  return shown.map((poll) =>
    toPoll(
      poll,
      votes.filter((vote) => vote.poll_id === poll.id),
      isStaff,
    ),
  )
}

const pollsOf = prepared("room_polls", (db) =>
  db
    .select()
    .from(roomPolls)
    .where(eq(roomPolls.class_id, sql.placeholder("class")))
    .orderBy(asc(roomPolls.created_at)),
)

type Choice = { poll_id: string; choices: number[]; people: number; mine: boolean }

/** Returns how many people chose what, by set of options. */
function readVotes(ctx: SignedInCtx, polls: StoredPoll[]): Promise<Choice[]> | Choice[] {
  if (polls.length === 0) return []
  return ctx.db
    .select({
      poll_id: roomVotes.poll_id,
      choices: roomVotes.choices,
      people: sql<number>`count(*)::int`,
      mine: sql<boolean>`bool_or(${roomVotes.person_id} = ${ctx.viewer.user_id})`,
    })
    .from(roomVotes)
    .where(
      inArray(
        roomVotes.poll_id,
        polls.map((poll) => poll.id),
      ),
    )
    .groupBy(roomVotes.poll_id, roomVotes.choices)
}

function toPoll(poll: StoredPoll, votes: Choice[], isStaff: boolean): RoomPoll {
  const { id, revision, question, options, is_multiple, may_change, status, results_shown } = poll
  const seesResults = isStaff || results_shown
  const sum = (counted: Choice[]) => counted.reduce((total, one) => total + one.people, 0)
  const counts = options.map((_, place) => sum(votes.filter((one) => one.choices.includes(place))))
  return {
    ...{ id, revision, question, options, is_multiple, may_change, status, results_shown },
    votes: seesResults ? counts : null,
    voters: seesResults ? sum(votes) : null,
    mine: votes.find((one) => one.mine)?.choices ?? [],
  }
}

/**
 * Sends a poll with its counts to staff, and to students what they may see of it. Returns it as staff see it.
 */
async function tellPoll(ctx: SignedInCtx, classId: string, pollId: string): Promise<RoomPoll> {
  const [full] = await readPolls(ctx, classId, true, pollId)
  if (!full) notFound()
  const { mine: _, ...poll } = full
  const { revision } = poll
  if (poll.status !== "draft") {
    const told = poll.results_shown ? poll : { ...poll, votes: null, voters: null }
    await tellRoom(ctx, classId, { revision, poll: told })
  }
  // Sent after the message to everybody, which lacks the counts.
  if (poll.status === "draft" || !poll.results_shown) {
    await tellRoom(ctx, classId, { revision, poll }, { staff: true })
  }
  return full
}

const telling = new Map<string, "once" | "again">()

/** Runs after a vote: a hundred votes at once are sent in a few messages, the last of which has them all. */
async function tellVotes(ctx: SignedInCtx & Pick<Ctx, "log">, classId: string, pollId: string) {
  const busy = telling.has(pollId)
  telling.set(pollId, busy ? "again" : "once")
  if (busy) return
  try {
    do {
      telling.set(pollId, "once")
      const [full] = await readPolls(ctx, classId, true, pollId)
      if (!full) return
      const { mine: _, ...poll } = full
      const change = { revision: poll.revision, poll }
      await tellRoom(ctx, classId, change, poll.results_shown ? "all" : { staff: true })
    } while (telling.get(pollId) === "again")
  } catch (error) {
    ctx.log.warn({ err: error, class_id: classId }, "the votes of a poll were not told, its board has them")
  } finally {
    telling.delete(pollId)
  }
}
