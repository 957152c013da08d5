CREATE TABLE "room_whiteboard_items" (
	"class_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page" smallint NOT NULL,
	"version" integer NOT NULL,
	"author" uuid NOT NULL,
	"changed_by" uuid NOT NULL,
	"by_staff" boolean NOT NULL,
	"body" jsonb NOT NULL,
	"gone" boolean NOT NULL,
	"revision" integer NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_whiteboard_items_class_id_id_pk" PRIMARY KEY("class_id","id")
);
--> statement-breakpoint
CREATE TABLE "room_whiteboards" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"page" smallint DEFAULT 0 NOT NULL,
	"pages" smallint DEFAULT 1 NOT NULL,
	"items" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "room_allowances" ADD COLUMN "drawing" boolean;--> statement-breakpoint
ALTER TABLE "room_policies" ADD COLUMN "whiteboard" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "room_policies" ADD COLUMN "drawing" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "room_whiteboard_items" ADD CONSTRAINT "room_whiteboard_items_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_whiteboard_items" ADD CONSTRAINT "room_whiteboard_items_author_users_id_fk" FOREIGN KEY ("author") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_whiteboard_items" ADD CONSTRAINT "room_whiteboard_items_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_whiteboards" ADD CONSTRAINT "room_whiteboards_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_whiteboard_items_changed" ON "room_whiteboard_items" USING btree ("class_id","revision");--> statement-breakpoint
CREATE INDEX "room_whiteboard_items_of_author" ON "room_whiteboard_items" USING btree ("author");