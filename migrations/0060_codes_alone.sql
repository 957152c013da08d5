-- Sentences with values that releases before the codes stored, as they were written.
UPDATE "notices" SET "reasons" = jsonb_build_array(jsonb_build_object('code', 'as-written', 'text', "reason"))
WHERE "reason" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "notices" DROP COLUMN "reason";--> statement-breakpoint
DROP TABLE "points_ledger" CASCADE;--> statement-breakpoint
DROP FUNCTION carry_new_points();--> statement-breakpoint
DROP FUNCTION carry_points(uuid[]);--> statement-breakpoint
DROP FUNCTION refuse_points_change();
