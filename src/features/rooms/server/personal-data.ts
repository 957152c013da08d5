import { eq, sql } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { presenceEvents, roomBans } from "./table.ts"

/** Presence decides attendance, which is kept: its events stay, by id alone and without the device. */
export const roomsData: PersonalDataOf = {
  feature: "rooms",
  tables: ["presence_events", "room_bans"],
  async exportFor(ctx, { user_id }) {
    return {
      presence_events: await ctx.db
        .select()
        .from(presenceEvents)
        .where(eq(presenceEvents.person_id, user_id))
        .orderBy(presenceEvents.at),
      room_bans: await ctx.db.select().from(roomBans).where(eq(roomBans.person_id, user_id)),
    }
  },
  async eraseFor(tx, { user_id }) {
    await tx.db.delete(roomBans).where(eq(roomBans.person_id, user_id))
    const events = await tx.db
      .update(presenceEvents)
      .set({ device_id: sql`'erased-' || md5(${presenceEvents.device_id})` })
      .where(eq(presenceEvents.person_id, user_id))
      .returning({ id: presenceEvents.id })
    const bans = await tx.db
      .select({ class_id: roomBans.class_id })
      .from(roomBans)
      .where(eq(roomBans.banned_by, user_id))
    return events.length + bans.length
  },
}
