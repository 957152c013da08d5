CREATE TABLE "delivery_reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notice_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"state" text NOT NULL,
	"detail" text,
	"reported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_reports_once" UNIQUE("notice_id","provider_id","state")
);
--> statement-breakpoint
CREATE TABLE "sms_identity" (
	"id" text PRIMARY KEY NOT NULL,
	"entity_id" text NOT NULL,
	"header" text NOT NULL,
	"links" text[] NOT NULL,
	"numbers" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sms_templates" (
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"template_id" text NOT NULL,
	"provider_template" text,
	"body" text NOT NULL,
	"variables" text[] NOT NULL,
	"variable_length" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sms_templates_kind_language_pk" PRIMARY KEY("kind","language")
);
--> statement-breakpoint
ALTER TABLE "notices" ADD COLUMN "delivery" text;--> statement-breakpoint
ALTER TABLE "delivery_reports" ADD CONSTRAINT "delivery_reports_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notices_of_provider" ON "notices" USING btree ("provider_id") WHERE "notices"."provider_id" is not null;