CREATE TABLE "weekly_digests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"guardian_id" uuid NOT NULL,
	"week" date NOT NULL,
	"said" boolean NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "weekly_digests_once" UNIQUE("guardian_id","week")
);
--> statement-breakpoint
CREATE TABLE "medical_proof_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"uploaded_by" uuid,
	"uploaded_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	CONSTRAINT "medical_proof_files_once" UNIQUE("class_id","student_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "medical_proofs" (
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"state" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"reason" text,
	"remark" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "medical_proofs_class_id_student_id_pk" PRIMARY KEY("class_id","student_id"),
	CONSTRAINT "medical_proofs_state" CHECK ("medical_proofs"."state" in ('declined', 'accepted', 'waiting')),
	CONSTRAINT "medical_proofs_reason" CHECK (("medical_proofs"."reason" is not null) = ("medical_proofs"."state" = 'declined')
        and ("medical_proofs"."decided_at" is null) = ("medical_proofs"."state" = 'waiting')
        and ("medical_proofs"."decided_by" is null) = ("medical_proofs"."state" = 'waiting'))
);
--> statement-breakpoint
ALTER TABLE "data_views" DROP CONSTRAINT "data_views_kind";--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD COLUMN "digest_weekday" smallint;--> statement-breakpoint
ALTER TABLE "weekly_digests" ADD CONSTRAINT "weekly_digests_guardian_id_guardians_user_id_fk" FOREIGN KEY ("guardian_id") REFERENCES "public"."guardians"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medical_proof_files" ADD CONSTRAINT "medical_proof_files_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medical_proof_files" ADD CONSTRAINT "medical_proof_files_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medical_proof_files" ADD CONSTRAINT "medical_proof_files_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medical_proofs" ADD CONSTRAINT "medical_proofs_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medical_proofs" ADD CONSTRAINT "medical_proofs_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "medical_proofs" ADD CONSTRAINT "medical_proofs_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "medical_proof_files_of_student" ON "medical_proof_files" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "medical_proof_files_oldest" ON "medical_proof_files" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "medical_proofs_of_student" ON "medical_proofs" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "medical_proofs_waiting" ON "medical_proofs" USING btree ("sent_at") WHERE "medical_proofs"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "notice_preferences_digests" ON "notice_preferences" USING btree ("digest_weekday") WHERE "notice_preferences"."digest_weekday" is not null;--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_kind" CHECK ("data_views"."kind" in ('profile', 'contacts', 'attendance', 'messages', 'snapshots', 'medical', 'purchases', 'recording', 'export'));--> statement-breakpoint
ALTER TABLE "notice_preferences" ADD CONSTRAINT "notice_preferences_digest_weekday" CHECK ("notice_preferences"."digest_weekday" between 1 and 7);