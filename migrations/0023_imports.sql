CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"created" integer NOT NULL,
	"made" jsonb NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "mail_requests" DROP CONSTRAINT "mail_requests_purpose";--> statement-breakpoint
CREATE INDEX "imports_newest" ON "imports" USING btree ("made_at");--> statement-breakpoint
ALTER TABLE "mail_requests" ADD CONSTRAINT "mail_requests_purpose" CHECK ("mail_requests"."purpose" in ('code', 'reset', 'confirm', 'invite', 'invite-link'));