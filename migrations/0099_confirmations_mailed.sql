DROP INDEX "users_unconfirmed";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "confirmation_mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_unconfirmed" ON "users" USING btree ("confirmation_mailed_at") WHERE not "users"."email_verified" and not "users"."profile_by_office" and "users"."erased_at" is null;--> statement-breakpoint
-- What erased students drew may still be in files that were kept before: those are made anew.
UPDATE "room_files" SET "stale" = true
WHERE "id"::text LIKE '________-____-8___-a%' AND "class_id" IN (
  SELECT i."class_id" FROM "room_whiteboard_items" i
  WHERE i."gone" AND NOT i."by_staff"
    AND NOT EXISTS (SELECT FROM "users" u WHERE u."id" = i."author" AND u."erased_at" IS NULL));
