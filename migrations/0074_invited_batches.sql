ALTER TABLE "scheduled_classes" ADD COLUMN "invitation_id" uuid;--> statement-breakpoint
ALTER TABLE "premises_quotes" ADD COLUMN "join_code" text;--> statement-breakpoint
CREATE INDEX "classes_of_invitation" ON "scheduled_classes" USING btree ("invitation_id","starts_at") WHERE "scheduled_classes"."invitation_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "premises_quotes_of_join_code" ON "premises_quotes" USING btree ("join_code");--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "classes_invitation" CHECK ("scheduled_classes"."invitation_id" is null or not "scheduled_classes"."one_on_one");--> statement-breakpoint
-- Batches that were made before are for their organisation's people as well. Who has a seat keeps it.
UPDATE "scheduled_classes" AS "one" SET "invitation_id" = "quote"."id" FROM "premises_quotes" AS "quote" JOIN "scheduled_classes" AS "first" ON "first"."id" = "quote"."class_id" WHERE "one"."id" = "first"."id" OR ("first"."series_id" IS NOT NULL AND "one"."series_id" = "first"."series_id");--> statement-breakpoint
UPDATE "premises_quotes" SET "join_code" = replace(gen_random_uuid()::text, '-', '') WHERE "class_id" IS NOT NULL;
