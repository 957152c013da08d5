ALTER TABLE "class_rooms" ADD COLUMN "compacted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notices_passing" ON "notices" USING btree ("created_at") WHERE ("notices"."secret" or split_part("notices"."kind", ':', 1) in ('class-reminder', 'weekly-digest', 'article'));--> statement-breakpoint
CREATE INDEX "person_notices_old" ON "person_notices" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "room_messages_old" ON "room_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "class_rooms_to_compact" ON "class_rooms" USING btree ("class_id") WHERE "class_rooms"."compacted_at" is null;