ALTER TABLE "room_files" ADD COLUMN "deck_id" uuid;--> statement-breakpoint
ALTER TABLE "room_files" ADD COLUMN "stale" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "room_files_of_slides" ON "room_files" USING btree ("deck_id") WHERE "room_files"."deck_id" is not null;--> statement-breakpoint
CREATE INDEX "room_files_stale" ON "room_files" USING btree ("class_id") WHERE "room_files"."stale";--> statement-breakpoint
UPDATE "room_files" SET "deck_id" = d."id"
FROM (
  SELECT "id", "class_id", encode(sha256(convert_to('slides ' || "id", 'UTF8')), 'hex') AS "hash" FROM "slide_decks"
) AS d
WHERE d."class_id" = "room_files"."class_id" AND "room_files"."id" =
  (substr(d."hash", 1, 12) || '8' || substr(d."hash", 14, 3) || 'a' || substr(d."hash", 18, 15))::uuid;--> statement-breakpoint
-- Kept of slides that are gone: their id isn't known any more, only that they are.
UPDATE "room_files" SET "deck_id" = "id"
WHERE "deck_id" IS NULL AND "content_type" = 'application/pdf' AND "id"::text LIKE '________-____-8___-a%';
