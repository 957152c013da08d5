ALTER TABLE "refunds" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reopened" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was kept as credit so far: unlike credit that came back as credit, it was decided later than it was owed.
UPDATE "refunds" SET "settled_at" = "changed_at" WHERE "state" = 'processed' AND ("way" = 'payout' OR ("way" = 'credit' AND "reason" <> 'plan-changed' AND "changed_at" > "created_at"));