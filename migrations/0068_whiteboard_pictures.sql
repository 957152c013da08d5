CREATE TABLE "whiteboard_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"added_by" uuid NOT NULL,
	"width" smallint NOT NULL,
	"height" smallint NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "whiteboard_pictures" ADD CONSTRAINT "whiteboard_pictures_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "whiteboard_pictures_of_class" ON "whiteboard_pictures" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "whiteboard_pictures_of_person" ON "whiteboard_pictures" USING btree ("added_by");