import { sql } from "drizzle-orm"
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core"
import { user } from "#features/accounts/server/table.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { instant } from "#platform/database/columns.ts"

/** The video room of a live class. If the server forgot a room, the new one gets the next suffix. */
export const classRooms = pgTable(
  "class_rooms",
  {
    class_id: uuid("class_id")
      .primaryKey()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    name: text("name").notNull().unique(),
    suffix: integer("suffix").notNull().default(0),
    /** Since when no instructor or admin has been in the room; null while one is there. */
    unattended_since: instant("unattended_since"),
    /** Since when students are held because there is no instructor. */
    held_since: instant("held_since"),
    /** The time of the last successful look into this room. */
    polled_at: instant("polled_at"),
    /** In seconds, how long looks failed in all; for classes from before each outage had its row. */
    video_down_seconds: integer("video_down_seconds").notNull().default(0),
    created_at: instant("created_at").notNull().defaultNow(),
    /** When the presence events that no register needs were deleted; null until then. */
    compacted_at: instant("compacted_at"),
  },
  (table) => [index("class_rooms_to_compact").on(table.class_id).where(sql`${table.compacted_at} is null`)],
)

/** When it was unknown who was in a room: from its last successful look to the next one. */
export const roomOutages = pgTable(
  "room_outages",
  {
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    began_at: instant("began_at").notNull(),
    ended_at: instant("ended_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.class_id, table.began_at] })],
)

/** Observations of who is in a room, append-only. Attendance is derived from these. */
export const presenceEvents = pgTable(
  "presence_events",
  {
    /**
     * The webhook's event id, or for polls one made from the observation, so that a repeat changes nothing.
     */
    id: text("id").primaryKey(),
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    person_id: uuid("person_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    device_id: text("device_id").notNull(),
    connection_id: text("connection_id").notNull(),
    kind: text("kind").notNull(),
    source: text("source").notNull(),
    at: instant("at").notNull(),
    recorded_at: instant("recorded_at").notNull().defaultNow(),
  },
  (table) => [index("presence_events_of_class").on(table.class_id, table.at)],
)

/** People whom the instructor removed from a class. Checked again at every join. */
export const roomBans = pgTable(
  "room_bans",
  {
    class_id: uuid("class_id")
      .notNull()
      .references(() => scheduledClasses.id, { onDelete: "cascade" }),
    person_id: uuid("person_id")
      .notNull()
      .references(() => user.id, { onDelete: "cascade" }),
    banned_by: uuid("banned_by")
      .notNull()
      .references(() => user.id),
    created_at: instant("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.class_id, table.person_id] })],
)
