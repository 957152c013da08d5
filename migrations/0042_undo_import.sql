ALTER TABLE "imports" ADD COLUMN "undo_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "undo_asked_by" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "undo_total" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "undo_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "undo_kept" jsonb DEFAULT '{}'::jsonb NOT NULL;