ALTER TABLE "data_views" DROP CONSTRAINT "data_views_kind";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "way" text DEFAULT 'provider' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "trace" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ends_enrolment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_of_state" ON "orders" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_request" ON "refunds" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "refunds_for_staff" ON "refunds" USING btree ("created_at","id") WHERE "refunds"."state" = 'failed' or ("refunds"."state" = 'asked' and "refunds"."way" = 'office');--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_kind" CHECK ("data_views"."kind" in ('profile', 'contacts', 'attendance', 'messages', 'snapshots', 'purchases', 'recording', 'export'));--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_way" CHECK ("refunds"."way" in ('provider', 'office', 'payout', 'credit'));