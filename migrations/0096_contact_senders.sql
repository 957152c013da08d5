DROP INDEX "notices_passing";--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_of_person" ON "contact_messages" USING btree ("user_id") WHERE "contact_messages"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "notices_passing" ON "notices" USING btree ("created_at") WHERE ("notices"."secret" or split_part("notices"."kind", ':', 1) in ('class-reminder', 'weekly-digest', 'article', 'contact-message'));