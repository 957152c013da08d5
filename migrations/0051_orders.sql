CREATE TABLE "gateway_events" (
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gateway_events_provider_event_id_pk" PRIMARY KEY("provider","event_id")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"buyer_id" uuid,
	"student_id" uuid,
	"course_id" uuid NOT NULL,
	"batch_id" uuid,
	"state" text NOT NULL,
	"facts" jsonb NOT NULL,
	"rules_version" text NOT NULL,
	"trace" jsonb NOT NULL,
	"documents" jsonb NOT NULL,
	"total_paise" bigint NOT NULL,
	"provider" text NOT NULL,
	"provider_order_id" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"hold_until" timestamp with time zone NOT NULL,
	"look_at" timestamp with time zone,
	"points_awarded" integer,
	"created_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	CONSTRAINT "orders_state" CHECK ("orders"."state" in ('created', 'awaiting', 'paid', 'expired', 'cancelled', 'failed', 'refunding', 'refunded')),
	CONSTRAINT "orders_total" CHECK ("orders"."total_paise" > 0),
	CONSTRAINT "orders_paid" CHECK ("orders"."state" <> 'paid' or "orders"."paid_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"amount_paise" bigint NOT NULL,
	"state" text NOT NULL,
	"fulfils" boolean DEFAULT false NOT NULL,
	"method" text,
	"fee_paise" bigint,
	"tax_paise" bigint,
	"failure_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"captured_at" timestamp with time zone,
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('created', 'failed', 'authorized', 'captured', 'refunded')),
	CONSTRAINT "payments_fulfils" CHECK (not "payments"."fulfils" or "payments"."captured_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_paise" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"provider" text NOT NULL,
	"provider_refund_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('asked', 'pending', 'failed', 'processed')),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_paise" > 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_student_id_students_user_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."students"("user_id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_course_id_programs_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."programs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gateway_events_oldest" ON "gateway_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_of_provider" ON "orders" USING btree ("provider","provider_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_one_live" ON "orders" USING btree ("student_id","course_id") WHERE "orders"."state" in ('created', 'awaiting');--> statement-breakpoint
CREATE INDEX "orders_of_buyer" ON "orders" USING btree ("buyer_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_of_student" ON "orders" USING btree ("student_id","created_at");--> statement-breakpoint
CREATE INDEX "orders_to_look_at" ON "orders" USING btree ("look_at") WHERE "orders"."look_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_to_expire" ON "orders" USING btree ("hold_until") WHERE "orders"."state" in ('created', 'awaiting');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_once" ON "payments" USING btree ("provider","provider_payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_fulfils" ON "payments" USING btree ("order_id") WHERE "payments"."fulfils";--> statement-breakpoint
CREATE INDEX "payments_of_order" ON "payments" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_of_provider" ON "refunds" USING btree ("provider","provider_refund_id");--> statement-breakpoint
CREATE INDEX "refunds_of_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "refunds_to_ask_for" ON "refunds" USING btree ("created_at") WHERE "refunds"."state" = 'asked';