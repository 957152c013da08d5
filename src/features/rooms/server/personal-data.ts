import { eq, or, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import {
  roomAdmissions,
  roomAllowances,
  roomFiles,
  roomHands,
  roomMessages,
  roomPolls,
  roomVotes,
} from "./board-tables.ts"
import { NOTHING_SAID } from "./room-bin.ts"
import { DECK_COLUMNS } from "./slides/decks.ts"
import { slideDecks } from "./slides/table.ts"
import { presenceEvents, roomBans } from "./table.ts"
import { eraseDrawingsOf } from "./whiteboard/erased-drawings.ts"
import { roomWhiteboardItems, whiteboardPictures } from "./whiteboard-tables.ts"

/**
 * Presence events are kept without the device, because attendance follows from them. A person's messages,
 * votes and raised hands are erased. Files, slides, polls and what staff drew belong to the class.
 */
export const roomsData: PersonalDataOf = {
  feature: "rooms",
  tables: [
    "presence_events",
    "room_bans",
    "room_allowances",
    "room_admissions",
    "room_hands",
    "room_messages",
    "room_polls",
    "room_votes",
    "room_files",
    "slide_decks",
    "room_whiteboard_items",
    "whiteboard_pictures",
  ],
  async exportFor({ db }, { user_id }) {
    return {
      presence_events: await db
        .select()
        .from(presenceEvents)
        .where(eq(presenceEvents.person_id, user_id))
        .orderBy(presenceEvents.at),
      room_bans: await db.select().from(roomBans).where(eq(roomBans.person_id, user_id)),
      room_allowances: await db.select().from(roomAllowances).where(eq(roomAllowances.person_id, user_id)),
      room_admissions: await db.select().from(roomAdmissions).where(eq(roomAdmissions.person_id, user_id)),
      room_hands: await db.select().from(roomHands).where(eq(roomHands.person_id, user_id)),
      room_messages: await db
        .select()
        .from(roomMessages)
        .where(or(eq(roomMessages.sender_id, user_id), eq(roomMessages.private_with, user_id)))
        .orderBy(roomMessages.created_at),
      room_votes: await db.select().from(roomVotes).where(eq(roomVotes.person_id, user_id)),
      room_polls: await db.select().from(roomPolls).where(eq(roomPolls.created_by, user_id)),
      room_files: await db.select().from(roomFiles).where(eq(roomFiles.shared_by, user_id)),
      slide_decks: await db.select(DECK_COLUMNS).from(slideDecks).where(eq(slideDecks.added_by, user_id)),
      room_whiteboard_items: await db
        .select()
        .from(roomWhiteboardItems)
        .where(eq(roomWhiteboardItems.author, user_id))
        .orderBy(roomWhiteboardItems.drawn_at),
      whiteboard_pictures: await db
        .select()
        .from(whiteboardPictures)
        .where(eq(whiteboardPictures.added_by, user_id))
        .orderBy(whiteboardPictures.created_at),
    }
  },
  async eraseFor(tx, { user_id }) {
    const { db } = tx
    for (const table of [roomBans, roomAllowances, roomAdmissions, roomHands, roomVotes] as const) {
      await db.delete(table).where(eq(table.person_id, user_id))
    }
    const said = await eraseMessages(tx, user_id)
    const events = await db
      .update(presenceEvents)
      .set({ device_id: sql`'erased-' || md5(${presenceEvents.device_id})` })
      .where(eq(presenceEvents.person_id, user_id))
      .returning({ id: presenceEvents.id })
    const bans = await db.$count(roomBans, eq(roomBans.banned_by, user_id))
    const polls = await db.$count(roomPolls, eq(roomPolls.created_by, user_id))
    const files = await db.$count(roomFiles, eq(roomFiles.shared_by, user_id))
    const decks = await db.$count(slideDecks, eq(slideDecks.added_by, user_id))
    const pictures = await db.$count(whiteboardPictures, eq(whiteboardPictures.added_by, user_id))
    await eraseDrawingsOf(tx, user_id)
    const { author, changed_by } = roomWhiteboardItems
    const drawn = await db.$count(roomWhiteboardItems, or(eq(author, user_id), eq(changed_by, user_id)))
    return said + events.length + bans + polls + files + decks + pictures + drawn
  },
}

/** Erases the person's messages, and those sent to them alone. */
async function eraseMessages(tx: Ctx, userId: string): Promise<number> {
  const erased = await tx.db
    .update(roomMessages)
    .set({ body: NOTHING_SAID, deleted_at: tx.clock.now() })
    .where(or(eq(roomMessages.sender_id, userId), eq(roomMessages.private_with, userId)))
    .returning({ id: roomMessages.id })
  return erased.length
}
