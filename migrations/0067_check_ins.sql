CREATE TABLE "check_ins" (
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"way" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"guardian_id" uuid,
	CONSTRAINT "check_ins_class_id_student_id_way_pk" PRIMARY KEY("class_id","student_id","way"),
	CONSTRAINT "check_ins_way" CHECK ("check_ins"."way" in ('code', 'card', 'gate'))
);
--> statement-breakpoint
CREATE TABLE "collectors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"name" text NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_outs" (
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"to_name" text NOT NULL,
	"guardian_id" uuid,
	"made_by" uuid NOT NULL,
	CONSTRAINT "sign_outs_class_id_student_id_pk" PRIMARY KEY("class_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "student_cards" (
	"id" uuid PRIMARY KEY NOT NULL,
	"student_id" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" uuid NOT NULL,
	"revoked_at" timestamp with time zone,
	"revoked_by" uuid,
	CONSTRAINT "student_cards_revoked" CHECK (("student_cards"."revoked_at" is null) = ("student_cards"."revoked_by" is null))
);
--> statement-breakpoint
ALTER TABLE "coach_marks" ADD COLUMN "by_card" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_guardian_id_guardians_user_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardians"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collectors" ADD CONSTRAINT "collectors_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collectors" ADD CONSTRAINT "collectors_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_outs" ADD CONSTRAINT "sign_outs_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_outs" ADD CONSTRAINT "sign_outs_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_outs" ADD CONSTRAINT "sign_outs_guardian_id_guardians_user_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardians"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_outs" ADD CONSTRAINT "sign_outs_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_cards" ADD CONSTRAINT "student_cards_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_cards" ADD CONSTRAINT "student_cards_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "student_cards" ADD CONSTRAINT "student_cards_revoked_by_users_id_fk" FOREIGN KEY ("revoked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_ins_of_student" ON "check_ins" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "check_ins_of_guardian" ON "check_ins" USING btree ("guardian_id");--> statement-breakpoint
CREATE INDEX "check_ins_made_by" ON "check_ins" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "collectors_once" ON "collectors" USING btree ("student_id",lower("name"));--> statement-breakpoint
CREATE INDEX "collectors_added_by" ON "collectors" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "sign_outs_of_student" ON "sign_outs" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "sign_outs_of_guardian" ON "sign_outs" USING btree ("guardian_id");--> statement-breakpoint
CREATE INDEX "sign_outs_made_by" ON "sign_outs" USING btree ("made_by");--> statement-breakpoint
CREATE UNIQUE INDEX "student_cards_one_in_force" ON "student_cards" USING btree ("student_id") WHERE "student_cards"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "student_cards_of_student" ON "student_cards" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "student_cards_made_by" ON "student_cards" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "student_cards_revoked_by" ON "student_cards" USING btree ("revoked_by");