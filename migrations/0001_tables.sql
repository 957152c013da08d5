CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "admins" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "demo_people" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"position" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "students" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"grade" text,
	"curriculum" text,
	"under_18" boolean DEFAULT false NOT NULL,
	"parent_name" text,
	"parent_phone" text,
	"parent_phone_confirmed_at" timestamp with time zone,
	"sms_notifications_enabled" boolean DEFAULT true,
	"voice_consent_at" timestamp with time zone,
	CONSTRAINT "minors_have_a_guardian" CHECK (not "students"."under_18" or ("students"."parent_name" is not null and "students"."parent_phone" is not null))
);
--> statement-breakpoint
CREATE TABLE "teachers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"approved_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"disabled_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendance_marks" (
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"reason" text,
	"marked_by" uuid NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_marks_class_id_student_id_pk" PRIMARY KEY("class_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "attendance_verdicts" (
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"verdict" text NOT NULL,
	"present_seconds" integer NOT NULL,
	"minimum_seconds" integer NOT NULL,
	"reasons" jsonb NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_verdicts_class_id_student_id_pk" PRIMARY KEY("class_id","student_id"),
	CONSTRAINT "attendance_verdict_known" CHECK ("attendance_verdicts"."verdict" in ('present', 'absent', 'excused'))
);
--> statement-breakpoint
CREATE TABLE "class_attendance" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"attended" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone,
	CONSTRAINT "class_attendance_one_interval" UNIQUE("class_id","student_id","joined_at")
);
--> statement-breakpoint
CREATE TABLE "voice_evidence" (
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"level" integer NOT NULL,
	"heard_at" timestamp with time zone NOT NULL,
	CONSTRAINT "voice_evidence_class_id_student_id_pk" PRIMARY KEY("class_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "class_enrollments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "class_enrollments_one_seat" UNIQUE("class_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "demo_class_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"instructor_id" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"message" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"responded_at" timestamp with time zone,
	CONSTRAINT "demo_requests_one_per_class" UNIQUE("class_id","student_id"),
	CONSTRAINT "demo_requests_status" CHECK ("demo_class_requests"."status" in ('pending', 'approved', 'rejected'))
);
--> statement-breakpoint
CREATE TABLE "scheduled_classes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"instructor_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"subject" text NOT NULL,
	"curriculum" text NOT NULL,
	"grade" text DEFAULT '' NOT NULL,
	"scheduled_date" date NOT NULL,
	"start_time" time NOT NULL,
	"end_time" time NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"max_capacity" integer NOT NULL,
	"seats_taken" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"class_type" text DEFAULT 'regular' NOT NULL,
	"auto_record" boolean DEFAULT false NOT NULL,
	"google_meet_link" text,
	"cancel_reason" text,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "classes_end_after_start" CHECK ("scheduled_classes"."ends_at" > "scheduled_classes"."starts_at"),
	CONSTRAINT "classes_capacity" CHECK ("scheduled_classes"."max_capacity" between 1 and 100),
	CONSTRAINT "classes_seats" CHECK ("scheduled_classes"."seats_taken" between 0 and "scheduled_classes"."max_capacity"),
	CONSTRAINT "classes_status" CHECK ("scheduled_classes"."status" in ('scheduled', 'live', 'completed', 'cancelled')),
	CONSTRAINT "classes_type" CHECK ("scheduled_classes"."class_type" in ('regular', 'demo'))
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notice_attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"notice_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"outcome" text,
	"answer" text,
	CONSTRAINT "notice_attempts_once" UNIQUE("notice_id","number")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"cause_id" uuid NOT NULL,
	"subject_id" uuid,
	"subject_ids" uuid[] DEFAULT '{}' NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"recipient_name" text NOT NULL,
	"text" text NOT NULL,
	"variables" jsonb NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"provider_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "notices_once" UNIQUE("kind","cause_id","recipient","channel"),
	CONSTRAINT "notices_status" CHECK ("notices"."status" in ('held', 'queued', 'sending', 'sent', 'failed', 'unknown'))
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"recipient" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enrollments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"student_id" uuid NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "enrollments_status" CHECK ("enrollments"."status" in ('active', 'cancelled'))
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"instructor" text NOT NULL,
	"instructor_bio" text DEFAULT '' NOT NULL,
	"summary" text NOT NULL,
	"description" text NOT NULL,
	"outline" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"image" text NOT NULL,
	"image_alt" text DEFAULT '' NOT NULL,
	"level" text NOT NULL,
	"service" text NOT NULL,
	"curriculum" text NOT NULL,
	"grade" text NOT NULL,
	"subject" text NOT NULL,
	"rating" real NOT NULL,
	"students" integer NOT NULL,
	"sample_figures" boolean DEFAULT false NOT NULL,
	"duration" text NOT NULL,
	"duration_hours" integer NOT NULL,
	"price_paise" integer NOT NULL,
	"delivery" text NOT NULL,
	"venue" jsonb,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "programs_slug_unique" UNIQUE("slug"),
	CONSTRAINT "programs_price" CHECK ("programs"."price_paise" >= 0)
);
--> statement-breakpoint
CREATE TABLE "class_rooms" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"suffix" integer DEFAULT 0 NOT NULL,
	"unattended_since" timestamp with time zone,
	"held_since" timestamp with time zone,
	"polled_at" timestamp with time zone,
	"video_down_seconds" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "class_rooms_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "presence_events" (
	"id" text PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"connection_id" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_bans" (
	"class_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"banned_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "room_bans_class_id_person_id_pk" PRIMARY KEY("class_id","person_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_people" ADD CONSTRAINT "demo_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "students" ADD CONSTRAINT "students_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teachers" ADD CONSTRAINT "teachers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_marks" ADD CONSTRAINT "attendance_marks_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_marks" ADD CONSTRAINT "attendance_marks_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_marks" ADD CONSTRAINT "attendance_marks_marked_by_users_id_fk" FOREIGN KEY ("marked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_verdicts" ADD CONSTRAINT "attendance_verdicts_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_verdicts" ADD CONSTRAINT "attendance_verdicts_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_attendance" ADD CONSTRAINT "class_attendance_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_attendance" ADD CONSTRAINT "class_attendance_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_evidence" ADD CONSTRAINT "voice_evidence_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "voice_evidence" ADD CONSTRAINT "voice_evidence_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_enrollments" ADD CONSTRAINT "class_enrollments_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_enrollments" ADD CONSTRAINT "class_enrollments_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_class_requests_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_class_requests_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "demo_class_requests" ADD CONSTRAINT "demo_class_requests_instructor_id_teachers_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."teachers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_classes" ADD CONSTRAINT "scheduled_classes_instructor_id_teachers_user_id_fk" FOREIGN KEY ("instructor_id") REFERENCES "public"."teachers"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_attempts" ADD CONSTRAINT "notice_attempts_notice_id_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."notices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_course_id_programs_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_rooms" ADD CONSTRAINT "class_rooms_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_events" ADD CONSTRAINT "presence_events_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "presence_events" ADD CONSTRAINT "presence_events_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_bans" ADD CONSTRAINT "room_bans_class_id_scheduled_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."scheduled_classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_bans" ADD CONSTRAINT "room_bans_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_bans" ADD CONSTRAINT "room_bans_banned_by_users_id_fk" FOREIGN KEY ("banned_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credentials_user" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "credentials_one_per_provider" ON "credentials" USING btree ("provider_id","account_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "attendance_verdicts_of_student" ON "attendance_verdicts" USING btree ("student_id","settled_at");--> statement-breakpoint
CREATE INDEX "class_attendance_of_student" ON "class_attendance" USING btree ("student_id","joined_at");--> statement-breakpoint
CREATE INDEX "class_enrollments_of_student" ON "class_enrollments" USING btree ("student_id","class_id");--> statement-breakpoint
CREATE INDEX "demo_requests_of_instructor" ON "demo_class_requests" USING btree ("instructor_id","requested_at");--> statement-breakpoint
CREATE INDEX "demo_requests_of_student" ON "demo_class_requests" USING btree ("student_id","class_id");--> statement-breakpoint
CREATE INDEX "classes_by_start" ON "scheduled_classes" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "classes_of_instructor" ON "scheduled_classes" USING btree ("instructor_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "classes_live" ON "scheduled_classes" USING btree ("ends_at") WHERE "scheduled_classes"."status" = 'live';--> statement-breakpoint
CREATE INDEX "classes_not_started" ON "scheduled_classes" USING btree ("ends_at") WHERE "scheduled_classes"."status" = 'scheduled';--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "contact_messages_of_sender" ON "contact_messages" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "notices_of_cause" ON "notices" USING btree ("cause_id");--> statement-breakpoint
CREATE INDEX "notices_due" ON "notices" USING btree ("due_at") WHERE "notices"."status" in ('queued', 'sending');--> statement-breakpoint
CREATE INDEX "notices_unsettled" ON "notices" USING btree ("created_at") WHERE "notices"."status" in ('held', 'sending', 'failed', 'unknown');--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_one_active" ON "enrollments" USING btree ("course_id","student_id") WHERE "enrollments"."status" = 'active';--> statement-breakpoint
CREATE INDEX "enrollments_of_student" ON "enrollments" USING btree ("student_id","created_at");--> statement-breakpoint
CREATE INDEX "programs_recommended" ON "programs" USING btree ("position","id") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_rating" ON "programs" USING btree ((-"rating"),"position","id") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_students" ON "programs" USING btree ((-"students"),"position","id") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_price" ON "programs" USING btree ("price_paise","position","id") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_price_high" ON "programs" USING btree ((-"price_paise"),"position","id") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_duration" ON "programs" USING btree ("duration_hours","position","id") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_subject" ON "programs" USING btree ("subject","position") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_service" ON "programs" USING btree ("service","position") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_curriculum" ON "programs" USING btree ("curriculum","position") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_by_grade" ON "programs" USING btree ("grade","position") WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "programs_search" ON "programs" USING gin (("title" || E'\n' || "instructor" || E'\n' || "subject") gin_trgm_ops) WHERE "programs"."archived_at" is null;--> statement-breakpoint
CREATE INDEX "presence_events_of_class" ON "presence_events" USING btree ("class_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject_id","at");