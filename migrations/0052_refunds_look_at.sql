DROP INDEX "refunds_to_ask_for";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "look_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "refunds_open" ON "refunds" USING btree ("look_at") WHERE "refunds"."state" in ('asked', 'pending');