DROP INDEX "room_whiteboard_items_of_author";--> statement-breakpoint
ALTER TABLE "room_whiteboards" ADD COLUMN "there" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "room_whiteboard_items_of_author" ON "room_whiteboard_items" USING btree ("author","class_id","gone");--> statement-breakpoint
UPDATE "room_whiteboards" SET "there" = i."there"
FROM (SELECT "class_id", count(*) AS "there" FROM "room_whiteboard_items" WHERE NOT "gone" GROUP BY 1) AS i
WHERE i."class_id" = "room_whiteboards"."class_id";
