ALTER TABLE "class_recordings" ADD COLUMN "paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "room_policies" ADD COLUMN "recording_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "recordings_kept" ON "class_recordings" USING btree ("recording_started_at") WHERE "class_recordings"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "rooms_being_recorded" ON "room_policies" USING btree ("class_id") WHERE "room_policies"."recording_since" is not null;