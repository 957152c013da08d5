CREATE TABLE "blog_subscribers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"language" text NOT NULL,
	"confirm_hash" text NOT NULL,
	"end_key" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"asks" integer NOT NULL,
	"asks_from" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	CONSTRAINT "blog_subscribers_email_unique" UNIQUE("email"),
	CONSTRAINT "blog_subscribers_confirm_hash_unique" UNIQUE("confirm_hash"),
	CONSTRAINT "blog_subscribers_end_key_unique" UNIQUE("end_key")
);
--> statement-breakpoint
CREATE INDEX "blog_subscribers_pending" ON "blog_subscribers" USING btree ("asked_at") WHERE "blog_subscribers"."confirmed_at" is null;