import { eq } from "drizzle-orm"
import type { PersonalDataOf } from "#platform/personal-data.ts"
import { classRecordings, recordingCaptions, recordingViews } from "./table.ts"

/**
 * What a person watched is erased. Recordings and their captions belong to the class: they are kept with
 * their files until they are deleted, or as long as the academy keeps them.
 */
export const recordingsData: PersonalDataOf = {
  feature: "recordings",
  tables: ["class_recordings", "recording_views", "recording_captions"],
  async exportFor({ db }, { user_id }) {
    const { id, class_id, title, duration_seconds, recording_started_at, visibility, deleted_at } =
      classRecordings
    return {
      class_recordings: await db
        .select({ id, class_id, title, duration_seconds, recording_started_at, visibility, deleted_at })
        .from(classRecordings)
        .where(eq(classRecordings.instructor_id, user_id)),
      recording_views: await db.select().from(recordingViews).where(eq(recordingViews.user_id, user_id)),
      recording_captions: await db
        .select()
        .from(recordingCaptions)
        .where(eq(recordingCaptions.uploaded_by, user_id)),
    }
  },
  async eraseFor({ db }, { user_id }) {
    await db.delete(recordingViews).where(eq(recordingViews.user_id, user_id))
    const captions = await db.$count(recordingCaptions, eq(recordingCaptions.uploaded_by, user_id))
    return captions + (await db.$count(classRecordings, eq(classRecordings.instructor_id, user_id)))
  },
}
