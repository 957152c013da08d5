CREATE TABLE "room_admissions" (
	"class_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "room_admissions_class_id_person_id_pk" PRIMARY KEY("class_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "room_allowances" (
	"class_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"microphone" boolean,
	"camera" boolean,
	"screen_share" boolean,
	"chat" boolean,
	CONSTRAINT "room_allowances_class_id_person_id_pk" PRIMARY KEY("class_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "room_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"shared_by" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	"revision" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_hands" (
	"class_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"raised_at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_hands_class_id_person_id_pk" PRIMARY KEY("class_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "room_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"by_staff" boolean NOT NULL,
	"private_with" uuid,
	"body" text NOT NULL,
	"seq" integer NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "room_messages_in_order" UNIQUE("class_id","seq"),
	CONSTRAINT "room_messages_length" CHECK (char_length("room_messages"."body") between 1 and 1000)
);
--> statement-breakpoint
CREATE TABLE "room_policies" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"microphones" boolean DEFAULT true NOT NULL,
	"cameras" boolean DEFAULT true NOT NULL,
	"screen_share" boolean DEFAULT false NOT NULL,
	"chat" boolean DEFAULT true NOT NULL,
	"locked_at" timestamp with time zone,
	"revision" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_polls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"question" text NOT NULL,
	"options" text[] NOT NULL,
	"is_multiple" boolean NOT NULL,
	"may_change" boolean NOT NULL,
	"status" text NOT NULL,
	"results_shown" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "room_polls_options" CHECK (cardinality("room_polls"."options") between 2 and 6)
);
--> statement-breakpoint
CREATE TABLE "room_votes" (
	"poll_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"choices" smallint[] NOT NULL,
	"voted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "room_votes_poll_id_person_id_pk" PRIMARY KEY("poll_id","person_id")
);
--> statement-breakpoint
ALTER TABLE "room_admissions" ADD CONSTRAINT "room_admissions_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_admissions" ADD CONSTRAINT "room_admissions_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_allowances" ADD CONSTRAINT "room_allowances_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_allowances" ADD CONSTRAINT "room_allowances_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_files" ADD CONSTRAINT "room_files_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_files" ADD CONSTRAINT "room_files_shared_by_users_id_fk" FOREIGN KEY ("shared_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_hands" ADD CONSTRAINT "room_hands_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_hands" ADD CONSTRAINT "room_hands_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_messages" ADD CONSTRAINT "room_messages_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_messages" ADD CONSTRAINT "room_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_messages" ADD CONSTRAINT "room_messages_private_with_users_id_fk" FOREIGN KEY ("private_with") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_policies" ADD CONSTRAINT "room_policies_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_polls" ADD CONSTRAINT "room_polls_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_polls" ADD CONSTRAINT "room_polls_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_votes" ADD CONSTRAINT "room_votes_poll_id_room_polls_id_fk" FOREIGN KEY ("poll_id") REFERENCES "public"."room_polls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_votes" ADD CONSTRAINT "room_votes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_files_of_class" ON "room_files" USING btree ("class_id","created_at");--> statement-breakpoint
CREATE INDEX "room_messages_changed" ON "room_messages" USING btree ("class_id","revision");--> statement-breakpoint
CREATE INDEX "room_messages_of_sender" ON "room_messages" USING btree ("sender_id","created_at");--> statement-breakpoint
CREATE INDEX "room_polls_of_class" ON "room_polls" USING btree ("class_id","created_at");